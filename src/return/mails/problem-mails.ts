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
  readonly currency: Currency
}

const rows = ({ lines }: ProblemFacts): MailBlock => ({
  kind: 'rows',
  rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
})

/** Says that somebody of the shop looks at what was reported. */
export const problemReceived = (facts: ProblemFacts): MailDocument => ({
  subject: `We look at ${facts.number}`,
  preview: 'Thank you for letting us know.',
  heading: 'Thank you for letting us know.',
  blocks: [
    {
      kind: 'paragraph',
      text: `We are sorry that something is wrong with order ${facts.orderNumber}. Somebody of us looks at it and writes to you, usually within two working days.`,
    },
    rows(facts),
  ],
})

const outcomeOf = ({ state, refundCents, currency }: ProblemFacts): string => {
  switch (state) {
    case 'reshipped':
      return 'We send this to you again, free of charge. You get a mail when it is on its way; you need not send anything back.'
    case 'refunded':
      return `We refund ${formatPrice(refundCents, currency)} the way you paid. You need not send anything back.`
    case 'declined':
      return `We cannot replace or refund this. If you see it differently, please write to ${brand.supportEmail}.`
    case 'open':
      return ''
    default:
      return state satisfies never
  }
}

/** What became of it. */
export const problemResolved = (facts: ProblemFacts): MailDocument => ({
  subject: `About ${facts.number}: ${facts.state === 'declined' ? 'our answer' : 'we make it right'}`,
  preview: outcomeOf(facts),
  heading: facts.state === 'declined' ? 'Our answer.' : 'We make it right.',
  blocks: [
    { kind: 'paragraph', text: `You told us that something is wrong with order ${facts.orderNumber}.` },
    rows(facts),
    { kind: 'paragraph', text: outcomeOf(facts) },
    ...(facts.note === null ? [] : [{ kind: 'paragraph', text: facts.note } as const]),
  ],
})
