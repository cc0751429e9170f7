import { memberActions } from '../rules/subscription-state.ts'
import type { MemberAction } from '../rules/subscription-state.ts'

export const isMemberAction = (text: string): text is MemberAction =>
  memberActions.some((action) => action === text)

/** The name of each action, on its button and over its page. */
export const actionTitles: Readonly<Record<MemberAction, string>> = {
  skip: 'Skip',
  unskip: 'Add back',
  'skip-item': 'Skip one item',
  'unskip-item': 'Add an item back',
  move: 'Change date',
  'order-now': 'Order now',
  pause: 'Pause',
  resume: 'Resume',
  swap: 'Swap',
  'change-quantity': 'Quantity',
  'change-frequency': 'Frequency',
  'add-one-time': 'Add once',
  'remove-one-time': 'Remove',
  'change-address': 'Address',
  'change-payment-method': 'Card',
  'apply-coupon': 'Promo code',
  'set-end': 'Set an end',
  cancel: 'Cancel subscription',
  reactivate: 'Start again',
}

/** The page of one subscription. */
export const subscriptionPath = (id: string): string => `/account/subscriptions/${id}`

/** The page of one action; it shows a preview before anything is changed. */
export const actionPath = (id: string, action: MemberAction): string => `${subscriptionPath(id)}/${action}`
