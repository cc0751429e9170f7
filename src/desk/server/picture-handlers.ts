import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import { cropFault } from '#content/rules/picture-crop.ts'
import { notePicture, storePicture, uploadedPictures } from '#content/server/page-pictures.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { FileStorage } from '#platform/file-storage.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { uploadedSize } from '#shared/uploaded-picture.ts'
import { recordAction } from '#staff/server/audits.ts'
import type * as endpoints from '../picture-endpoints.ts'
import { staffNames } from './page-checks.ts'

const picturesShown = 200

/** Pictures that staff upload for pages. */
export const createPictureHandlers = ({
  deps,
  storage,
  nameable,
}: {
  readonly deps: AppDeps
  readonly storage: FileStorage
  readonly nameable: Nameable
}): HandlersFor<typeof endpoints> => ({
  listDeskPictures: async () => {
    const [pictures, nameOf] = await Promise.all([
      uploadedPictures(deps.database, picturesShown),
      staffNames(deps),
    ])
    return {
      names: [...pictures.map(({ name }) => name), ...[...nameable.pictures].toSorted()],
      pictures: pictures.map(({ name, alt, bytes, uploadedAt, uploadedBy }) => ({
        name,
        alt,
        ...(uploadedSize(name) ?? { width: 0, height: 0 }),
        bytes,
        at: uploadedAt.toString(),
        by: nameOf(uploadedBy),
      })),
    }
  },
  uploadDeskPicture: async (context, { file, alt, focus_x: x, focus_y: y, ...crop }) => {
    const fault = cropFault(crop)
    if (fault !== null) throw new ShopError('VALIDATION_ERROR', { fields: { width: fault } })
    const stored = await storePicture(storage, Buffer.from(file, 'base64'), crop, { x, y })
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const isNew = await notePicture(tx, { ...stored, alt, uploadedBy: actor.staffId })
      const entry = { action: 'picture.uploaded', subject: `picture:${stored.name}`, after: { alt } }
      if (isNew) recordAction(tx, { actor, requestId: context.requestId }, entry)
    })
    return { name: stored.name }
  },
})
