import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { cardName } from '#order/mails/order-parts.ts'

interface MailedCard {
  readonly brand: string
  readonly last4: string
}

interface RenewalDeclined {
  /** The product of the subscription. */
  readonly name: string
  readonly amountCents: Cents
  readonly currency: Currency
  /** The one that was declined. */
  readonly card: MailedCard | null
  /** The one that pays next, if that is another one; null for the same. */
  readonly nextCard: MailedCard | null
  /** What is wrong, in a sentence. */
  readonly problem: string
  /** The bank wants the member to confirm the card. */
  readonly asksToConfirm: boolean
  /** Calendar date of the next attempt; null when none comes. */
  readonly nextAttemptOn: string | null
  /** Of the subscription now. */
  readonly state: string
  /** Opens without signing in. */
  readonly updateCardUrl: string
  readonly linkDays: number
}

const nextStepText = ({ nextAttemptOn, nextCard, state, asksToConfirm }: RenewalDeclined): string => {
  const withCard = nextCard === null ? '' : ` with your ${cardName(nextCard)}`
  if (nextAttemptOn !== null) return `We will try again on ${longDate(nextAttemptOn)}${withCard}.`
  const outcome = state === 'paused' ? 'the subscription is paused' : 'the subscription has ended'
  if (asksToConfirm)
    return `We won’t try again automatically, and ${outcome}. Once you confirm, it resumes from the day you pay.`
  return `We won’t try this card again, and ${outcome}. With another card, it resumes from the day you pay.`
}

/** The mail when a renewal's card was refused: nothing was charged and nothing shipped. */
export const renewalDeclined = (facts: RenewalDeclined): MailDocument => {
  const amount = formatPrice(facts.amountCents, facts.currency)
  const card = facts.card === null ? 'Your card' : `Your ${cardName(facts.card)}`
  return {
    subject: 'Your renewal could not be charged',
    preview: 'You were not charged and nothing has shipped.',
    heading: facts.asksToConfirm ? 'Your bank asks you to confirm.' : 'Your card was declined.',
    blocks: [
      {
        kind: 'paragraph',
        text: `${card} was declined for ${amount}, the renewal of ${facts.name}. You were not charged and nothing has shipped.`,
      },
      { kind: 'paragraph', text: `${facts.problem} ${nextStepText(facts)}` },
      {
        kind: 'button',
        label: facts.asksToConfirm ? 'Confirm with your bank' : 'Pay with another card',
        href: facts.updateCardUrl,
      },
      {
        kind: 'paragraph',
        text: `The button works without signing in, for ${facts.linkDays} days or until the order is paid. It shows only this order.`,
      },
    ],
  }
}
