import { refundTargetText } from '#pricing/rules/refund-target.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { labelBlocks, returnRows } from './return-requested.ts'
import type { ReturnFacts } from './return-requested.ts'

/** The one reminder of a return whose package nobody has seen. */
export const returnExpiring = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber} ends soon`,
  preview: `Please send it by ${longDate(facts.sendBy)}.`,
  heading: 'We haven’t received your package yet.',
  reason: `You requested return ${facts.returnNumber}.`,
  blocks: [
    {
      kind: 'paragraph',
      text: `If you still want to return these items from order ${facts.orderNumber}, please send them by ${longDate(facts.sendBy)}. If they’re already on the way, or you’d rather keep them, you don’t need to do anything.`,
    },
    returnRows(facts),
    ...labelBlocks(facts),
    {
      kind: 'paragraph',
      text: `When we receive it, ${formatPrice(facts.refundCents, facts.currency)} will be refunded ${refundTargetText(facts.refundTo)}.`,
    },
  ],
})

/** The end of a return that never came. */
export const returnExpired = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber} has ended`,
  preview: 'Your package didn’t reach us.',
  heading: 'Your return has ended.',
  reason: `You requested return ${facts.returnNumber}.`,
  blocks: [
    {
      kind: 'paragraph',
      text: `Your package didn’t reach us by ${longDate(facts.sendBy)}, so the return for order ${facts.orderNumber} has ended without a refund.${facts.hadLabel ? ' Its label is no longer valid.' : ''} If you sent it, we’ll refund you when it arrives.`,
    },
    returnRows(facts),
  ],
})

/** A package came, and nothing is refunded for it. */
export const returnNotRefunded = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber} has arrived`,
  preview: 'Nothing is refunded for it.',
  heading: 'We’ve received your package.',
  reason: `You requested return ${facts.returnNumber}.`,
  blocks: [
    {
      kind: 'paragraph',
      text: facts.message ?? 'What it contained has been refunded before, so nothing more is refunded.',
    },
    ...(facts.lines.length > 0 ? [returnRows(facts)] : []),
    {
      kind: 'paragraph',
      text: `If you think this is wrong, please contact us and name your order ${facts.orderNumber}.`,
    },
  ],
})
