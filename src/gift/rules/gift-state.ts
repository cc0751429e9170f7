/** The mails of a gift until it is claimed, by days after the first mail; `unclaimed` goes to the giver. */
const schedule = [
  { mail: 'claim', afterDays: 0 },
  { mail: 'reminder', afterDays: 7 },
  { mail: 'reminder', afterDays: 21 },
  { mail: 'unclaimed', afterDays: 30 },
] as const

/** Minutes within which the link is mailed once, however often it is requested. */
export const resendMinutes = 10

// After an outage the missed mails are not all sent at once.
const minDaysBetween = 3

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) >= 0 ? a : b

interface DueNotice {
  readonly mail: (typeof schedule)[number]['mail']
  /** When the next one is due; null when there is none. */
  readonly nextOn: Temporal.PlainDate | null
}

/** The notice that is due after `sent` of them; `firstOn` is the day of the first. Null when all were sent. */
export const dueNotice = (
  sent: number,
  firstOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
): DueNotice | null => {
  const due = schedule[sent]
  if (!due) return null
  const next = schedule[sent + 1]
  const nextOn = next
    ? later(firstOn.add({ days: next.afterDays }), today.add({ days: minDaysBetween }))
    : null
  return { mail: due.mail, nextOn }
}

/** The state of a gift, from its records; `future` until the day it starts. */
export type GiftState = 'future' | 'sent' | 'claimed' | 'shipped' | 'canceled'

export interface GiftFacts {
  readonly orderState: 'placed' | 'shipped' | 'canceled'
  /** All that was paid for it went back, or is going back. */
  readonly isRefunded: boolean
  readonly isSent: boolean
  readonly isClaimed: boolean
}

export const giftState = ({ orderState, isRefunded, isSent, isClaimed }: GiftFacts): GiftState => {
  // A refund after shipping does not change the state.
  if (orderState === 'canceled' || (isRefunded && orderState === 'placed')) return 'canceled'
  if (isClaimed) return orderState === 'shipped' ? 'shipped' : 'claimed'
  return isSent ? 'sent' : 'future'
}

/** What the giver may still do. To cancel it, the order is canceled (ruling 16). */
const giverActions = {
  changeEmail: ['future', 'sent'],
  changeDay: ['future'],
  resend: ['sent'],
} as const satisfies Record<string, readonly GiftState[]>

export type GiverAction = keyof typeof giverActions

export const isAllowedForGiver = (action: GiverAction, state: GiftState): boolean =>
  giverActions[action].some((allowed) => allowed === state)
