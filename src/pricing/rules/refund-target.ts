import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { pricingMessages } from '../messages/pricing-messages.ts'
import { sharesOf } from './refund-lines.ts'
import type { RefundLine } from './refund-lines.ts'

/** Where the refunds of an order go, by what paid it: to the card as far as it paid, and the rest as credit. */
export const refundTargets = ['card', 'credit', 'both'] as const

export type RefundTarget = (typeof refundTargets)[number]

export const refundTargetOf = ({ cardCents, creditCents }: PaymentSplit): RefundTarget => {
  if (creditCents === 0) return 'card'
  return cardCents === 0 ? 'credit' : 'both'
}

/** The end of a sentence about a refund to come; the mail about the refund itself has the sums. */
export const refundTargetText = (target: RefundTarget, locale: Locale = defaultLocale): string =>
  pricingMessages.in(locale)(target)

/** What a row is for, by the names of the order's lines: `2 × DS-01 Daily Synbiotic`, `Shipping`. */
export const refundRowName = (
  { kind, position, quantity }: RefundLine,
  lines: readonly { readonly name: string }[],
  locale: Locale = defaultLocale,
): string => {
  const t = pricingMessages.in(locale)
  return kind === 'line' ? `${quantity} × ${lines[position ?? -1]?.name ?? t('item')}` : t(kind)
}

/** The rows of what a refund is made of, for people: units by line, shipping, and each sum for no line as one row. */
export const refundRows = (lines: readonly RefundLine[]): RefundLine[] => {
  const ofKind = (kind: RefundLine['kind']) => lines.filter((line) => line.kind === kind)
  const summed = (kind: 'sum' | 'goodwill'): RefundLine[] => {
    const shares = ofKind(kind)
    return shares.length === 0 ? [] : [{ kind, position: null, quantity: 0, ...sharesOf(shares) }]
  }
  return [...ofKind('line'), ...ofKind('shipping'), ...summed('goodwill'), ...summed('sum')]
}
