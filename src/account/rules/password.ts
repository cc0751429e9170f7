import { commonPasswords } from './common-passwords.ts'

/** The shortest password of spec §5; an operator may increase it (ruling 20). */
export const shortestPassword = 6

/** Longer input is refused before it is hashed, so that nobody can keep the server busy with it. */
export const longestPassword = 200

/** The sentence of spec §5 for a minimum length. */
export const tooShort = (minLength: number): string =>
  `Password must be at least ${minLength} characters long.`

const tooLong = `Password must be at most ${longestPassword} characters long.`
const tooCommon = 'This password is too common. Please choose another.'

/** Normalizes an entered password: the same letters from another keyboard are the same password. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC')

const sameCharacterOnly = (password: string): boolean => new Set(password).size === 1

/** Why a new password is refused, as a sentence for its field; null when it will do (spec §5, ruling 20). */
export const passwordRefusal = (password: string, minLength: number): string | null => {
  const normalized = normalizedPassword(password)
  const length = Array.from(normalized).length
  if (length < minLength) return tooShort(minLength)
  if (length > longestPassword) return tooLong
  if (sameCharacterOnly(normalized) || commonPasswords.has(normalized.toLowerCase())) return tooCommon
  return null
}
