// Draws the film of soil settling into layers and records it: node art/settle.mjs public/film/layers.webm
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'

const out = process.argv[2] ?? 'public/film/layers.webm'
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Runs in the page. The picture is a heap with a height for each column; grains fall and come to rest on it. */
const record = async () => {
  const width = 1280
  const height = 720
  const seconds = 12
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const ground = new OffscreenCanvas(width, height)
  const [paint, still] = [canvas.getContext('2d', { alpha: false }), ground.getContext('2d')]
  let seed = 26
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  // Colour, how much of the height, from and until which part of the film it falls.
  const layers = [
    { colours: ['#43372a', '#3a2f24', '#4e4132'], share: 0.2, from: 0, until: 0.3 },
    { colours: ['#7f8276', '#74776b', '#8b8e82'], share: 0.2, from: 0.27, until: 0.56 },
    { colours: ['#e1e4dc', '#d5d9cf', '#ecefe8'], share: 0.1, from: 0.52, until: 0.76 },
    { colours: ['#d2962a', '#c58a22', '#dda53c'], share: 0.028, from: 0.74, until: 0.88 },
  ]
  const heap = new Float32Array(width).map((_, x) => 26 + 10 * Math.sin(x / 170) + 5 * Math.sin(x / 41))
  still.fillStyle = '#1c1813'
  for (let x = 0; x < width; x += 1) still.fillRect(x, height - heap[x], 1, heap[x])
  const falling = []
  const area = (size) => size * size * 0.92
  const owed = layers.map(() => 0)
  const drop = (layer, at) => {
    const size = 2.2 + chance() * 3.4
    const colour = layer.colours[Math.floor(chance() * layer.colours.length)]
    falling.push({ x: chance() * width, y: -10 - chance() * 60, size, colour, speed: 190 + size * 34, sway: chance() * 6, at })
    return area(size)
  }
  const rest = (grain) => {
    let column = Math.min(width - 1, Math.max(0, Math.round(grain.x)))
    // A grain rolls to where it is lower.
    for (let step = 0; step < 40; step += 1) {
      const [left, right] = [heap[Math.max(0, column - 4)], heap[Math.min(width - 1, column + 4)]]
      if (left < heap[column] - 0.4 && left <= right) column = Math.max(0, column - 1)
      else if (right < heap[column] - 0.4) column = Math.min(width - 1, column + 1)
      else break
    }
    still.fillStyle = grain.colour
    still.beginPath()
    still.ellipse(column, height - heap[column] + grain.size * 0.2, grain.size * 0.82, grain.size * 0.66, chance() * 3, 0, 7)
    still.fill()
    const reach = 7
    const each = area(grain.size) / (reach * reach)
    for (let off = 1 - reach; off < reach; off += 1) {
      const x = Math.min(width - 1, Math.max(0, column + off))
      heap[x] += each * (reach - Math.abs(off))
    }
  }
  const frame = (part, step) => {
    for (const [at, layer] of layers.entries()) {
      if (part >= layer.from && part < layer.until) {
        owed[at] += (layer.share * width * height * step) / ((layer.until - layer.from) * seconds)
        while (owed[at] > 0) owed[at] -= drop(layer, part)
      }
    }
    paint.fillStyle = '#bbbdac'
    paint.fillRect(0, 0, width, height)
    paint.drawImage(ground, 0, 0)
    for (let at = falling.length - 1; at >= 0; at -= 1) {
      const grain = falling[at]
      grain.y += grain.speed * step
      grain.x += Math.sin(grain.y / 38 + grain.sway) * 0.5
      const column = Math.min(width - 1, Math.max(0, Math.round(grain.x)))
      if (grain.y >= height - heap[column]) {
        rest(grain)
        falling[at] = falling[falling.length - 1]
        falling.pop()
      } else {
        paint.fillStyle = grain.colour
        paint.fillRect(grain.x - grain.size / 2, grain.y - grain.size / 2, grain.size, grain.size * 0.86)
      }
    }
  }
  const stream = canvas.captureStream(25)
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 1_300_000 })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  frame(0, 0.001)
  recorder.start()
  const begun = performance.now()
  let last = begun
  await new Promise((done) => {
    const next = (now) => {
      const gone = (now - begun) / 1000
      frame(gone / seconds, Math.min(0.08, (now - last) / 1000))
      last = now
      if (gone < seconds) requestAnimationFrame(next)
      else done()
    }
    requestAnimationFrame(next)
  })
  const ended = new Promise((done) => (recorder.onstop = done))
  recorder.stop()
  await ended
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return { film: btoa(text), last: canvas.toDataURL('image/png') }
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const { film, last } = await page.evaluate(record)
  await mkdir(dirname(out), { recursive: true })
  await writeFile(out, Buffer.from(film, 'base64'))
  await writeFile(out.replace(/\.webm$/, '.png'), Buffer.from(last.split(',')[1] ?? '', 'base64'))
} finally {
  await browser.close()
}
