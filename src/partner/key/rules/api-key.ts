import type { PartnerScope } from '#shared/partner-scope.ts'

/** A key as the shop remembers it. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** Its first characters, by which a person recognizes it. */
  readonly prefix: string
  readonly scopes: readonly PartnerScope[]
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
  /** Within some minutes; null for one that was never used. */
  readonly lastUsedAt: Temporal.Instant | null
  /** The key that it took the place of. */
  readonly replaces: string | null
}

/** Days for which a key counts: the longest, and what is proposed. */
export const maxKeyDays = 730
export const usualKeyDays = 365

/** How long the old key still counts after a rotation, so that a partner changes it without an interruption. */
const keyOverlap = Temporal.Duration.from({ hours: 7 * 24 })

const touchEvery = Temporal.Duration.from({ minutes: 5 })

/** Characters of a key that are shown after it was made. */
const shownCharacters = 6

/** The text of a key: whose it is, whether real money is behind it, and 32 random bytes as base64url. */
export const keyText = (shop: string, isLive: boolean, token: string): string =>
  `${shop}_${isLive ? 'live' : 'test'}_${token}`

/** The part of a key that the shop keeps and shows. */
export const keyPrefix = (key: string): string =>
  key.replace(/[\w-]{43}$/, (token) => token.slice(0, shownCharacters))

/** The key in an Authorization header; null for anything else. */
export const keyIn = (header: string | undefined): string | null =>
  /^bearer ([\w-]{1,40}_(?:live|test)_[\w-]{43})$/i.exec(header?.trim() ?? '')?.[1] ?? null

/** Whether a key opens anything at `now`; its end and its revocation close it at their very moment. */
export const isKeyLive = (
  { expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>,
  now: Temporal.Instant,
): boolean => revokedAt === null && Temporal.Instant.compare(now, expiresAt) < 0

/** Whether the last use is old enough to be written again. */
export const isKeyTouchDue = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: Temporal.Instant): boolean =>
  lastUsedAt === null || Temporal.Instant.compare(now, lastUsedAt.add(touchEvery)) >= 0

const earlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b

/** When a key that is replaced at `now` ends: after the overlap, and not later than it would have. */
export const endOfReplaced = (
  { expiresAt }: Pick<ApiKey, 'expiresAt'>,
  now: Temporal.Instant,
): Temporal.Instant => earlier(expiresAt, now.add(keyOverlap))
