import { isShopError } from '#shared/errors.ts'

/** The sentence of a refusal, of its first field if it has one. Throws what is no refusal of an action. */
export const refusalIn = (thrown: unknown): string => {
  if (!isShopError(thrown) || thrown.status === 401 || thrown.status >= 500) throw thrown
  return Object.values(thrown.fields ?? {})[0] ?? thrown.detail
}

export const noErrors: ReadonlyMap<string, string> = new Map()

/** The sentences of a refusal by their fields. Throws what is no refusal of an action. */
export const fieldErrors = (thrown: unknown): ReadonlyMap<string, string> => {
  if (!isShopError(thrown)) throw thrown
  return new Map(Object.entries(thrown.fields ?? {}))
}
