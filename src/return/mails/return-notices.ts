import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { labelBlocks, returnRows } from './return-requested.ts'
import type { ReturnFacts } from './return-requested.ts'

/** The one reminder of a return whose package nobody has seen. */
export const returnExpiring = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber} ends soon`,
  preview: `Please send it by ${longDate(facts.sendBy)}.`,
  heading: 'We have not seen your package yet.',
  reason: `You asked for the return ${facts.returnNumber}.`,
  blocks: [
    {
      kind: 'paragraph',
      text: `If you still return this of order ${facts.orderNumber}, please send it by ${longDate(facts.sendBy)}. If it is on its way, you need do nothing. If you would rather have it, do nothing either: the return ends by itself.`,
    },
    returnRows(facts),
    ...labelBlocks(facts),
    {
      kind: 'paragraph',
      text: `When it is here, ${formatPrice(facts.refundCents, facts.currency)} is refunded the way you paid.`,
    },
  ],
})

/** The end of a return that never came. */
export const returnExpired = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber} has ended`,
  preview: 'It did not reach us.',
  heading: 'Your return has ended.',
  reason: `You asked for the return ${facts.returnNumber}.`,
  blocks: [
    {
      kind: 'paragraph',
      text: `Your package did not reach us by ${longDate(facts.sendBy)}, so the return of order ${facts.orderNumber} has ended and nothing is refunded.${facts.hadLabel ? ' Its label is not valid any more.' : ''} If you have sent it after all, it counts when it is here.`,
    },
    returnRows(facts),
  ],
})
