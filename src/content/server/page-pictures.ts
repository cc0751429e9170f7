import type { FileStorage } from '#platform/file-storage.ts'
import { ShopError } from '#shared/errors.ts'
import type { PictureFocus } from '#shared/uploaded-picture.ts'
import type { PictureCrop } from '../rules/picture-crop.ts'
import { drawPicture } from './draw-picture.ts'

export {
  insertPicture as notePicture,
  selectPictureNames as uploadedNames,
  selectPictures as uploadedPictures,
} from './page-picture-store.ts'
export type { PagePicture } from './page-picture-store.ts'

/**
 * Draws a picture and stores its files; returns its name and how many bytes they are. Done again it stores the same files.
 * VALIDATION_ERROR for a file that is no picture that pages can show.
 */
export const storePicture = async (
  storage: FileStorage,
  file: Buffer,
  crop: PictureCrop,
  focus: PictureFocus,
): Promise<{ readonly name: string; readonly bytes: number }> => {
  const drawn = await drawPicture(file, crop, focus)
  if (drawn.kind === 'refused') throw new ShopError('VALIDATION_ERROR', { fields: { file: drawn.message } })
  for (const { file: name, type, bytes } of drawn.files) await storage.write(name, bytes, type)
  return { name: drawn.name, bytes: drawn.files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}
