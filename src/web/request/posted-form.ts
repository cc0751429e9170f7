import { ShopError } from '#shared/errors.ts'

/** The form that was posted. Throws MALFORMED_BODY for a body that is no form of its type. */
export const postedForm = async (request: Request): Promise<FormData> => {
  try {
    return await request.formData()
  } catch (thrown) {
    throw new ShopError('MALFORMED_BODY', { cause: thrown })
  }
}
