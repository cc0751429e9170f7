import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { cancelOrderLabel, chargeMessagesAfter } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

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

const actionTexts: ReadonlyMap<string, string> = new Map([
  ['skip', 'The next order is skipped.'],
  ['unskip', 'The skipped order is back on.'],
  ['move', 'The next order has another date.'],
  ['pause', 'The subscription is paused.'],
  ['resume', 'The subscription is active again.'],
  ['swap', 'From the next order on it is another product.'],
  ['change-quantity', 'From the next order on it is another quantity.'],
  ['change-frequency', 'The orders come at another interval.'],
  ['change-address', 'The next orders ship to another address.'],
  ['cancel', 'The subscription is canceled.'],
])

/** What is being charged or was charged meanwhile, and what is charged next. */
const moneyBlocks = ({ action, currency, next, chargeDuringChange, manageUrl }: StaffChange): MailBlock[] => {
  const messages = chargeMessagesAfter(action, chargeDuringChange)
  const charged: MailBlock[] = messages.length === 0 ? [] : [{ kind: 'paragraph', text: messages.join(' ') }]
  const cancelable: MailBlock[] = chargeDuringChange?.canCancelOrder
    ? [{ kind: 'button', label: cancelOrderLabel(chargeDuringChange), href: manageUrl }]
    : []
  const [order, nothing] = charged.length === 0 ? ['order', 'nothing'] : ['other order', 'nothing else']
  const coming: MailBlock =
    next === null
      ? { kind: 'paragraph', text: `No ${order} is coming, and ${nothing} will be charged.` }
      : {
          kind: 'rows',
          rows: [
            { label: 'Next order', value: longDate(next.on) },
            { label: 'Total', value: formatPrice(next.totalCents, currency), strong: true },
          ],
        }
  return [...charged, ...cancelable, coming]
}

/** The mail after staff changed a subscription for the member: what, who, why, and what is charged next. */
export const changedByStaff = (facts: StaffChange): MailDocument => {
  const { action, name, staff, manageUrl } = facts
  const what = actionTexts.get(action) ?? 'The subscription was changed.'
  return {
    subject: 'We changed your subscription for you',
    preview: what,
    heading: 'We changed your subscription for you.',
    blocks: [
      { kind: 'paragraph', text: `${name}: ${what}` },
      { kind: 'paragraph', text: `${staff.name} of ${brand.name} writes: “${staff.reason}”` },
      ...moneyBlocks(facts),
      { kind: 'paragraph', text: 'If this is not what you asked for, please reply to this mail.' },
      { kind: 'button', label: 'See the subscription', href: manageUrl },
    ],
  }
}
