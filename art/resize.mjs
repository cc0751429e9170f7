// Pictures of the pages: each AVIF in public/art becomes smaller AVIFs and WebPs beside it, and one table of sizes
// for the Picture part. usage: node art/resize.mjs [name ...]
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.join(import.meta.dirname, '..', 'public', 'art')
const table = path.join(import.meta.dirname, '..', 'src', 'ui', 'pictures.json')
// A telephone shows a picture over its whole width at 721 to 750 points, in a gallery at 640, in a list at 200 to 300.
// The same steps as in `src/ui/picture.tsx`.
const steps = [320, 480, 640, 750, 1200, 1600]
/** Small ones are seen on dense screens, where less is enough. */
const quality = (step) =>
  step <= 750
    ? { avif: { quality: 42, effort: 6, chromaSubsampling: '4:2:0' }, webp: 74 }
    : { avif: { quality: 58, effort: 4, chromaSubsampling: '4:4:4' }, webp: 80 }
// Grain that a telephone cannot show costs half of the bytes there.
const grainy = new Set(['leek', 'label-lens', 'label-rule', 'field-relatives', 'field-longum', 'pulses-three', 'pulses-beans'])
const onTelephone = (picture) => picture.blur(0.5).avif({ quality: 35, effort: 6, chromaSubsampling: '4:2:0' })
const asAvif = (picture, name, step) =>
  grainy.has(name) && step <= 750
    ? onTelephone(picture)
    : picture.avif(quality(step).avif)
const only = process.argv.slice(2)
const sizes = fs.existsSync(table) ? JSON.parse(fs.readFileSync(table, 'utf8')) : {}

const originals = fs.readdirSync(folder).filter((file) => /^[a-z0-9-]+\.avif$/.test(file) && !/-\d{3,4}w\.avif$/.test(file))

for (const file of originals) {
  const name = path.basename(file, '.avif')
  if (only.length > 0 && !only.includes(name)) continue
  const source = sharp(path.join(folder, file))
  const { width, height } = await source.metadata()
  const widths = steps.filter((step) => step < width)
  const written = []
  for (const step of [...widths, width]) {
    const small = source.clone().resize({ width: step })
    const target = path.join(folder, `${name}-${step}w`)
    await asAvif(small.clone(), name, step).toFile(`${target}.avif`)
    await small.clone().webp({ quality: quality(step).webp, effort: 4, alphaQuality: 90 }).toFile(`${target}.webp`)
    written.push(step)
  }
  // The full width keeps the original encoding: a second lossy pass would only cost quality. Not where telephones load it.
  if (width > 750 || name.startsWith('cut-'))
    fs.copyFileSync(path.join(folder, file), path.join(folder, `${name}-${width}w.avif`))
  sizes[name] = { width, height }
  console.log(name, `${width}x${height}`, written.join(' '))
}

const sorted = Object.fromEntries(Object.entries(sizes).toSorted(([a], [b]) => a.localeCompare(b)))
fs.mkdirSync(path.dirname(table), { recursive: true })
fs.writeFileSync(table, `${JSON.stringify(sorted, null, 2)}\n`)
