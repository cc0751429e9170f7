// Draws a leek cut across, grain by grain, for the article about stalks: node art/leek.mjs public/art/leek.avif
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const out = process.argv[2] ?? 'public/art/leek.avif'
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Runs in the page. Leaves lie around each other as rings; each is pale inside, green outside, and has a gap around it. */
const draw = () => {
  const [width, height] = [1600, 1066]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const paint = canvas.getContext('2d', { alpha: false })
  let seed = 7
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const greens = [
    ['#eef0ea', '#e6e9df', '#f4f5f1'],
    ['#dfe3cf', '#d3d9bd', '#e6e9dc'],
    ['#c3ca9f', '#b3ba90', '#cdd3ae'],
    ['#98a172', '#8a9464', '#a6ae80'],
    ['#6c7748', '#5f6b3f', '#7a8554'],
  ]
  const ochre = ['#d2962a', '#c58a22', '#dda53c']
  const [middleX, middleY] = [960, 610]
  // Where the rings end, counted from the middle; they grow thinner outwards, as leaves do.
  const edges = [46]
  for (let ring = 1; ring < 16; ring += 1) edges.push(edges[ring - 1] + 92 - ring * 1.6)
  const wobble = (angle, ring) =>
    1 + 0.035 * Math.sin(angle * 2 + ring * 0.7) + 0.018 * Math.sin(angle * 5 - ring * 1.9) + 0.008 * Math.sin(angle * 11 + ring)
  paint.fillStyle = '#3a3f2a'
  paint.fillRect(0, 0, width, height)
  // Large grains first, so that no ground is seen between the small ones.
  const [large, grains] = [70_000, 260_000]
  for (let grain = 0; grain < grains; grain += 1) {
    const [x, y] = [chance() * width, chance() * height]
    const [acrossX, acrossY] = [(x - middleX) * 0.94, (y - middleY) * 1.1]
    const far = Math.hypot(acrossX, acrossY)
    const angle = Math.atan2(acrossY, acrossX)
    const ring = edges.findIndex((edge, at) => far < edge * wobble(angle, at))
    if (ring < 0) continue
    const outer = edges[ring] * wobble(angle, ring)
    const inner = ring === 0 ? 0 : edges[ring - 1] * wobble(angle, ring - 1)
    const depth = (far - inner) / (outer - inner)
    // The gap between two leaves lets few grains lie.
    if (depth > 0.95 || (ring > 0 && depth < 0.03)) continue
    const age = ring / edges.length
    const shade = depth ** 1.6 * 1.9 + age * 3.2 + (chance() - 0.5) * 0.7
    // One seam runs through every picture of the house.
    const seam = ring === 5 && depth > 0.8
    const colours = seam ? ochre : greens[Math.max(0, Math.min(greens.length - 1, Math.floor(shade)))]
    paint.fillStyle = colours[Math.floor(chance() * colours.length)]
    const size = (grain < large ? 4 : 1.5) + chance() * 2.5
    paint.beginPath()
    // Cells stand along the leaf.
    paint.ellipse(x, y, size * 1.25, size * 0.8, angle + Math.PI / 2 + (chance() - 0.5) * 0.7, 0, 7)
    paint.fill()
  }
  return canvas.toDataURL('image/png')
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const drawn = Buffer.from((await page.evaluate(draw)).split(',')[1] ?? '', 'base64')
  // Grain packs badly: no file is larger than the others of the house.
  let packed = Buffer.alloc(0)
  for (let quality = 60; quality >= 30; quality -= 5) {
    packed = await sharp(drawn).blur(0.6).avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer()
    if (packed.length <= 158_000) break
  }
  await sharp(packed).toFile(out)
  console.log(out, packed.length)
} finally {
  await browser.close()
}
