/** The fields of a form that was sent, and their owner. */
export interface FormDraft {
  readonly page: string
  /** The account's id. */
  readonly who: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isField = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Reads what was stored; null for anything invalid. */
export const parseFormDraft = (text: string | null): FormDraft | null => {
  const stored = parsed(text)
  if (!isRecord(stored)) return null
  const { page, who, fields } = stored
  if (typeof page !== 'string' || typeof who !== 'string' || !Array.isArray(fields)) return null
  return { page, who, fields: fields.filter(isField) }
}

/** The account in the identity token (ruling 17); it is read here, and never trusted. */
export const memberIn = (token: string | undefined): string | null => {
  const [, claims = ''] = (token ?? '').split('.')
  try {
    const read = parsed(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(read) && typeof read['uuid'] === 'string' ? read['uuid'] : null
  } catch {
    return null
  }
}
