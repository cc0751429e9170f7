// Printed paper for the scenes and for the galleries, from the tables of content/pages/reference: the facts panel of each
// product, its front and back laid flat, and the leaflet of VS-01.
// usage: node art/labels.mjs OUT_DIR [name ...]      needs Chromium (named by CHROMIUM, or /usr/bin/chromium)
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const [out, ...only] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const file = (name) => fs.readFileSync(path.join(root, 'public', name)).toString('base64')
const font = (cut) => `url(data:font/woff2;base64,${file(`fonts/instrument-sans-${cut}.woff2`)})`
const mark = fs.readFileSync(path.join(root, 'public/favicon.svg'), 'utf8').match(/<path [^>]+>/g).join('')
const logo = (size) => `<p class="logo" style="font-size:${size}px"><svg viewBox="0 0 24 24" fill="currentColor">${mark}</svg>loam</p>`

const products = {
  ds: { page: 'syn-wk', code: 'DS-01', name: 'Daily Synbiotic', what: 'Probiotic + prebiotic', serving: '2 capsules', servings: 30, size: 41, unit: '60 capsules, 30 days', ground: '#bc831c', deep: '#6e4c12', use: 'Two capsules a day, with water. One a day for the first three days.' },
  pds: { page: 'pds-wk', code: 'PDS-08', name: 'Pediatric Daily Synbiotic', what: 'For ages 3 to 17', serving: '1 stick', servings: 30, size: 46, unit: '30 sticks, 30 days', ground: '#a3ab78', deep: '#6a7148', use: 'One stick a day, stirred into something cold or lukewarm.' },
  vs: { page: 'vs-wk', code: 'VS-01', name: 'Vaginal Synbiotic', what: 'Probiotic + prebiotic', serving: '1 capsule', servings: 60, size: 52, unit: '60 capsules', ground: '#bf9084', deep: '#86544a', use: 'One capsule at a time, on the days that the leaflet names.' },
}

const italic = (words) => words.replaceAll(/\*([^*]+)\*/g, '<i>$1</i>').replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')

/** Strains and amounts as the reference page gives them, and the sentences that belong on a package. */
const contents = (page) => {
  const { sections } = JSON.parse(fs.readFileSync(path.join(root, 'content/pages/reference', `${page}.json`), 'utf8'))
  const blocks = sections.flatMap((section) => section.blocks ?? [])
  const facts = blocks.filter(({ kind }) => kind === 'facts').flatMap(({ items }) => items)
  return { rows: blocks.find(({ kind }) => kind === 'table').rows, fact: (label) => facts.find((one) => one.label === label)?.text }
}

const others = ({ fact }) => ['Capsules', 'Capsule', 'Outer filling', 'Inner filling', 'Filling', 'Powder'].flatMap((label) => fact(label) ?? []).map((text) => text.replace(' Nothing else.', '').replace(/\.?$/, '.')).join(' ')

const panel = ({ page, serving, servings }) => {
  const { rows } = contents(page)
  const amount = (cell) => (/[a-z]/.test(cell) ? cell : `${cell} billion CFU`)
  return `<section class="facts"><h2>Supplement Facts</h2><p>Serving size ${serving}<br>Servings per container ${servings}</p>
<table><tr class="head"><th>Amount per serving</th><th></th><th>% DV</th></tr>
${rows.map(([strain, deposit, , cfu]) => `<tr><td>${italic(strain)} <span>${deposit}</span></td><td>${amount(cfu)}</td><td>†</td></tr>`).join('')}</table>
<p class="foot">† Daily Value not established. CFU: colony-forming units at the end of shelf life.</p></section>`
}

const words = (product) => {
  const read = contents(product.page)
  return `<section class="words"><h3>${product.code} ${product.name}</h3><p>${product.use}</p><p><b>Other ingredients</b> ${others(read)}</p>
<p><b>Allergens</b> ${read.fact('Allergens')}</p><p><b>Free of</b> ${read.fact('Free of').toLowerCase()}.</p><p class="lot">Lot and date: on the base of the jar</p>
<div class="bars"><i style="background:${product.deep};flex:1"></i><i style="background:${product.ground};flex:3"></i></div></section>`
}

