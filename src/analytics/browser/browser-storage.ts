import { parseConsentCookie } from '#consent/rules/consent.ts'
import type { Groups } from '#consent/rules/consent.ts'
import { cookieNamed } from '#experiment/browser/page-flags.ts'
import { brand } from '#shared/brand.ts'
import type { DropReason } from './event-sender.ts'

const { analyticsCookie, analyticsPrefix, consentCookie, droppedCookie } = brand.keys

/** Seconds that the anonymous id is stored: 365 days (spec §9). */
const cookieAge = 365 * 24 * 60 * 60

/** The visitor's current consent; null without a choice. */
export const currentConsent = (): Groups | null => {
  const signal = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
  return parseConsentCookie(cookieNamed(consentCookie), signal)?.groups ?? null
}

const setCookie = (name: string, value: string, age: number): void => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax${secure}`
}

/** A random version 4 uuid, also where the page is no secure context. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) % 16) + 0x40
  bytes[8] = ((bytes[8] ?? 0) % 64) + 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** From 0 to 1. */
export const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const uuidPattern = /^[0-9a-f-]{36}$/

/** The browser's anonymous id: stored for 365 days after the last page, created when it is first needed. */
export const anonymousId = (): string => {
  const stored = cookieNamed(analyticsCookie) ?? ''
  const id = uuidPattern.test(stored) ? stored : randomId()
  setCookie(analyticsCookie, id, cookieAge)
  return id
}

export const forgetAnonymousId = (): void => setCookie(analyticsCookie, '', 0)

/** The value that analytics has stored under a name; null when there is none, or no storage. */
export const storedItem = (name: string): string | null => {
  try {
    return localStorage.getItem(analyticsPrefix + name)
  } catch {
    return null
  }
}

/** Stores a value, or removes it; a storage that is full keeps the one before. */
export const storeItem = (name: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(analyticsPrefix + name)
    else localStorage.setItem(analyticsPrefix + name, text)
  } catch {
    // Nothing depends on it.
  }
}

type DroppedCounts = Readonly<Record<DropReason, number>>

/** Dropped messages that were not reported yet. In a cookie: a full storage has no room for their number. */
export const droppedCounts = (): DroppedCounts => {
  const [full, refused] = (cookieNamed(droppedCookie) ?? '').split('.').map(Number)
  return { full: full || 0, refused: refused || 0 }
}

export const countDropped = (why: DropReason, by: number): void => {
  const before = droppedCounts()
  const after = (reason: DropReason): number => Math.max(0, before[reason] + (reason === why ? by : 0))
  const [full, refused] = [after('full'), after('refused')]
  const isNothing = full + refused === 0
  setCookie(droppedCookie, isNothing ? '' : `${full}.${refused}`, isNothing ? 0 : cookieAge)
}

/** Removes everything that analytics has stored in this browser: consent was withdrawn or never given. */
export const forgetAnalytics = (): void => {
  for (const name of [analyticsCookie, droppedCookie])
    if (cookieNamed(name) !== undefined) setCookie(name, '', 0)
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const key of keys) if (key.startsWith(analyticsPrefix)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
