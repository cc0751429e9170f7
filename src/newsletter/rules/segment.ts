import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { abandonedAfter } from './cart-reminder.ts'
import type { SubscriberState } from './sign-up.ts'

const Day = z.iso.date('Please enter a date such as 2026-11-30.').nullable().default(null)
const Codes = z.array(z.string().regex(/^[a-z0-9-]{1,60}$/, 'Please enter codes such as syn-rf.')).max(40)

/**
 * Whom a campaign is for: every condition that is set has to hold. There is none on answers to a survey, and none can be added without
 * a fact of its own (`SubscriberFacts`).
 */
export const Segment = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Please enter codes such as US, CA.'))
    .max(60)
    .default([]),
  /** Of the latest order. */
  currencies: z
    .array(z.string().regex(/^[A-Z]{3}$/, 'Please enter codes such as USD.'))
    .max(10)
    .default([]),
  subscribedFrom: Day,
  subscribedUntil: Day,
  membership: z.enum(['all', 'members', 'others']).default('all'),
  subscription: z.enum(['any', 'active', 'paused', 'canceled', 'none']).default('any'),
  /** Of the subscription; empty for any. */
  plans: Codes.default([]),
  /** The latest order; both days included, in the shop's time zone. */
  orderedFrom: Day,
  orderedUntil: Day,
  products: Codes.default([]),
  cart: z.enum(['any', 'abandoned']).default('any'),
})

export type Segment = z.output<typeof Segment>

/** What the conditions of a segment can name. */
export interface KnownCodes {
  readonly countries: ReadonlySet<string>
  readonly currencies: ReadonlySet<string>
  readonly plans: ReadonlySet<string>
  readonly products: ReadonlySet<string>
}

const named = { countries: 'country', currencies: 'currency', plans: 'plan', products: 'product' } as const

/** The first and the last day of a time. */
export const spans = [
  ['subscribedFrom', 'subscribedUntil'],
  ['orderedFrom', 'orderedUntil'],
] as const

/** Why nobody could ever be in a segment: a sentence by the field that it is about; empty for one that may be saved. */
export const segmentRefusals = (segment: Segment, known: KnownCodes): ReadonlyMap<string, string> => {
  const refusals = new Map<string, string>()
  for (const field of ['countries', 'currencies', 'plans', 'products'] as const) {
    const unknown = segment[field].filter((code) => !known[field].has(code))
    if (unknown.length > 0) refusals.set(field, `There is no ${named[field]} ${unknown.join(', ')}.`)
  }
  for (const [from, until] of spans) {
    const [first, last] = [segment[from], segment[until]]
    if (first !== null && last !== null && first > last)
      refusals.set(until, 'Please enter a day that is not before the first one.')
  }
  return refusals
}

/** Everybody with proof of consent. */
export const everySubscriber: Segment = Segment.parse({})

/** What the shop knows of a subscriber for newsletters. */
export interface SubscriberFacts {
  readonly state: SubscriberState
  readonly isErased: boolean
  /** When the owner of the address consented; null without proof, and after they left. */
  readonly consentedAt: Temporal.Instant | null
  readonly isSuppressed: boolean
  readonly country: string
  readonly isMember: boolean
  readonly currency: string | null
  readonly lastOrderAt: Temporal.Instant | null
  readonly products: readonly string[]
  readonly subscriptions: readonly { readonly plan: string; readonly state: string }[]
  /** The last change of a cart that was not bought. */
  readonly cartAt: Temporal.Instant | null
}

/** Facts that are read only for a segment that asks for them. */
export type NeededFact = 'currency' | 'lastOrderAt' | 'products' | 'subscriptions' | 'cartAt'

export const neededFacts = (segment: Segment): readonly NeededFact[] => [
  ...(segment.currencies.length > 0 ? (['currency'] as const) : []),
  ...(segment.orderedFrom !== null || segment.orderedUntil !== null ? (['lastOrderAt'] as const) : []),
  ...(segment.products.length > 0 ? (['products'] as const) : []),
  ...(segment.subscription !== 'any' || segment.plans.length > 0 ? (['subscriptions'] as const) : []),
  ...(segment.cart === 'abandoned' ? (['cartAt'] as const) : []),
]

