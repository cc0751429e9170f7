import type { Metadata } from 'sharp'
import { createBoundedQueue } from './bounded-queue.ts'

/** The largest picture that is decoded: a small file can be a picture that fills the memory. */
export const maxPixels = 50_000_000
/** The most that a picture may take while it is decoded, where it cannot be read row by row. */
const maxBytesInMemory = 128_000_000
/** The decoder of AVIF has the planes of a picture beside its pixels: measured, it takes three times as much as those. */
const avifFactor = 3

/** A picture by its header, as the library of pictures reads it. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'orientation'
>

/**
 * What decoding keeps in memory: nothing for a picture that is read row by row, and little for a JPEG that is turned and shrunk while it
 * is read. Compressed it may be a thousand times smaller.
 */
const bytesInMemory = (
  { format, width, height, channels, depth, isProgressive, orientation = 1 }: PictureHeader,
  isShrunkWhileRead: boolean,
): number => {
  const isTurned = orientation > 1 && !(format === 'jpeg' && isShrunkWhileRead)
  const isWhole = format === 'webp' || format === 'heif'
  if (!isProgressive && !isTurned && !isWhole) return 0
  const isWide = depth === 'ushort' || (format === 'jpeg' && isProgressive)
  return width * height * channels * (isWide ? 2 : 1) * (format === 'heif' ? avifFactor : 1)
}

/** Whether a picture is refused before it is decoded. `isShrunkWhileRead`: nothing is cut out of it. */
export const isTooLarge = (
  header: PictureHeader,
  { isShrunkWhileRead }: { readonly isShrunkWhileRead: boolean },
): boolean =>
  header.width * header.height > maxPixels || bytesInMemory(header, isShrunkWhileRead) > maxBytesInMemory

/**
 * One at a time in a process: each is a picture in memory, and uses every core. As many wait as all forms that are taken at once have.
 * Throws SHOP_BUSY when too many wait.
 */
export const drawInTurn = createBoundedQueue({ atOnce: 1, waiting: 12 })
