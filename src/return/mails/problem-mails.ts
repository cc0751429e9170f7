import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { ProblemState } from '../rules/problem-offer.ts'

interface ProblemFacts {
  readonly orderNumber: string
  readonly number: string
  readonly state: ProblemState
  /** The shop's words; null for none. */
  readonly note: string | null
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly refundCents: Cents
  readonly refundTo: RefundTarget
  readonly currency: Currency
}

const rows = ({ lines }: ProblemFacts): MailBlock => ({
  kind: 'rows',
  rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
})

/** Says that somebody of the shop looks at what was reported. */
export const problemReceived = (facts: ProblemFacts): MailDocument => ({
  subject: `We received ${facts.number}`,
  preview: 'Thank you for letting us know.',
  heading: 'Thank you for letting us know.',
  blocks: [
    {
      kind: 'paragraph',
      text: `We’re sorry about the problem with order ${facts.orderNumber}. Someone on our team will look at it and email you, usually within two business days.`,
    },
    rows(facts),
  ],
})

const outcomeOf = ({ state, refundCents, refundTo, currency }: ProblemFacts): string => {
  switch (state) {
    case 'reshipped':
      return 'We’re sending this to you again for free. We’ll email you when it ships. You don’t need to send anything back.'
    case 'refunded':
      return `We’re refunding ${formatPrice(refundCents, currency)} ${refundTargetText(refundTo)}. You don’t need to send anything back.`
    case 'declined':
      return `We can’t replace or refund this. If you disagree, please email ${brand.supportEmail}.`
    case 'open':
      return ''
    default:
      return state satisfies never
  }
}

/** What became of it. */
export const problemResolved = (facts: ProblemFacts): MailDocument => ({
  subject: `About ${facts.number}: ${facts.state === 'declined' ? 'our answer' : 'our solution'}`,
  preview: outcomeOf(facts),
  heading: facts.state === 'declined' ? 'Our answer.' : 'Here is our solution.',
  blocks: [
    { kind: 'paragraph', text: `You reported a problem with order ${facts.orderNumber}.` },
    rows(facts),
    { kind: 'paragraph', text: outcomeOf(facts) },
    ...(facts.note === null ? [] : [{ kind: 'paragraph', text: facts.note } as const]),
  ],
})
