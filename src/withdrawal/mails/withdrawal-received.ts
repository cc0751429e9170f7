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
  readonly currency: Currency
  readonly endsSubscriptions: boolean
  /** Numbers of the returns that it replaces. */
  readonly endedReturns: readonly string[]
}

const refundBlocks = ({ kind, refundCents, currency }: WithdrawalReceived): MailBlock[] => {
  if (refundCents === 0) return []
  const amount = formatPrice(refundCents, currency)
  const text =
    kind === 'cancel'
      ? `${amount} will be refunded to your original payment method.`
      : `Please return the package within 14 days. When it arrives, ${amount} will be refunded to your original payment method.`
  return [{ kind: 'paragraph', text }]
}

const subscriptionBlocks = ({ endsSubscriptions }: WithdrawalReceived): MailBlock[] =>
  endsSubscriptions
    ? [
        {
          kind: 'paragraph',
          text: 'Subscriptions from this order have ended. Nothing more will ship, and you won’t be charged again.',
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
