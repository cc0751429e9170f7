// The picture of each page for those who pass it on: its title on its layer, with its picture.
// usage: node art/social.mjs [slug ...]      needs Chromium (named by CHROMIUM, or /usr/bin/chromium)
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const root = path.join(import.meta.dirname, '..')
const [pages, out] = [path.join(root, 'content/pages'), path.join(root, 'public/social')]
const only = process.argv.slice(2)
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const widths = JSON.parse(fs.readFileSync(path.join(root, 'src/ui/pictures.json'), 'utf8'))
const file = (name) => fs.readFileSync(path.join(root, 'public', name)).toString('base64')
const font = (cut) => `url(data:font/woff2;base64,${file(`fonts/instrument-sans-${cut}.woff2`)})`
const mark = fs.readFileSync(path.join(root, 'public/favicon.svg'), 'utf8').match(/<path [^>]+>/g).join('')

const grounds = { ds: '#d2962a', pds: '#b3ba90', vs: '#c89c91' }

/** Product pages stand on their colour with the jar cut out; all others show their first picture beside the words. */
const looks = ({ path: address, product, sections, article }) => {
  const code = { 'DS-01': 'ds', 'PDS-08': 'pds', 'VS-01': 'vs' }[product?.code]
  if (code) {
    const cut = address.endsWith('-refill') ? `cut-packet-${code}` : `cut-${code}`
    return { ground: grounds[code], ink: '#1c1813', picture: `${cut}-720w.webp`, fit: 'contain' }
  }
  const named = JSON.stringify([article?.picture, product?.gallery, sections]).match(/"name":"([a-z0-9-]+)"/)?.[1]
  const name = !named || named.startsWith('cut-') ? 'hero' : named
  const picture = fs.readdirSync(path.join(root, 'public/art')).find((one) => one.startsWith(`${name}-1`) && one.endsWith('w.webp')) ?? `${name}-${widths[name].width}w.webp`
  return { ground: '#1c1813', ink: '#f0f1ea', picture, fit: 'cover' }
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const card = (page) => {
  const { ground, ink, picture, fit } = looks(page)
  const opening = page.sections.find(({ kind }) => kind === 'title' || kind === 'hero')
  const words = page.product ? page.product.name : (opening?.heading ?? page.title)
  const code = page.product && page.product.code !== 'Start' ? `<b>${page.product.code}</b>` : ''
  return `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: S; src: ${font('text')}; font-weight: 400 500 }
@font-face { font-family: S; src: ${font('condensed')}; font-stretch: 75% }
* { box-sizing: border-box; margin: 0 }
body { width: 1200px; height: 630px; display: grid; grid-template-columns: 560px 640px; background: ${ground}; color: ${ink}; font-family: S; overflow: hidden }
div { display: flex; flex-direction: column; padding: 56px 40px 52px 60px; min-width: 0 }
b { font-stretch: 75%; font-weight: 500; font-size: 150px; line-height: .86; letter-spacing: -.02em }
h1 { margin-top: ${code ? '26px' : '0'}; font-size: ${words.length > 34 ? 58 : words.length > 20 ? 68 : 80}px; line-height: 1; letter-spacing: -.035em; font-weight: 450; text-wrap: balance }
p { display: flex; align-items: center; gap: 14px; margin-top: auto; font-size: 40px; font-weight: 500; letter-spacing: -.04em }
img { width: 640px; height: 630px; object-fit: ${fit}; object-position: ${picture.startsWith('hero-') ? 86 : 50}% 60%; ${fit === 'contain' ? 'padding: 56px 40px 0; object-position: 50% 100%' : ''} }
</style><body><div>${code}<h1>${escaped(words)}</h1><p><svg width="36" height="36" viewBox="0 0 24 24" fill="currentColor">${mark}</svg>loam</p></div><img src="data:image/webp;base64,${file(`art/${picture}`)}">`
}

fs.mkdirSync(out, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const view = await browser.newPage({ viewport: { width: 1200, height: 630 } })
// Pages that are no content files.
const others = [
  { path: '/newsletter', sections: [{ kind: 'title', heading: 'Notes from the ground.' }] },
  { path: '/is-ds01-right-for-you', sections: [{ kind: 'title', heading: 'Is DS-01 right for you?' }] },
  { path: '/certificates', sections: [{ kind: 'title', heading: 'Lab results by lot', picture: { name: 'capsule-macro' } }] },
]
const read = (name) => JSON.parse(fs.readFileSync(path.join(pages, name), 'utf8'))
const all = fs.readdirSync(pages, { recursive: true }).filter((name) => name.endsWith('.json')).map(read)
for (const page of [...all.filter(({ unlisted }) => !unlisted), ...others]) {
  const name = page.path.slice(1).replaceAll('/', '-') || 'home'
  if (only.length > 0 && !only.includes(name)) continue
  await view.setContent(card(page))
  await view.evaluate(() => Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode())]))
  await sharp(await view.screenshot()).jpeg({ quality: 80, mozjpeg: true }).toFile(path.join(out, `${name}.jpg`))
}
await browser.close()
