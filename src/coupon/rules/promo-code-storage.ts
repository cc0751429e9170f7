import { isRecord } from '#shared/is-record.ts'

const hour = 3_600_000

/** How long a code is stored in the browser, in hours (spec §9). */
const defaultHours = 720
const legacyHours = 48

/** The value under `{product}_promoCode` (spec §3); `expirationDate` is an instant as ISO text. */
interface StoredPromoCode {
  readonly code: string
  readonly expirationDate: string
}

/** Read by hand: a schema library would be a sixth of what the cart page sends. Null for an invalid value. */
const storedIn = (value: unknown): StoredPromoCode | null => {
  if (!isRecord(value)) return null
  const { code, expirationDate } = value
  if (typeof code !== 'string' || typeof expirationDate !== 'string') return null
  const trimmed = code.trim()
  const isValid = trimmed !== '' && trimmed.length <= 60 && !Number.isNaN(Date.parse(expirationDate))
  return isValid ? { code: trimmed, expirationDate } : null
}

/** Text to store for a code, trimmed (spec §5); null when it is empty. `now` in epoch milliseconds. */
export const promoCodeText = (code: string, now: number, hours: number = defaultHours): string | null => {
  const trimmed = code.trim()
  if (trimmed === '') return null
  const value: StoredPromoCode = { code: trimmed, expirationDate: new Date(now + hours * hour).toISOString() }
  return JSON.stringify(value)
}

/** What to do with the text found in storage. */
export type PromoCodeReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly code: string }
  /** A legacy plain value: save `text` in its place, it counts for 48 hours from now. */
  | { readonly kind: 'resave'; readonly code: string; readonly text: string }
  | { readonly kind: 'remove' }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const legacy = (text: string, now: number): PromoCodeReading => {
  const code = text.trim().slice(0, 60)
  const resaved = promoCodeText(code, now, legacyHours)
  return resaved === null ? { kind: 'remove' } : { kind: 'resave', code, text: resaved }
}

/** Reads the stored text: an expired code is removed, a plain value of old is saved again with 48 hours (spec §9). */
export const readPromoCode = (text: string | null, now: number): PromoCodeReading => {
  if (text === null) return { kind: 'none' }
  const value = parsed(text)
  if (value === undefined || typeof value === 'number') return legacy(text, now)
  if (typeof value === 'string') return legacy(value, now)
  const stored = storedIn(value)
  return stored && Date.parse(stored.expirationDate) > now
    ? { kind: 'stored', code: stored.code }
    : { kind: 'remove' }
}
