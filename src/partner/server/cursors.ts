const base64url = (text: string): string => Buffer.from(text).toString('base64url')

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const decoded = (text: string): string => Buffer.from(text, 'base64url').toString()

/** The place of a row that is sorted by a moment, and by its id among those of the same moment. */
export interface TimePlace {
  readonly at: string
  readonly id: string
}

export const timeCursor = ({ at, id }: TimePlace): string => base64url(`${at}~${id}`)

/** Null for a text that is not a cursor. */
export const readTimeCursor = (text: string): TimePlace | null => {
  const [at = '', id = ''] = decoded(text).split('~')
  if (!isTime(at) || !uuidForm.test(id)) return null
  try {
    return { at: Temporal.Instant.from(at).toString(), id }
  } catch {
    return null
  }
}

/** The place of a row that is sorted by its id. */
export const idCursor = (id: string): string => base64url(id)

/** Null for a text that is not a cursor. */
export const readIdCursor = (text: string): string | null => {
  const id = decoded(text)
  return uuidForm.test(id) ? id : null
}

/** The place of a row with a code. */
export const codeCursor = (code: string): string => base64url(code)

/** Null for a text that is not a cursor. */
export const readCodeCursor = (text: string): string | null => {
  const code = decoded(text)
  return /^[\w-]{1,60}$/.test(code) ? code : null
}
