import type { Subscription } from '#subscription/endpoints.ts'

/** The card that pays, in the middle of a sentence. */
export const cardText = (card: Pick<NonNullable<Subscription['card']>, 'last4'> | null): string =>
  card === null ? 'a card that you choose' : `the card ending ${card.last4}`

/** The card with its last month, as a fact of the subscription. */
export const cardFact = (card: Subscription['card']): string => {
  if (card === null) return 'No card is saved.'
  const expiry = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
  return `Card ending ${card.last4}, expires ${expiry}.`
}
