import { z } from 'zod'
import { declineKinds } from '#payment/charge/rules/charge-state.ts'
import type { DeclineKind } from '#payment/charge/rules/charge-state.ts'
import type { Locale } from '#shared/locale.ts'
import { problemMessages } from '../../messages/problem-messages.ts'
import { withAnchor, dueOn, withNextAttempt } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const Count = z.number().int().min(1)

/** How often a declined card may be retried: the shop's own schedule, and what the card networks allow. */
export const DunningPlan = z.object({
  /** Days from one attempt to the next after a soft decline. */
  gaps_in_days: z.array(Count).min(1),
  /** How long the link of a mail opens. */
  link_days: Count,
  /** Declines of one card within this many days; `brand` null applies to every card without an entry of its own. */
  card_limits: z.array(z.object({ brand: z.string().nullable(), tries: Count, days: Count })),
})

type DunningPlan = z.output<typeof DunningPlan>

/** What happens to a subscription whose card stays declined: the operator's choice (`DUNNING_END`). */
export const dunningEnds = ['failed', 'paused', 'canceled'] as const

export type DunningEnd = (typeof dunningEnds)[number]

export interface DunningPolicy extends DunningPlan {
  readonly end: DunningEnd
}

/** A refusal of the schedule, with what went before it. */
export interface Refusal {
  readonly kind: DeclineKind
  /** Refused attempts of the case, this one with them. */
  readonly tries: number
  readonly cardBrand: string
  /** Days on which this card was refused, this one with them. */
  readonly cardRefusedOn: readonly Temporal.PlainDate[]
  readonly today: Temporal.PlainDate
}

export type AfterDecline =
  | { readonly kind: 'retry'; readonly on: Temporal.PlainDate }
  | { readonly kind: 'ended' }

// If the networks require a longer wait than a new card takes, the member is asked for a new card.
const maxWaitDays = 30

const allows = (policy: DunningPolicy, { cardBrand, cardRefusedOn }: Refusal, on: Temporal.PlainDate) => {
  const brand = cardBrand.toLowerCase()
  const own = policy.card_limits.filter((limit) => limit.brand === brand)
  const limits = own.length > 0 ? own : policy.card_limits.filter((limit) => limit.brand === null)
  return limits.every(({ tries, days }) => {
    const after = on.subtract({ days })
    return cardRefusedOn.filter((day) => Temporal.PlainDate.compare(day, after) > 0).length < tries
  })
}

/**
 * What follows a declined renewal. A soft decline is retried by the schedule, later if the networks have seen too many
 * attempts. A hard decline, an expired card and wrong data need another card, and where the bank wants the member to
 * confirm, only the member can ask again: none of these is retried.
 */
export const afterDecline = (policy: DunningPolicy, refusal: Refusal): AfterDecline => {
  const gap = policy.gaps_in_days[refusal.tries - 1]
  if (refusal.kind !== 'soft' || gap === undefined) return { kind: 'ended' }
  for (let days = gap; days <= maxWaitDays; days += 1) {
    const on = refusal.today.add({ days })
    if (allows(policy, refusal, on)) return { kind: 'retry', on }
  }
  return { kind: 'ended' }
}

/** Days that limits look back. */
export const longestLimitDays = ({ card_limits: limits }: DunningPolicy): number =>
  Math.max(0, ...limits.map(({ days }) => days))

export const caseStates = ['open', 'ended', 'closed', 'recovered'] as const

export type CaseState = (typeof caseStates)[number]

/** A case as far as rules need it. */
export interface DunningCase {
  readonly state: CaseState
  readonly cycle: number
  readonly dueOn: string
  readonly endedAs: DunningEnd | null
}

/**
 * Whether a case continues after a change: it does while the same order is owed on the same day, or while the
 * subscription is in the state that the case left it in; otherwise the member has decided something else.
 */
export const caseStateAfter = (dunning: DunningCase, after: SubscriptionTerms): CaseState => {
  if (dunning.state === 'recovered') return 'recovered'
  if (after.nextCycle !== dunning.cycle) return 'closed'
  if (after.state === 'active' && dunning.endedAs === null && dueOn(after).toString() === dunning.dueOn)
    return 'open'
  return after.state === dunning.endedAs ? 'ended' : 'closed'
}

/** What the end of a case does to a subscription. When a paused one is resumed, the same order is owed again. */
export const termsAfterDunning = (
  terms: SubscriptionTerms,
  end: DunningEnd,
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): SubscriptionTerms => {
  const stopped = { ...terms, state: end, nextAttemptOn: null }
  switch (end) {
    case 'failed':
      return stopped
    case 'paused':
      return { ...stopped, pausedOn: today.toString(), pausedUntil: null }
    case 'canceled':
      return { ...stopped, canceledAt: now.toString(), addOns: [] }
    default:
      return end satisfies never
  }
}

/**
 * The subscription for which the owed order is priced and placed. While attempts are scheduled its dates stay; one that
 * had ended restarts today, so that nobody pays for two boxes within days.
 */
export const termsWhileOwed = (
  terms: SubscriptionTerms,
  { state }: Pick<DunningCase, 'state'>,
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): SubscriptionTerms => {
  if (state !== 'ended') return terms
  const reactivated: SubscriptionTerms = {
    ...terms,
    state: 'active',
    activatedAt: now.toString(),
    pausedOn: null,
    pausedUntil: null,
  }
  return withNextAttempt(withAnchor(reactivated, today))
}

/** A stored kind of decline; one that is not known to be final is retried. */
export const declineKindIn = (text: string): DeclineKind =>
  declineKinds.find((kind) => kind === text) ?? 'soft'

/** What is wrong and how to fix it, as shown to the member. */
export const problemMessage = (kind: DeclineKind, locale: Locale): string => problemMessages.in(locale)(kind)

/** The message of a reply, which is in English, as a page says it. */
export const localProblem = (message: string, locale: Locale): string => {
  const kind = declineKinds.find((one) => problemMessage(one, 'en') === message)
  return kind === undefined ? message : problemMessage(kind, locale)
}
