import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { cancelOrderLabel, chargeMessagesAfter } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'

interface StaffChange {
  readonly action: string
  /** The product of the subscription. */
  readonly name: string
  readonly currency: Currency
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  /** Who made it, and why. */
  readonly staff: { readonly name: string; readonly reason: string }
  /** A renewal charge that was in flight at the change, with its current state; null for none. */
  readonly chargeDuringChange: ChargeDuringChange | null
  /** The page of the change, which has the button that cancels the order of that charge too. */
  readonly manageUrl: string
}

const actionKeys = {
  skip: 'actionSkip',
  unskip: 'actionUnskip',
  move: 'actionMove',
  pause: 'actionPause',
  resume: 'actionResume',
  swap: 'actionSwap',
  'change-quantity': 'actionChangeQuantity',
  'change-frequency': 'actionChangeFrequency',
  'change-address': 'actionChangeAddress',
  cancel: 'actionCancel',
} as const

const actionText = (action: string, locale: Locale): string =>
  subscriptionMailsMessages.in(locale)(ownValue(actionKeys, action) ?? 'actionChange')

/** What is being charged or was charged meanwhile, and what is charged next. */
const moneyBlocks = (
  { action, currency, next, chargeDuringChange, manageUrl }: StaffChange,
  locale: Locale,
): MailBlock[] => {
  const t = subscriptionMailsMessages.in(locale)
  const messages = chargeMessagesAfter(action, chargeDuringChange, locale)
  const charged: MailBlock[] = messages.length === 0 ? [] : [{ kind: 'paragraph', text: messages.join(' ') }]
  const cancelable: MailBlock[] = chargeDuringChange?.canCancelOrder
    ? [{ kind: 'button', label: cancelOrderLabel(chargeDuringChange, locale), href: manageUrl }]
    : []
  const coming: MailBlock =
    next === null
      ? { kind: 'paragraph', text: t('activeNoOrders', { other: charged.length === 0 ? 'no' : 'yes' }) }
      : {
          kind: 'rows',
          rows: [
            { label: t('nextOrder'), value: longDate(next.on, locale) },
            { label: t('total'), value: formatPrice(next.totalCents, currency, locale), strong: true },
          ],
        }
  return [...charged, ...cancelable, coming]
}

/** The mail after staff changed a subscription for the member: what, who, why, and what is charged next. */
export const changedByStaff = (facts: StaffChange, locale: Locale): MailDocument => {
  const { action, name, staff, manageUrl } = facts
  const t = subscriptionMailsMessages.in(locale)
  const what = actionText(action, locale)
  return {
    locale,
    subject: t('changedByStaff'),
    preview: what,
    heading: `${t('changedByStaff')}.`,
    blocks: [
      { kind: 'paragraph', text: t('changedWhat', { name, what }) },
      {
        kind: 'paragraph',
        text: t('staffWrites', { staff: staff.name, brand: brand.name, reason: staff.reason }),
      },
      ...moneyBlocks(facts, locale),
      { kind: 'paragraph', text: t('notAsked') },
      { kind: 'button', label: t('seeSubscription'), href: manageUrl },
    ],
  }
}
