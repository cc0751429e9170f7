import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailDocument } from './mail-document.ts'
import { cardName } from './order-parts.ts'

interface RenewalDeclined {
  /** What the subscription is for. */
  readonly name: string
  readonly amountCents: Cents
  readonly currency: Currency
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** Calendar date of the next attempt; null when the subscription has ended for want of a payment. */
  readonly nextAttemptOn: string | null
  readonly updateCardUrl: string
}

/** The mail when a renewal's card was refused: nothing was charged and nothing shipped. */
export const renewalDeclined = (facts: RenewalDeclined): MailDocument => {
  const amount = formatPrice(facts.amountCents, facts.currency)
  const card = facts.card === null ? 'Your card' : `Your ${cardName(facts.card)}`
  const next =
    facts.nextAttemptOn === null
      ? 'We will not try again, and the subscription has ended. You can start it again whenever you like.'
      : `We will try again on ${longDate(facts.nextAttemptOn)}.`
  return {
    subject: 'Your renewal could not be charged',
    preview: 'Nothing was charged and nothing has shipped.',
    heading: 'Your card was declined.',
    blocks: [
      {
        kind: 'paragraph',
        text: `${card} was declined for ${amount}, the renewal of ${facts.name}. Nothing was charged and nothing has shipped.`,
      },
      { kind: 'paragraph', text: next },
      { kind: 'button', label: 'Update your card', href: facts.updateCardUrl },
    ],
  }
}