const style = `@font-face { font-family: S; src: ${font('text')}; font-weight: 400 700 } @font-face { font-family: S; src: ${font('condensed')}; font-stretch: 75% }
* { box-sizing: border-box; margin: 0 } body { background: #f1f1ea; color: #1c1813; font: 400 30px/1.3 S; overflow: hidden }
.facts { border: 5px solid; padding: 18px 24px; background: #f6f6f0 } .facts h2 { font-size: 66px; line-height: 1; letter-spacing: -.02em; font-weight: 600; padding-bottom: 10px; border-bottom: 3px solid; margin-bottom: 10px }
table { width: 100%; border-collapse: collapse; margin-top: 10px; border-top: 14px solid } td, th { padding: 8px 0; border-top: 2px solid; text-align: left; font-weight: 400; line-height: 1.15; vertical-align: top } tr td:nth-child(2) { text-align: right; white-space: nowrap; padding-left: 16px }
td span { white-space: nowrap } tr > :nth-child(3) { text-align: right; width: 84px } .head th { font-weight: 600; font-size: 26px } .head th { border-top: 0 } table { border-bottom: 14px solid } .foot { margin-top: 10px; font-size: 24px } i { font-style: italic }
.words { display: flex; flex-direction: column; gap: 15px; font-size: 27px } .words h3 { font-size: 34px; font-weight: 500 } .words b { font-weight: 600 } .bars { display: flex; flex-direction: column-reverse; gap: 8px; height: 120px; margin-top: auto } .bars i { display: block }
.logo { display: flex; align-items: center; gap: .28em; font-weight: 500; letter-spacing: -.04em } .logo svg { width: .92em; height: .92em }
.back { display: grid; grid-template-columns: 1.34fr 1fr; gap: 44px; padding: 48px 50px; width: 2100px; height: 1200px } .back .facts { font-size: var(--size) } .back .facts h2 { font-size: 92px } .back .facts .head th, .back .foot { font-size: 31px } .back .facts td { padding: .2em 0 } .back .words { font-size: 37px; gap: 17px } .back .words h3 { font-size: 44px } .back .bars { height: 150px }
.flat { width: 1200px; height: 1500px; padding: 84px 90px; background: #bbbdac; display: grid; grid-template-rows: 360px 1fr; gap: 26px } .flat > div { background: #f1f1ea; padding: 40px 44px; display: flex; flex-direction: column }
.flat .front { position: relative } .flat .front h1 { font-stretch: 75%; font-weight: 500; font-size: 168px; line-height: .86; letter-spacing: -.02em; margin: auto 0 44px; white-space: nowrap } .flat .front p { font-size: 34px } .flat .front .logo { font-size: 62px } .flat .front .side { position: absolute; right: 44px; top: 46px; text-align: right } .flat .bars { height: 84px; margin: 0 -44px -40px }
.flat .facts { font-size: 29px; padding: 14px 20px; line-height: 1.25 } .flat .facts h2 { font-size: 64px } .flat .facts td { padding: .14em 0 } .flat .foot { font-size: 23px } .flat .words { font-size: 26px; gap: 10px; margin-top: auto; padding-top: 18px } .flat .words h3, .flat .words .bars, .flat .words .lot { display: none }`

/** Six steps in lines, without a body: what the leaflet of VS-01 shows. */
const steps = [
  ['Read both sides of this leaflet.', '<path d="M52 24h96v132H52zM68 48h64M68 70h64M68 92h64M68 114h38"/>'],
  ['Find today on the plan.', '<path d="M36 48h128v112H36zM36 78h128M68 34v26M132 34v26"/><path d="M60 100h16m16 0h16m16 0h16M60 128h16m48 0h16"/><circle cx="100" cy="128" r="17"/>'],
  ['Wash and dry your hands.', '<path d="M60 46h58a26 26 0 0 1 26 26v10h-30V74H60zM70 46V30m-22 0h44"/><path d="M129 96c-9 14-9 22 0 26 9-4 9-12 0-26z"/><path d="M40 138h120c0 20-22 28-60 28s-60-8-60-28z"/>'],
  ['Take one capsule from the jar.', '<path d="M50 78h76v76a10 10 0 0 1-10 10H60a10 10 0 0 1-10-10zM56 78V66h64v12"/><rect x="62" y="132" width="46" height="20" rx="10"/><rect x="66" y="108" width="46" height="20" rx="10" transform="rotate(12 89 118)"/><rect x="138" y="34" width="50" height="22" rx="11" transform="rotate(-28 163 45)"/>'],
  ['Use it as the back of this leaflet shows.', '<path d="M52 24h66l30 30v102H52zM118 24v30h30"/><path d="M74 100h52m-16-18 18 18-18 18"/>'],
  ['Close the lid. Keep it below 77 °F.', '<path d="M40 74h80v80a10 10 0 0 1-10 10H50a10 10 0 0 1-10-10zm-4-28h88v28H36z"/><path d="M158 42v70m-8 0V42a8 8 0 0 1 16 0v70a16 16 0 1 1-16 0z"/>'],
]

const leaflet = `<div style="width:1500px;height:1060px;padding:56px 60px;background:#f1f1ea;color:#3a2620">${logo(54)}
<h2 style="font-size:60px;font-weight:500;letter-spacing:-.02em;margin:22px 0 26px">How to use VS-01</h2><div style="display:grid;grid-template-columns:repeat(3,1fr);gap:26px 40px">
${steps.map(([say, lines], at) => `<div style="border-top:3px solid #b57d70;padding-top:12px"><b style="font-stretch:75%;font-weight:500;font-size:44px">${at + 1}</b><svg viewBox="0 0 200 180" width="230" height="207" style="display:block;margin:-30px auto 4px" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">${lines}</svg><p style="font-size:31px;line-height:1.2">${say}</p></div>`).join('')}</div></div>`

const flat = (product) => `<main class="flat"><div class="front">${logo(62)}<div class="side"><p>${product.name}</p><p>${product.what}</p><p>${product.unit}</p></div><h1>${product.code}</h1>
<div class="bars"><i style="background:${product.deep};flex:1"></i><i style="background:${product.ground};flex:3"></i></div></div><div>${panel(product)}${words(product)}</div></main>`

const sheets = [
  ...Object.entries(products).flatMap(([key, product]) => [
    [`${key}-facts`, `<main class="back" style="--size:${product.size}px">${panel(product)}${words(product)}</main>`],
    [`${product.code.toLowerCase()}-label`, flat(product)],
  ]),
  ['vs-leaflet', leaflet],
]

fs.mkdirSync(out, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const [name, body] of sheets) {
    if (only.length > 0 && !only.includes(name)) continue
    // A lens stands over the back of a label: twice the dots.
    const deviceScaleFactor = name.endsWith('-facts') ? 2 : 1
    const view = await browser.newPage({ viewport: { width: 2200, height: 1300 }, deviceScaleFactor })
    await view.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`)
    await view.evaluate(() => document.fonts.ready)
    await view.locator('body > *').first().screenshot({ path: path.join(out, `${name}.png`) })
    console.log(name)
  }
} finally {
  await browser.close()
}
