import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { returnMailsMessages } from '../messages/return-mails-messages.ts'
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
export const problemReceived = (facts: ProblemFacts, locale: Locale): MailDocument => {
  const t = returnMailsMessages.in(locale)
  return {
    locale,
    subject: t('problemReceived', { number: facts.number }),
    preview: t('problemThanks'),
    heading: t('problemThanks'),
    blocks: [{ kind: 'paragraph', text: t('problemSorry', { order: facts.orderNumber }) }, rows(facts)],
  }
}

const outcomeOf = ({ state, refundCents, refundTo, currency }: ProblemFacts, locale: Locale): string => {
  const t = returnMailsMessages.in(locale)
  switch (state) {
    case 'reshipped':
      return t('reshipped')
    case 'refunded':
      return t('refunded', {
        amount: formatPrice(refundCents, currency, locale),
        target: refundTargetText(refundTo, locale),
      })
    case 'declined':
      return t('declined', { email: brand.supportEmail })
    case 'open':
      return ''
    default:
      return state satisfies never
  }
}

/** What became of it. */
export const problemResolved = (facts: ProblemFacts, locale: Locale): MailDocument => {
  const { number, orderNumber: order, state, note } = facts
  const t = returnMailsMessages.in(locale)
  const outcome = outcomeOf(facts, locale)
  return {
    locale,
    subject: t('problemAbout', { number, state }),
    preview: outcome,
    heading: t('problemHeading', { state }),
    blocks: [
      { kind: 'paragraph', text: t('problemReported', { order }) },
      rows(facts),
      { kind: 'paragraph', text: outcome },
      ...(note === null ? [] : [{ kind: 'paragraph', text: note } as const]),
    ],
  }
}
