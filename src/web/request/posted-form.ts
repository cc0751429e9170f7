import type { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { firstMessages, issueMessages } from '#shared/field-messages.ts'

/** The form that was posted. Throws MALFORMED_BODY for a body that is no form of its type. */
export const postedForm = async (request: Request): Promise<FormData> => {
  try {
    return await request.formData()
  } catch (thrown) {
    throw new ShopError('MALFORMED_BODY', { cause: thrown })
  }
}

const unreadable = 'The request could not be read.'

/**
 * Fields as a page of the shop sends them. Throws VALIDATION_ERROR for others, with the schema's own messages where it has
 * some: an address or a form can be written by anybody, and is no fault of the shop.
 */
export const fieldsAs = <Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(fields, { error: () => unreadable })
  if (parsed.success) return parsed.data
  throw new ShopError('VALIDATION_ERROR', { fields: firstMessages(issueMessages(parsed.error)) })
}

/** The form that was posted, as a page of the shop sends it. Throws as `postedForm` and `fieldsAs`. */
export const postedAs = async <Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> => fieldsAs(schema, Object.fromEntries(await postedForm(request)))
