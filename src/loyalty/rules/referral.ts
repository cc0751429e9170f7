import type { Cents } from '#shared/money.ts'
import { mailboxOf } from '#shared/same-buyer.ts'

/** Days after the first shipment: longer than an order can be withdrawn anywhere the shop ships to. */
export const referralWaitDays = 30

/** Why a referral earns nothing. */
export type ReferralRefusal = 'self' | 'loop' | 'not-new' | 'reviewed'

const refusalMessages: Readonly<Record<ReferralRefusal, string>> = {
  self: 'You can’t refer yourself.',
  loop: 'That’s the person who referred you.',
  'not-new': 'They had ordered before.',
  reviewed: 'After a review, this isn’t a new customer.',
}

/** Why a friend was not counted, as the member reads it. */
export const refusalMessage = (refused: string): string =>
  Object.entries(refusalMessages).find(([reason]) => reason === refused)?.[1] ?? 'It didn’t qualify.'

interface ReferralFacts {
  readonly friendId: string
  readonly friendEmail: string
  readonly referrerId: string
  readonly referrerEmail: string
  /** The referrer's referrer, that one's, and so on. */
  readonly referrerChain: readonly string[]
  /** The friend had ordered before taking the code. */
  readonly hadOrdered: boolean
}

/** Members cannot refer themselves or their own referrers, and only new people can be referred. */
export const referralRefusal = (facts: ReferralFacts): ReferralRefusal | null => {
  const { friendId, friendEmail, referrerId, referrerEmail, referrerChain, hadOrdered } = facts
  if (friendId === referrerId || mailboxOf(friendEmail) === mailboxOf(referrerEmail)) return 'self'
  if (referrerChain.includes(friendId)) return 'loop'
  return hadOrdered ? 'not-new' : null
}

/** An order as a referral needs it. */
export interface ReferredOrder {
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly placedAt: Temporal.Instant
  /** The shop's date; null before it shipped. */
  readonly shippedOn: Temporal.PlainDate | null
  /** The part paid by card: credit of the shop earns nothing. */
  readonly paidCents: Cents
  /** Money for it went back or may go back: refunded, withdrawn, to be returned, or disputed and not won. */
  readonly mayGoBack: boolean
}

/** The day from which the friend's first paid order counts; null while there is none. */
export const earnsFrom = (orders: readonly ReferredOrder[]): Temporal.PlainDate | null => {
  const [first] = orders
    .filter(({ state, paidCents, mayGoBack }) => state !== 'canceled' && !mayGoBack && paidCents > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.placedAt, b.placedAt))
  return first?.shippedOn?.add({ days: referralWaitDays }) ?? null
}
