// The mark as a picture, for what cannot show public/favicon.svg: the touch icon of phones, and /favicon.ico, which
// browsers ask for beside an answer that is not a page. usage: node art/icons.mjs
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.join(import.meta.dirname, '..', 'public')
const paths = fs.readFileSync(path.join(folder, 'favicon.svg'), 'utf8').match(/<path [^>]+>/g).join('')

/** The mark in ink on chalk; no theme reaches a PNG, so it brings its own ground. */
const drawn = (size, margin) => {
  const side = 24 + 2 * margin
  const ground = `<rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" fill="#f4f5f1"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-margin} ${-margin} ${side} ${side}">${ground}<g fill="#1c1813">${paths}</g></svg>`
  return sharp(Buffer.from(svg), { density: 288 }).resize(size, size).flatten().png({ palette: true }).toBuffer()
}

fs.writeFileSync(path.join(folder, 'apple-touch-icon.png'), await drawn(180, 6))
// For home screens; the margin is what a round mask may cut away.
for (const size of [192, 512]) fs.writeFileSync(path.join(folder, `icon-${size}.png`), await drawn(size, 6))

// An .ico is a folder of one: its header, then the PNG.
const small = await drawn(32, 2)
const header = Buffer.alloc(22)
header.writeUInt16LE(1, 2)
header.writeUInt16LE(1, 4)
header.set([32, 32, 0, 0, 1, 0, 32, 0], 6)
header.writeUInt32LE(small.length, 14)
header.writeUInt32LE(header.length, 18)
fs.writeFileSync(path.join(folder, 'favicon.ico'), Buffer.concat([header, small]))
