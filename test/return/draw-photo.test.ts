import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPhoto } from '#return/server/draw-photo.ts'

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#aa3311' } })

const drawn = async (bytes: Buffer): Promise<string> => {
  const photo = await drawPhoto(bytes)
  return photo.kind === 'photo' ? 'photo' : photo.message
}

const tooLarge = 'This photo is too large. Please choose a smaller one.'

// Some hundred kilobytes each, and what they are decoded to: 22 million pixels of three colors, two bytes each, and more.
test.for([
  ['a progressive JPEG', () => plain(5500, 4000).jpeg({ progressive: true })],
  [
    'an interlaced PNG with 16 bits',
    () => plain(4200, 4000, 4).toColorspace('rgb16').png({ progressive: true }),
  ],
  [
    'a PNG with 16 bits that lies on its side',
    () => plain(4200, 4000, 4).toColorspace('rgb16').png().withMetadata({ orientation: 6 }),
  ],
  ['a WebP', () => plain(6600, 6600).webp({ effort: 0 })],
] as const)('%s that must be decoded completely in memory is refused before decoding', async ([, made]) => {
  expect(await drawn(await made().toBuffer())).toBe(tooLarge)
})

test.for([
  [
    'the JPEG of a phone with 48 million pixels, on its side',
    () => plain(8000, 6000).jpeg().withMetadata({ orientation: 6 }),
  ],
  ['a progressive JPEG of 12 million pixels', () => plain(4000, 3000).jpeg({ progressive: true })],
  ['a screenshot', () => plain(2000, 3000, 4).png()],
  ['a WebP of 12 million pixels', () => plain(4000, 3000).webp()],
] as const)('%s is re-encoded', async ([, made]) => {
  expect(await drawn(await made().toBuffer())).toBe('photo')
})

test('photos are re-encoded one at a time, so that memory holds one, and too many at once are refused', async () => {
  const small = await plain(60, 60).jpeg().toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => drawPhoto(small)))
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(7)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'SHOP_BUSY' })
})
