import { abbreviatedDate, shortDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { frequencyText } from '#subscription/record/screens/subscription-text.ts'
import type { FormValues } from './read-change.ts'
import { changeMessages } from '../../messages/change-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

interface CommitFacts {
  readonly action: MemberAction
  readonly preview: ChangePreview
  readonly formValues: FormValues
}

const dayOr = (on: string | null | undefined, fallback: string, locale: Locale): string =>
  on === null || on === undefined ? fallback : abbreviatedDate(on, locale)

/** Buttons with the same label on every day. */
const fixedLabels = {
  'order-now': 'buttonOrderNow',
  resume: 'buttonResume',
  'change-address': 'buttonAddress',
  'change-payment-method': 'buttonCard',
  'apply-coupon': 'buttonCoupon',
  cancel: 'cancelNow',
  reactivate: 'buttonReactivate',
} as const satisfies Partial<Record<MemberAction, string>>

const hasFixedLabel = (action: MemberAction): action is keyof typeof fixedLabels =>
  Object.hasOwn(fixedLabels, action)

const labelOf = ({ action, preview, formValues }: CommitFacts, locale: Locale): string => {
  const t = changeMessages.in(locale)

  const after = dayOr(preview.upcoming_order?.on, t('yourNextOrder'), locale)
  if (hasFixedLabel(action)) return t(fixedLabels[action])
  switch (action) {
    case 'skip':
      return t('buttonSkip')
    case 'unskip':
      return t('buttonUnskip', { after })
    case 'skip-item':
      return t('buttonSkipItem', { after })
    case 'unskip-item':
      return t('buttonUnskipItem', { after })
    case 'move':
      return t('buttonMove', { after })
    case 'pause':
      return preview.paused_until === null
        ? t('buttonPause')
        : t('buttonPauseUntil', { day: abbreviatedDate(preview.paused_until, locale) })
    case 'swap':
      return t('buttonSwap', { after })
    case 'change-quantity':
      return t('buttonQuantity', { value: formValues['quantity'] ?? '' })
    case 'change-frequency':
      return t('buttonFrequency', { value: frequencyText(Number(formValues['interval_months']), locale) })
    case 'add-one-time':
      return t('buttonAddOnce', { after })
    case 'set-end':
      return preview.remaining_orders === null ? t('buttonEndRemove') : t('buttonEnd')
    case 'remove-one-time':
      return t('buttonRemove', { after })
    default:
      return action satisfies never
  }
}

type Charged = Pick<NonNullable<ChangePreview['upcoming_order']>, 'to_pay' | 'currency'>

const toPayText = ({ to_pay: toPay, currency }: Charged, locale: Locale): string =>
  priceText(toPay, currency, locale)

interface CommitText {
  readonly label: string
  /** What the button charges; null when it charges nothing today: then it has no sum. */
  readonly amount: string | null
  /** The next charge, below a button that charges nothing; null when none is coming. */
  readonly nextCharge: string | null
}

/** The button that makes a change, and what it charges: `$42.89` on it, or below it when and how much comes next. */
export const commitButtonText = (facts: CommitFacts, locale: Locale = defaultLocale): CommitText => {
  const t = changeMessages.in(locale)

  const { charged_now: now, upcoming_order: next } = facts.preview
  return {
    label: labelOf(facts, locale),
    amount: now === null ? null : toPayText(now, locale),
    nextCharge:
      now !== null || next === null
        ? null
        : t('nextCharge', { amount: toPayText(next, locale), day: shortDate(next.on, locale) }),
  }
}
