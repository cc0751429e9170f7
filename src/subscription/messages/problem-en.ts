export const problemEn = {
  authenticate: 'Your bank needs you to confirm this payment. You can also use another card.',
  data: 'Your bank no longer accepts this card’s details. Please enter it again, or use another card.',
  expired: 'The card has expired. Please use another card.',
  hard: 'Your bank says this card can no longer be charged. Please use another card.',
  soft: 'Your bank declined the card. This is often temporary. You can also pay with another card now.',
} as const
