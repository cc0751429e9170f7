import { abbreviatedDate, shortDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { frequencyText } from '#subscription/record/screens/interval-text.ts'
import type { FormValues } from './read-change.ts'

interface CommitFacts {
  readonly action: MemberAction
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

const labelOf = ({ action, preview, formValues }: CommitFacts): string => {
  const after = dayOr(preview.upcoming_order?.on, 'your next order')
  if (hasFixedLabel(action)) return fixedLabels[action]
  switch (action) {
    case 'skip':
      return 'Skip this order'
    case 'unskip':
      return `Add back the ${after} order`
    case 'skip-item':
      return `Skip this item on ${after}`
    case 'unskip-item':
      return `Add back on ${after}`
    case 'move':
      return `Move to ${after}`
    case 'pause':
      return preview.paused_until === null ? 'Pause' : `Pause until ${abbreviatedDate(preview.paused_until)}`
    case 'swap':
      return `Swap from ${after}`
    case 'change-quantity':
      return `Change to ${formValues['quantity'] ?? ''}`
    case 'change-frequency':
      return `Change to ${frequencyText(Number(formValues['interval_months']))}`
    case 'add-one-time':
      return `Add to ${after}`
    case 'set-end':
      return preview.remaining_orders === null ? 'Remove the end date' : 'Set end date'
    case 'remove-one-time':
      return `Remove from ${after}`
    default:
      return action satisfies never
  }
}

type Charged = Pick<NonNullable<ChangePreview['upcoming_order']>, 'to_pay' | 'currency'>

const toPayText = ({ to_pay: toPay, currency }: Charged): string => priceText(toPay, currency)

interface CommitText {
  readonly label: string
  /** What the button charges; null when it charges nothing today: then it has no sum. */
  readonly amount: string | null
  /** The next charge, below a button that charges nothing; null when none is coming. */
  readonly nextCharge: string | null
}

/** The button that makes a change, and what it charges: `$42.89` on it, or below it when and how much comes next. */
export const commitButtonText = (facts: CommitFacts): CommitText => {
  const { charged_now: now, upcoming_order: next } = facts.preview
  return {
    label: labelOf(facts),
    amount: now === null ? null : toPayText(now),
    nextCharge:
      now !== null || next === null ? null : `Next charge: ${toPayText(next)} on ${shortDate(next.on)}`,
  }
}
