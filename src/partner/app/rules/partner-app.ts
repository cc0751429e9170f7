import type { PartnerScope } from '#shared/partner-scope.ts'
import { PartnerScopeName } from '#shared/partner-scope.ts'

/** A program that signs in by OAuth 2 client credentials. */
export interface PartnerApp {
  /** The `client_id`. */
  readonly id: string
  readonly name: string
  readonly scopes: readonly PartnerScope[]
  readonly createdAt: Temporal.Instant
  readonly removedAt: Temporal.Instant | null
  /** When it last asked for a token; null for never. */
  readonly lastUsedAt: Temporal.Instant | null
  /** Which of its secrets counts, from 1 on. */
  readonly secretNumber: number
  /** Until then the secret before counts too. */
  readonly oldSecretUntil: Temporal.Instant | null
}

/** How long an access token counts. */
export const tokenSeconds = 3600

/** How long the old secret still counts after a rotation. */
export const secretOverlap = Temporal.Duration.from({ hours: 7 * 24 })

/** 32 random bytes as base64url, behind words by which people and scanners recognize what it is. */
export const secretText = (shop: string, random: string): string => `${shop}_secret_${random}`
export const tokenText = (shop: string, random: string): string => `${shop}_token_${random}`

/** The access token in an Authorization header; null for anything else, such as a key. */
export const tokenIn = (header: string | undefined): string | null =>
  /^bearer ([\w-]{1,40}_token_[\w-]{43})$/i.exec(header?.trim() ?? '')?.[1] ?? null

type SecretFacts = Pick<PartnerApp, 'removedAt' | 'secretNumber' | 'oldSecretUntil'>

/** Whether a secret of an app counts at `now`: the newest one, and for a while the one before. None of a removed app does. */
export const isSecretLive = (
  { removedAt, secretNumber, oldSecretUntil }: SecretFacts,
  wanted: number,
  now: Temporal.Instant,
): boolean => {
  if (removedAt !== null) return false
  if (wanted === secretNumber) return true
  return (
    wanted === secretNumber - 1 &&
    oldSecretUntil !== null &&
    Temporal.Instant.compare(now, oldSecretUntil) < 0
  )
}

/** An access token, with the app that it was given to. */
export interface AccessToken {
  readonly app: PartnerApp
  readonly secretNumber: number
  readonly scopes: readonly PartnerScope[]
  readonly expiresAt: Temporal.Instant
}

/** Whether a token opens anything at `now`: until its end, and no longer than the secret that it was asked for with. */
export const isTokenLive = ({ app, secretNumber, expiresAt }: AccessToken, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(now, expiresAt) < 0 && isSecretLive(app, secretNumber, now)

/**
 * The scopes that are given: those of `wanted` (names with spaces between, RFC 6749 §3.3), all of the app's without it; null when one of them is not a scope of the app.
 */
export const grantedScopes = (
  { scopes }: Pick<PartnerApp, 'scopes'>,
  wanted: string | undefined,
): readonly PartnerScope[] | null => {
  if (wanted === undefined) return scopes
  const names = PartnerScopeName.array().safeParse(wanted.split(' '))
  if (!names.success || !names.data.every((name) => scopes.includes(name))) return null
  return [...new Set(names.data)]
}
