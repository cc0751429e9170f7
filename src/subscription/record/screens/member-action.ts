import { memberActions } from '../rules/subscription-state.ts'
import type { MemberAction } from '../rules/subscription-state.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMessages } from '../../messages/subscription-messages.ts'

export const isMemberAction = (text: string): text is MemberAction =>
  memberActions.some((action) => action === text)

const titleKeys = {
  skip: 'titleSkip',
  unskip: 'titleUnskip',
  'skip-item': 'titleSkipItem',
  'unskip-item': 'titleUnskipItem',
  move: 'titleMove',
  'order-now': 'titleOrderNow',
  pause: 'titlePause',
  resume: 'titleResume',
  swap: 'titleSwap',
  'change-quantity': 'titleQuantity',
  'change-frequency': 'titleFrequency',
  'add-one-time': 'titleAddOnce',
  'remove-one-time': 'titleRemove',
  'change-address': 'titleAddress',
  'change-payment-method': 'titleCard',
  'apply-coupon': 'titleCoupon',
  'set-end': 'titleSetEnd',
  cancel: 'titleCancel',
  reactivate: 'titleReactivate',
} as const satisfies Record<MemberAction, string>

/** The name of an action, on its button and over its page. */
export const actionTitle = (action: MemberAction, locale: Locale = defaultLocale): string =>
  subscriptionMessages.in(locale)(titleKeys[action])

/** The page of one subscription. */
export const subscriptionPath = (id: string): string => `/account/subscriptions/${id}`

/** The page of one action; it shows a preview before anything is changed. */
export const actionPath = (id: string, action: MemberAction): string => `${subscriptionPath(id)}/${action}`
