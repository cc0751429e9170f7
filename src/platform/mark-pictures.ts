import '#shared/brand-mark.ts'

const drawn = new Map<string, Promise<Buffer>>()

// A shop without a mark, or a process that never draws one, does not load it.
const loadLibrary = async () => (await import('sharp')).default

const draw = async (bytes: Uint8Array, size: number, padding: number): Promise<Buffer> => {
  const sharp = await loadLibrary()
  const inner = size - 2 * padding
  const mark = await sharp(Buffer.from(bytes), { density: 600, limitInputPixels: 64_000_000 })
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
  if (padding === 0) return mark
  return sharp({ create: { width: size, height: size, channels: 4, background: '#f4f5f1' } })
    .composite([{ input: mark, left: padding, top: padding }])
    .png()
    .toBuffer()
}

const once = (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
  const known = drawn.get(name) ?? make()
  drawn.set(name, known)
  return known
}

/**
 * The mark of the brand as a square PNG of this many pixels, drawn once in a process; null for a brand without one. With `onTile` it is on a tile of the
 * shop's background, as home screens cut off edges.
 */
export const markPicture = async (size: number, onTile = false): Promise<Buffer | null> => {
  const mark = globalThis.shopMark
  if (!mark) return null
  return once(`${size} ${onTile}`, () => draw(mark.bytes, size, onTile ? Math.round(size / 6) : 0))
}

const card = { width: 1200, height: 630, mark: 300 }

/** The mark in the middle of a card for links to pages; null for a brand without one. */
export const socialCard = async (): Promise<Buffer | null> => {
  const mark = await markPicture(card.mark)
  if (mark === null) return null
  return once('card', async () => {
    const sharp = await loadLibrary()
    const { width, height } = card
    return sharp({ create: { width, height, channels: 3, background: '#f4f5f1' } })
      .composite([{ input: mark }])
      .png()
      .toBuffer()
  })
}
