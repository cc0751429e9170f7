export const cardEn = {
  branded: '{brand} ending in {last4}',
  ending: 'Card ending {last4}',
  endingInSentence: 'the card ending {last4}',
} as const
