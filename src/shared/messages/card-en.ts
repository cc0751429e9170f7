export const cardEn = {
  ending: 'Card ending {last4}',
  endingInSentence: 'the card ending {last4}',
} as const
