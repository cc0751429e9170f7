import sharp from 'sharp'
import { expect, test } from 'vitest'
import { storePicture } from '#content/server/page-pictures.ts'
import type { FileStorage } from '#platform/file-storage.ts'

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#aa3311' } })

const whole = { left: 0, top: 0, width: 100, height: 100 }

const stored = (names: string[] = []): FileStorage => ({
  write: async (name) => void names.push(name),
  read: async () => null,
})

const store = (bytes: Buffer, crop = whole, names: string[] = []) =>
  storePicture(stored(names), bytes, crop, { x: 50, y: 50 })

const tooLarge = { fields: { file: 'This picture is too large. Please choose a smaller one, or a JPEG.' } }

// Up to two megabytes each, and what they are decoded to: from 130 to 800 megabytes.
test.for([
  ['a picture of 256 million pixels', () => plain(16_000, 16_000).png()],
  ['an AVIF of 49 million pixels', () => plain(7000, 7000).avif({ effort: 0 })],
  [
    'an interlaced PNG with 16 bits',
    () => plain(4200, 4000, 4).toColorspace('rgb16').png({ progressive: true }),
  ],
  ['a progressive JPEG', () => plain(5500, 4000).jpeg({ progressive: true })],
  ['a WebP', () => plain(6600, 6600).webp({ effort: 0 })],
  ['a PNG that lies on its side', () => plain(6600, 6600).png().withMetadata({ orientation: 6 })],
] as const)('%s is refused for a page before it is decoded', async ([, made]) => {
  await expect(store(await made().toBuffer())).rejects.toMatchObject(tooLarge)
})

test.for([
  ['the JPEG of a phone with 48 million pixels', () => plain(8000, 6000).jpeg()],
  ['an AVIF of 12 million pixels', () => plain(4000, 3000).avif({ effort: 0 })],
  ['a progressive JPEG of 12 million pixels', () => plain(4000, 3000).jpeg({ progressive: true })],
] as const)('%s is drawn for a page', async ([, made]) => {
  expect((await store(await made().toBuffer())).name).toContain('-1920x1440')
})

test('the part that is cut out of a picture is that of the upright picture, whichever way its file lies', async () => {
  // The right half of the upright picture is blue; the file lies on its side.
  const half = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const upright = plain(1600, 600).composite([{ input: half, left: 800, top: 0 }])
  const lying = await sharp(await upright.png().toBuffer())
    .rotate(-90)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const bytes: Uint8Array[] = []
  const storage = {
    write: async (_: string, one: Uint8Array) => void bytes.push(one),
    read: async () => null,
  }
  const right = { left: 50, top: 0, width: 50, height: 100 }
  const { name } = await storePicture(storage, lying, right, { x: 50, y: 50 })
  expect(name).toContain('-800x600')
  const { dominant } = await sharp(bytes[1]).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
})

test('pictures of pages are drawn one at a time, so that memory holds one, and too many at once are refused', async () => {
  const small = await plain(400, 400).jpeg().toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => store(small)))
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(7)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'SHOP_BUSY' })
})
