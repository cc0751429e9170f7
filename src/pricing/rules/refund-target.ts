import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { refundTargetMessages } from '../messages/refund-target-messages.ts'

/** Where the refunds of an order go, by what paid it: to the card as far as it paid, and the rest as credit. */
export const refundTargets = ['card', 'credit', 'both'] as const

export type RefundTarget = (typeof refundTargets)[number]

export const refundTargetOf = ({ cardCents, creditCents }: PaymentSplit): RefundTarget => {
  if (creditCents === 0) return 'card'
  return cardCents === 0 ? 'credit' : 'both'
}

/** The end of a sentence about a refund to come; the mail about the refund itself has the sums. */
export const refundTargetText = (target: RefundTarget, locale: Locale = defaultLocale): string =>
  refundTargetMessages.in(locale)(target)
