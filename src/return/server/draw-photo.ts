import { drawInTurn, isTooLarge, maxPixels } from '#platform/picture-memory.ts'
import { maxPhotoBytes } from '../rules/problem-offer.ts'

/** The longest side of what is stored. */
const longestSide = 2000

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** What a file is by its first bytes; its name and the type that a browser says are not asked. */
const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, 0, '\xff\xd8\xff') ||
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'))

/** A photo as it is stored, or why it is not, as a sentence. */
export type DrawnPhoto =
  | { readonly kind: 'photo'; readonly jpeg: Buffer }
  | { readonly kind: 'refused'; readonly message: string }

const refused = (message: string): DrawnPhoto => ({ kind: 'refused', message })

// Loaded with the first photo: the library of pictures is large.
const loadLibrary = async () => (await import('sharp')).default
let library: ReturnType<typeof loadLibrary> | null = null

/**
 * Decodes a photo and draws it again as JPEG, upright and at most 2000 pixels long: nothing of the file itself is kept, neither
 * what cameras write beside a picture nor what was hidden in it. Throws SHOP_BUSY when too many wait.
 */
export const drawPhoto = (bytes: Buffer): Promise<DrawnPhoto> => drawInTurn(() => draw(bytes))

const draw = async (bytes: Buffer): Promise<DrawnPhoto> => {
  if (bytes.length > maxPhotoBytes) return refused('A photo can be up to 10 MB.')
  if (!isPicture(bytes)) return refused('This file isn’t a photo. Please choose a JPEG, PNG or WebP file.')
  library ??= loadLibrary()
  const sharp = await library
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    if (isTooLarge(await picture.metadata(), { isShrunkWhileRead: true }))
      return refused('This photo is too large. Please choose a smaller one.')
    const size = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const
    const drawn = picture.rotate().resize(size).flatten({ background: '#ffffff' })
    return { kind: 'photo', jpeg: await drawn.jpeg({ quality: 82 }).toBuffer() }
  } catch {
    return refused('We can’t read this photo. Please choose another one.')
  }
}
