import type { Cents } from '#shared/money.ts'
import { mailboxOf } from '#shared/same-buyer.ts'

/** Days after the first parcel has left: longer than an order can be taken back anywhere we ship to. */
export const referralWaitDays = 30

/** Why somebody who came by a code earns nothing for anybody. */
export type ReferralRefusal = 'self' | 'loop' | 'not-new' | 'reviewed'

const refusalMessages: Readonly<Record<ReferralRefusal, string>> = {
  self: 'It was your own address, in another spelling.',
  loop: 'That is who brought you.',
  'not-new': 'They had ordered before.',
  reviewed: 'We looked at it, and it is not a new customer.',
}

/** Why a friend was not counted, as the member reads it. */
export const refusalMessage = (refused: string): string =>
  Object.entries(refusalMessages).find(([reason]) => reason === refused)?.[1] ?? 'It did not count.'

interface ReferralFacts {
  readonly friendId: string
  readonly friendEmail: string
  readonly referrerId: string
  readonly referrerEmail: string
  /** Who brought the referrer, who brought that one, and so on. */
  readonly referrerChain: readonly string[]
  /** The friend had ordered before taking the code. */
  readonly hadOrdered: boolean
}

/** Members bring neither themselves nor those who brought them, and only people who are new. */
export const referralRefusal = (facts: ReferralFacts): ReferralRefusal | null => {
  const { friendId, friendEmail, referrerId, referrerEmail, referrerChain, hadOrdered } = facts
  if (friendId === referrerId || mailboxOf(friendEmail) === mailboxOf(referrerEmail)) return 'self'
  if (referrerChain.includes(friendId)) return 'loop'
  return hadOrdered ? 'not-new' : null
}

/** An order as far as a referral looks at it. */
export interface ReferredOrder {
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly placedAt: Temporal.Instant
  /** The shop's date; null before the parcel left. */
  readonly shippedOn: Temporal.PlainDate | null
  /** What a card paid: nobody earns from what credit of ours paid for. */
  readonly paidCents: Cents
  readonly isRefunded: boolean
}

/** The day from which the friend's first paid order counts; null while there is none that does. */
export const earnsFrom = (orders: readonly ReferredOrder[]): Temporal.PlainDate | null => {
  const [first] = orders
    .filter(({ state, paidCents, isRefunded }) => state !== 'canceled' && !isRefunded && paidCents > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.placedAt, b.placedAt))
  return first?.shippedOn?.add({ days: referralWaitDays }) ?? null
}
