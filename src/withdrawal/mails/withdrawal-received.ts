import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import { clockTime, longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

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

const refundBlocks = ({ kind, refundCents, refundTo, currency }: WithdrawalReceived): MailBlock[] => {
  if (refundCents === 0) return []
  const refunded = `${formatPrice(refundCents, currency)} will be refunded ${refundTargetText(refundTo)}.`
  const text =
    kind === 'cancel' ? refunded : `Please return the package within 14 days. When it arrives, ${refunded}`
  return [{ kind: 'paragraph', text }]
}

const subscriptionBlocks = ({ endsSubscriptions }: WithdrawalReceived): MailBlock[] =>
  endsSubscriptions
    ? [
        {
          kind: 'paragraph',
          // What is charged for one that is being charged right now is in the mail about its end.
          text: 'Subscriptions from this order end with it. We confirm that in a separate email.',
        },
      ]
    : []

const returnBlocks = ({ endedReturns }: WithdrawalReceived): MailBlock[] =>
  endedReturns.map((number) => ({
    kind: 'paragraph',
    text: `Your return ${number} is canceled, because everything in the order goes back. Please don’t use its label.`,
  }))

/** The acknowledgement that the law requires: the statement, the person, the date and the time. */
export const withdrawalReceived = (facts: WithdrawalReceived): MailDocument => {
  const { kind, orderNumber, name, receivedOn, receivedAt, timeZone } = facts
  const when = `${longDate(receivedOn)} at ${clockTime(receivedAt)} (${timeZone})`
  const actionText = kind === 'cancel' ? 'canceled' : 'withdrew from the contract of'
  return {
    subject:
      kind === 'cancel' ? `Order ${orderNumber} is canceled` : `Your withdrawal from order ${orderNumber}`,
    preview: `Received on ${when}.`,
    heading: kind === 'cancel' ? 'Your order is canceled.' : 'We received your withdrawal.',
    blocks: [
      { kind: 'paragraph', text: `${name} ${actionText} order ${orderNumber}. We received this on ${when}.` },
      { kind: 'rows', rows: facts.lines.map((line) => ({ label: line.name, value: `× ${line.quantity}` })) },
      ...refundBlocks(facts),
      ...returnBlocks(facts),
      ...subscriptionBlocks(facts),
    ],
  }
}
