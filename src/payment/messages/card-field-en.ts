export const cardFieldEn = {
  answered: 'Your bank answered. One moment, please.',
  card: 'Card',
  check: 'Please check the card details.',
  confirm: 'Your bank needs you to confirm the payment on this page.',
  details: 'Card details',
  failed: 'We couldn’t open your bank’s confirmation. Please reload this page.',
  noAnswer: 'The card form didn’t respond. Please try again in a moment.',
} as const