/** Why somebody on the list gets no copy. */
export const leftOutReasons = [
  'unconfirmed',
  'unsubscribed',
  'erased',
  'no-proof',
  'suppressed',
  'not-in-segment',
] as const

export type LeftOutReason = (typeof leftOutReasons)[number]

const isOneOf = (list: readonly string[], value: string | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value))

const isWithin = (at: Temporal.Instant | null, from: string | null, until: string | null): boolean => {
  if (from === null && until === null) return true
  if (at === null) return false
  const day = dateIn(at, brand.timeZone).toString()
  return (from === null || day >= from) && (until === null || day <= until)
}

/** A subscription that is to start counts as active; one that ended or failed as canceled. */
const subscriptionWord = (state: string): 'active' | 'paused' | 'canceled' => {
  if (state === 'paused') return 'paused'
  return state === 'active' || state === 'future' ? 'active' : 'canceled'
}

const hasSubscription = ({ subscription, plans }: Segment, facts: SubscriberFacts): boolean => {
  const ofPlans = facts.subscriptions.filter(({ plan }) => isOneOf(plans, plan))
  if (subscription === 'none') return ofPlans.length === 0
  if (subscription === 'any') return plans.length === 0 || ofPlans.length > 0
  return ofPlans.some(({ state }) => subscriptionWord(state) === subscription)
}

const isInSegment = (segment: Segment, facts: SubscriberFacts, now: Temporal.Instant): boolean =>
  isOneOf(segment.countries, facts.country) &&
  isOneOf(segment.currencies, facts.currency) &&
  isWithin(facts.consentedAt, segment.subscribedFrom, segment.subscribedUntil) &&
  (segment.membership === 'all' || facts.isMember === (segment.membership === 'members')) &&
  hasSubscription(segment, facts) &&
  isWithin(facts.lastOrderAt, segment.orderedFrom, segment.orderedUntil) &&
  (segment.products.length === 0 || segment.products.some((one) => facts.products.includes(one))) &&
  (segment.cart === 'any' ||
    (facts.cartAt !== null && Temporal.Instant.compare(facts.cartAt.add(abandonedAfter), now) <= 0))

/** Why a subscriber gets no copy of a campaign now; null for one who gets it. Only subscribers with proof of consent can. */
export const leftOutReason = (
  segment: Segment,
  facts: SubscriberFacts,
  now: Temporal.Instant,
): LeftOutReason | null => {
  if (facts.isErased) return 'erased'
  if (facts.state === 'pending') return 'unconfirmed'
  if (facts.state === 'unsubscribed') return 'unsubscribed'
  if (facts.consentedAt === null) return 'no-proof'
  if (facts.isSuppressed) return 'suppressed'
  return isInSegment(segment, facts, now) ? null : 'not-in-segment'
}

const listed = (word: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${word} ${values.join(', ')}`]

const spanned = (word: string, from: string | null, until: string | null): string[] => {
  if (from === null && until === null) return []
  const words = [from === null ? '' : `from ${from}`, until === null ? '' : `until ${until}`]
  return [`${word} ${words.filter((text) => text !== '').join(' ')}`]
}

/** A segment in a sentence: `Subscribers in US, CA with an active subscription`. */
export const segmentSentence = (segment: Segment): string => {
  const { membership, subscription, plans } = segment
  const conditions = [
    ...listed('in', segment.countries),
    ...listed('who last paid in', segment.currencies),
    ...spanned('who subscribed', segment.subscribedFrom, segment.subscribedUntil),
    ...(membership === 'all' ? [] : [membership === 'members' ? 'with an account' : 'without an account']),
    ...(subscription === 'none' ? ['without a subscription'] : []),
    ...(subscription === 'any' || subscription === 'none'
      ? []
      : [`with a subscription that is ${subscription}`]),
    ...listed('of the plans', plans),
    ...spanned('whose latest order was', segment.orderedFrom, segment.orderedUntil),
    ...listed('who bought', segment.products),
    ...(segment.cart === 'abandoned' ? ['with an abandoned cart'] : []),
  ]
  return conditions.length === 0 ? 'All subscribers' : `Subscribers ${conditions.join(', ')}`
}
