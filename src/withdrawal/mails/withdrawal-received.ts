import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import { clockTime, longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { withdrawalMessages } from '../messages/withdrawal-messages.ts'

interface WithdrawalReceived {
  readonly kind: 'cancel' | 'withdraw'
  readonly orderNumber: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  /** Who said so. */
  readonly name: string
  /** ISO date and `14:05`, both of `timeZone`. */
  readonly receivedOn: string
  readonly receivedAt: string
  readonly timeZone: string
  readonly refundCents: Cents
  readonly refundTo: RefundTarget
  readonly currency: Currency
  readonly endsSubscriptions: boolean
  /** Numbers of the returns that it replaces. */
  readonly endedReturns: readonly string[]
}

const refundBlocks = (
  { kind, refundCents, refundTo, currency }: WithdrawalReceived,
  locale: Locale,
): MailBlock[] => {
  if (refundCents === 0) return []
  const text = withdrawalMessages.in(locale)('refund', {
    kind,
    amount: formatPrice(refundCents, currency, locale),
    target: refundTargetText(refundTo, locale),
  })
  return [{ kind: 'paragraph', text }]
}

/** The acknowledgement that the law requires: the statement, the person, the date and the time. */
export const withdrawalReceived = (facts: WithdrawalReceived, locale: Locale): MailDocument => {
  const { kind, orderNumber: number, name, receivedOn, receivedAt, timeZone } = facts
  const t = withdrawalMessages.in(locale)
  const when = {
    day: longDate(receivedOn, locale),
    time: clockTime(receivedAt, locale),
    zone: timeZone,
  }
  return {
    locale,
    subject: t('subject', { kind, number }),
    preview: t('preview', when),
    heading: t('heading', { kind }),
    blocks: [
      { kind: 'paragraph', text: t('text', { kind, name, number, ...when }) },
      { kind: 'rows', rows: facts.lines.map((line) => ({ label: line.name, value: `× ${line.quantity}` })) },
      ...refundBlocks(facts, locale),
      ...facts.endedReturns.map(
        (ended) => ({ kind: 'paragraph', text: t('endedReturn', { number: ended }) }) as const,
      ),
      // What is charged for one that is being charged right now is in the mail about its end.
      ...(facts.endsSubscriptions ? [{ kind: 'paragraph', text: t('subscriptions') } as const] : []),
    ],
  }
}
