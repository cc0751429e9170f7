import { abbreviatedDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { intervalText } from '#subscription/record/screens/interval-text.ts'
import type { FormValues } from './read-change.ts'

interface CommitFacts {
  readonly action: MemberAction
  readonly subscription: Pick<Subscription, 'next_order_on' | 'upcoming_order'>
  readonly preview: ChangePreview
  readonly formValues: FormValues
}

const dayOr = (on: string | null | undefined, fallback: string): string =>
  on === null || on === undefined ? fallback : abbreviatedDate(on)

/** Buttons with the same label on every day. */
const fixedLabels = {
  'order-now': 'Order now',
  resume: 'Resume',
  'change-address': 'Ship to this address',
  'change-payment-method': 'Pay with this card',
  'apply-coupon': 'Use this code',
  cancel: 'Cancel now',
  reactivate: 'Start again',
} as const satisfies Partial<Record<MemberAction, string>>

const hasFixedLabel = (action: MemberAction): action is keyof typeof fixedLabels =>
  Object.hasOwn(fixedLabels, action)

const labelOf = ({ action, subscription, preview, formValues }: CommitFacts): string => {
  const before = dayOr(subscription.upcoming_order?.on ?? subscription.next_order_on, 'the next order')
  const after = dayOr(preview.upcoming_order?.on, 'the next order')
  if (hasFixedLabel(action)) return fixedLabels[action]
  switch (action) {
    case 'skip':
      return `Skip ${before}`
    case 'unskip':
      return `Bring back ${after}`
    case 'skip-item':
      return `Leave out of ${after}`
    case 'unskip-item':
      return `Bring back into ${after}`
    case 'move':
      return `Move to ${after}`
    case 'pause':
      return preview.paused_until === null ? 'Pause' : `Pause until ${abbreviatedDate(preview.paused_until)}`
    case 'swap':
      return `Swap from ${after}`
    case 'change-quantity':
      return `Change to ${formValues['quantity'] ?? ''}`
    case 'change-frequency':
      return `Change to ${intervalText(Number(formValues['interval_months']))}`
    case 'add-one-time':
      return `Add to ${after}`
    case 'set-end':
      return preview.remaining_orders === null ? 'Take the end away' : 'Set this end'
    case 'remove-one-time':
      return `Take out of ${after}`
    default:
      return action satisfies never
  }
}

type Charged = Pick<NonNullable<ChangePreview['upcoming_order']>, 'to_pay' | 'currency'>

const toPayText = ({ to_pay: toPay, currency }: Charged): string => priceText(toPay, currency)

/** The amount and the date of the charge for the label; a date that the label already has is not repeated. */
const amount = ({ charged_now: now, upcoming_order: next }: ChangePreview, label: string): string => {
  if (now !== null) return `${toPayText(now)} today`
  if (next === null) return ''
  const on = abbreviatedDate(next.on)
  return label.endsWith(on) ? toPayText(next) : `${toPayText(next)} on ${on}`
}

/** The button that makes a change: what it does, the amount and its date. */
export const commitButtonText = (facts: CommitFacts): { readonly label: string; readonly amount: string } => {
  const label = labelOf(facts)
  return { label: label, amount: amount(facts.preview, label) }
}
