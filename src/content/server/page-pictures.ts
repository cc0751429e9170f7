import { createHash } from 'node:crypto'
import type { FileStorage } from '#platform/file-storage.ts'
import { drawInTurn, isTooLarge, maxPixels } from '#platform/picture-memory.ts'
import type { PictureHeader } from '#platform/picture-memory.ts'
import { ShopError } from '#shared/errors.ts'
import { fileWidths, uploadedFile, uploadedName } from '#shared/uploaded-picture.ts'
import type { PictureFocus, UploadedName } from '#shared/uploaded-picture.ts'
import { cropInPixels } from '../rules/picture-crop.ts'
import type { PictureCrop } from '../rules/picture-crop.ts'

export {
  insertPicture as notePicture,
  selectPictureNames as uploadedNames,
  selectPictures as uploadedPictures,
  selectUploadedParts as uploadedParts,
} from './page-picture-store.ts'
export type { PagePicture } from './page-picture-store.ts'

/** The widest file of a picture. */
const maxWidth = 1920
const maxHeight = 2400
/** Narrower ones would be drawn larger than they are. */
const minWidth = 320

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** What a file is by its first bytes; its name and the type that a browser says are not asked. */
const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, 0, '\xff\xd8\xff') ||
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) ||
  startsWith(bytes, 4, 'ftypavif')

interface DrawnFile {
  readonly file: string
  readonly type: 'image/avif' | 'image/webp'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A picture in all its files, or why there is none, as a sentence. */
type DrawnPicture =
  | { readonly kind: 'picture'; readonly name: UploadedName; readonly files: readonly DrawnFile[] }
  | { readonly kind: 'refused'; readonly message: string }

const refused = (message: string): DrawnPicture => ({ kind: 'refused', message })

// Loaded with the first picture: the library is large.
const loadLibrary = async () => (await import('sharp')).default
let library: ReturnType<typeof loadLibrary> | null = null

type Sharp = Awaited<ReturnType<typeof loadLibrary>>

/** Its size when it is upright: from 5 on it lies on its side. */
const uprightSize = ({ width, height, orientation = 1 }: PictureHeader) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** The pixels of the chosen part, upright and no larger than pages show them; nothing of the file but its pixels. */
const pixelsOf = (sharp: Sharp, bytes: Buffer, header: PictureHeader, crop: PictureCrop) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .rotate()
    .extract(cropInPixels(crop, uprightSize(header)))
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })

const toBytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

const drawFiles = async (sharp: Sharp, png: Buffer, name: string, width: number): Promise<DrawnFile[]> => {
  const files: DrawnFile[] = []
  // One after the other: each takes the memory of the whole picture.
  for (const step of fileWidths(width)) {
    const sized = sharp(png).resize({ width: step })
    files.push({
      file: uploadedFile(name, step, 'avif'),
      type: 'image/avif',
      bytes: toBytes(await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer()),
    })
    files.push({
      file: uploadedFile(name, step, 'webp'),
      type: 'image/webp',
      bytes: toBytes(await sized.clone().webp({ quality: 80 }).toBuffer()),
    })
  }
  return files
}

/**
 * Decodes a picture and draws the chosen part of it again as AVIF and WebP in the widths that pages use: nothing of the file itself
 * is kept, neither what cameras write beside a picture nor what was hidden in it.
 */
const drawPicture = async (bytes: Buffer, crop: PictureCrop, focus: PictureFocus): Promise<DrawnPicture> => {
  if (!isPicture(bytes))
    return refused('This file isn’t a picture. Please choose a JPEG, PNG, WebP or AVIF file.')
  library ??= loadLibrary()
  const sharp = await library
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (isTooLarge(header, { isShrunkWhileRead: false }))
      return refused('This picture is too large. Please choose a smaller one, or a JPEG.')
    const { data, info } = await pixelsOf(sharp, bytes, header, crop)
    if (info.width < minWidth)
      return refused(`The chosen part is ${info.width} pixels wide. Please choose at least ${minWidth}.`)
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 16)
    const name = uploadedName(hash, info.width, info.height, focus)
    return { kind: 'picture', name, files: await drawFiles(sharp, data, name, info.width) }
  } catch {
    return refused('We can’t read this picture. Please choose another one.')
  }
}

/**
 * Draws a picture and stores its files; returns its name and how many bytes they are. Done again it stores the same files.
 * VALIDATION_ERROR for a file that is no picture that pages can show; SHOP_BUSY when too many are drawn.
 */
export const storePicture = async (
  storage: FileStorage,
  file: Buffer,
  crop: PictureCrop,
  focus: PictureFocus,
): Promise<{ readonly name: string; readonly bytes: number }> => {
  const drawn = await drawInTurn(() => drawPicture(file, crop, focus))
  if (drawn.kind === 'refused') throw new ShopError('VALIDATION_ERROR', { fields: { file: drawn.message } })
  for (const { file: name, type, bytes } of drawn.files) await storage.write(name, bytes, type)
  return { name: drawn.name, bytes: drawn.files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}
