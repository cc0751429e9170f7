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
