import type { Endpoint, PayloadOf, ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import type { StaffRole } from '#shared/staff.ts'

/**
 * The actor of a request. A member is known by the session cookie alone (ruling 17). A support agent, or a person of staff from the
 * desk, acts for a member for a while; handlers see an agent only in endpoints about the impersonation session itself, in every other one the
 * member or a visitor.
 */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'member'
      readonly accountId: string
      readonly email: string
      readonly sessionId: string
      /** Of the member's mails; read from the account when an agent acts. */
      readonly locale?: Locale
    }
  | {
      readonly kind: 'agent'
      readonly impersonationId: string
      /** The agent, or the person of staff with the session at the desk within which this one counts. */
      readonly by: { readonly kind: 'support-agent'; readonly agentId: string } | Staff
      readonly agentName: string
      /** Of the member. */
      readonly accountId: string
      readonly email: string
      readonly memberName: string
      readonly reason: string
      /** Whether the second step was taken. */
      readonly mayWrite: boolean
      readonly endsAt: Temporal.Instant
    }
  | Staff
  | Partner

/** A person of the shop who signed in at the desk; known by the desk's own cookie, and in the desk only. */
export interface Staff {
  readonly kind: 'staff'
  readonly staffId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole
}

/** A partner's program, known by the key or the access token that it sends, and in the partner API only. */
export interface Partner {
  readonly kind: 'partner'
  readonly credential: 'key' | 'app'
  /** Of the key, or of the app: it stays the same with each token. */
  readonly programId: string
  readonly name: string
  readonly scopes: readonly PartnerScope[]
}

/** Headers that an endpoint's answer may have in addition to those of every answer. */
export type ReplyHeader =
  | 'ratelimit-limit'
  | 'ratelimit-remaining'
  | 'ratelimit-reset'
  | 'idempotent-replayed'
  | 'www-authenticate'

export interface CookieOptions {
  readonly httpOnly: boolean
  /** Seconds; missing for a cookie that ends with the browser. */
  readonly maxAge?: number
  /** Sent only with requests that begin on this site. */
  readonly isStrict?: boolean
}

/** Cookies of one request and reply. Secure, SameSite and Path=/ are added by the edge. */
export interface Cookies {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string, options: CookieOptions) => void
  readonly clear: (name: string) => void
}

/** What the API knows about a request; handlers get it with the payload. */
export interface RequestContext {
  readonly actor: Actor
  readonly requestId: string
  /** The client's network: an IPv4 address or the /64 of an IPv6 address. */
  readonly network: string
  /** The request comes from this machine itself, without a proxy between. */
  readonly isLocal?: boolean
  readonly userAgent: string
  /** ISO 3166-1 alpha-2, `US` when unknown; region `XX` when unknown (spec §7). */
  readonly country: string
  readonly region: string
  /** Whether the country was detected or chosen, and not assumed; missing for one that was assumed. */
  readonly countryKnown?: boolean
  /** What the visitor chose to pay in, otherwise the currency of the country; the shop may not sell in it yet. */
  readonly currency: ShopCurrency
  /** The language of the page, or of what asks; replies of endpoints stay in English. */
  readonly locale: Locale
  readonly cookies: Cookies
  /**
   * Has the browser drop the pages of this site that it cached, including its back/forward cache. Cookies, local
   * storage and the service worker stay.
   */
  readonly dropCachedPages?: () => void
  /** Missing where there is no answer over HTTP. */
  readonly setReplyHeader?: (name: ReplyHeader, value: string) => void
  /** Whether a bearer token was sent, valid or not. */
  readonly hasBearer?: boolean
  /** The header Idempotency-Key. */
  readonly idempotencyKey?: string | undefined
  /** Too many recent requests from here: this one has to pass a human check. */
  readonly requiresHumanCheck?: boolean
  /** The browser sends Global Privacy Control (ruling 24). */
  readonly privacySignal: boolean
  /** The headers Sec-Fetch-Site and Sec-Fetch-Dest of the request; undefined where the client sent none (ruling 18). */
  readonly secFetch: {
    readonly site: string | undefined
    readonly dest: string | undefined
    readonly mode?: string | undefined
  }
}

export type Handler<C extends Endpoint> = (
  context: RequestContext,
  payload: PayloadOf<C>,
) => Promise<ReplyOf<C>>

export type Member = Extract<Actor, { readonly kind: 'member' }>

/** The member who asks; UNAUTHENTICATED for anybody else. */
export const memberOf = ({ actor }: Pick<RequestContext, 'actor'>): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

/** The person of staff who asks; UNAUTHENTICATED for anybody else. */
export const staffOf = ({ actor }: Pick<RequestContext, 'actor'>): Staff => {
  if (actor.kind !== 'staff') throw new ShopError('UNAUTHENTICATED')
  return actor
}

/** The partner's program that asks; UNAUTHENTICATED for anybody else. */
export const partnerOf = ({ actor }: Pick<RequestContext, 'actor'>): Partner => {
  if (actor.kind !== 'partner') throw new ShopError('UNAUTHENTICATED')
  return actor
}
