export const walletEn = {
  credit: 'Credit',
  creditPays: 'Your credit pays for all of it. Please place this order at checkout.',
  discount: 'Discount {name}',
  goToCheckout: 'Go to checkout',
  noAnswer: 'The shop did not answer. Please try again in a moment.',
  nothingOrdered: '{reason} Nothing was ordered.',
  sandbox: 'Pay with Sandbox Wallet',
  shipping: 'Shipping',
  signIn: 'Sign In',
  taxes: 'Taxes',
  totalChanged: 'The total has changed, and nothing was charged. Please look at it and pay again.',
  unknownPurchase:
    'The shop did not answer, so your order may have been placed. Please look for our email before you pay again.',
  walletNoAnswer: 'The wallet did not answer. Please try again in a moment.',
} as const
