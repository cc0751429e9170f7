import { Refusal } from './refusal.ts'

/** A JSON object or a submitted form, not yet trusted. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invalid = (name: string, wanted: string): Refusal =>
  new Refusal(400, 'parameter_invalid', `${name} must be ${wanted}.`)

/** Text of at most `max` characters; `''` when it is left out. */
export const textField = (fields: Fields, name: string, max = 500): string => {
  const value = fields[name] ?? ''
  if (typeof value !== 'string' || value.length > max)
    throw invalid(name, `text of at most ${max} characters`)
  return value
}

export const neededText = (fields: Fields, name: string, max = 500): string => {
  const value = textField(fields, name, max)
  if (value === '') throw invalid(name, 'given')
  return value
}

export const amountField = (fields: Fields, name: string): number => {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > 99_999_999)
    throw invalid(name, 'a whole number of cents above 0')
  return value
}

export const flagField = (fields: Fields, name: string): boolean => {
  const value = fields[name] ?? false
  if (typeof value !== 'boolean') throw invalid(name, 'true or false')
  return value
}

export const objectField = (fields: Fields, name: string): Fields => {
  const value = fields[name] ?? {}
  if (!isFields(value)) throw invalid(name, 'an object')
  return value
}
