import list from './common-passwords.json' with { type: 'json' }

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

// Newer than the published list, or words of this shop (ASVS 6.1.2).
const additions = `
0123456789 0987654321 147258369 789456123 963852741 741852963 123qweasd 123qwe123 a12345678 aa123456
aa12345678 q1w2e3r4t5 qwerty1234 qwerty12345 qwerty123456 qwert12345 zxcvbnm123 qweasdzxc azerty123
azertyuiop password12 password123 password1234 password12345 password! password1! p@ssword p@ssw0rd
passwort1 motdepasse contrasena senha123 welcome123 letmein123 changeme1 admin123 administrator adminadmin
admin1234 root123 rootroot guest123 login123 secret123 minecraft fortnite princess1 sunshine1 hunter2
ninja123 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 google123 facebook iphone
linkedin hellohello rockyou hacker wasdwasd loamloam loam123 loam1234 daily-synbiotic synbiotic probiotic
`

const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** The most common passwords of six characters or more, in lower case (ruling 20); the list names its source. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...splitWords(list.words),
  ...splitWords(additions),
])

/** Why a new password is refused, as a sentence for its field; null when it will do (spec §5, ruling 20). */
export const passwordRefusal = (password: string, minLength: number): string | null => {
  const normalized = normalizedPassword(password)
  const length = Array.from(normalized).length
  if (length < minLength) return tooShort(minLength)
  if (length > longestPassword) return tooLong
  if (sameCharacterOnly(normalized) || commonPasswords.has(normalized.toLowerCase())) return tooCommon
  return null
}
