import { isInquiry, needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import type { DisputeState } from '#payment/processor/rules/dispute-state.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** What a mail to the shop says about a dispute. */
export interface DisputeFacts {
  readonly id: string
  readonly orderNumber: string
  readonly state: DisputeState
  /** In the processor's words. */
  readonly reason: string
  readonly amountCents: Cents
  readonly currency: Currency
  /** ISO date; null when no answer is expected. */
  readonly dueOn: string | null
}

const headings = {
  opened: ({ state, orderNumber }) =>
    isInquiry(state)
      ? `A bank asks about order ${orderNumber}`
      : `A bank has taken back the payment of order ${orderNumber}`,
  due: ({ orderNumber }) => `Evidence for order ${orderNumber} is due soon`,
  closed: ({ state, orderNumber }) => {
    if (state === 'lost') return `The dispute of order ${orderNumber} is lost`
    if (state === 'prevented')
      return `The dispute of order ${orderNumber} was settled: its buyer has the money`
    return state === 'won'
      ? `The dispute of order ${orderNumber} is won`
      : `The bank lets order ${orderNumber} rest`
  },
} as const satisfies Record<string, (facts: DisputeFacts) => string>

export type DisputeMail = keyof typeof headings

const nextSteps = ({ id, state }: DisputeFacts, mail: DisputeMail): string[] => {
  if (mail === 'closed') return [`See what is still on hold: npm run shop -- disputes show ${id}`]
  if (!needsEvidence(state)) return [`Nothing is to be done now: npm run shop -- disputes show ${id}`]
  return [
    `See it: npm run shop -- disputes show ${id}`,
    `Send the evidence: npm run shop -- disputes submit ${id}`,
    isInquiry(state)
      ? 'Or refund the order, which ends the question.'
      : `Or give it up: npm run shop -- disputes accept ${id}`,
  ]
}

/** The mail to the shop about a dispute. */
export const disputeMail = (mail: DisputeMail, facts: DisputeFacts): MailDocument => {
  const { reason, amountCents, currency, dueOn } = facts
  const heading = headings[mail](facts)
  const rows: MailBlock = {
    kind: 'rows',
    rows: [
      { label: 'Sum', value: formatPrice(amountCents, currency) },
      { label: 'Reason', value: reason },
      ...(dueOn === null || mail === 'closed'
        ? []
        : [{ label: 'Answer by', value: longDate(dueOn), strong: true }]),
    ],
  }
  return {
    subject: heading,
    preview: `${formatPrice(amountCents, currency)}, ${reason}`,
    heading: `${heading}.`,
    blocks: [rows, { kind: 'lines', lines: nextSteps(facts, mail) }],
  }
}

/** The mail to the shop about a bank's suspicion. */
export const fraudWarningMail = (facts: {
  readonly orderNumber: string
  readonly fraudType: string
  readonly isHeld: boolean
}): MailDocument => {
  const { orderNumber, fraudType, isHeld } = facts
  return {
    subject: `A bank suspects fraud with order ${orderNumber}`,
    preview: fraudType,
    heading: `A bank suspects fraud with order ${orderNumber}.`,
    blocks: [
      {
        kind: 'paragraph',
        text: `It says: ${fraudType}. ${isHeld ? 'What has not left is on hold.' : 'Nothing is on hold.'} A dispute may follow; a refund before it prevents that.`,
      },
      {
        kind: 'lines',
        lines: [
          `Refund it: npm run shop -- refund ${orderNumber}`,
          `Or ship it: npm run shop -- shipments release ${orderNumber} --reason "…"`,
        ],
      },
    ],
  }
}
