export const errorEn = {
  actionNotAllowed: 'This isn’t possible for this subscription right now.',
  billingValidationError:
    "Sorry, we couldn't validate your shipping address. Please check that all the fields are entered correctly.",
  captchaFailed: 'Captcha failed to validate. Please refresh the page and try again.',
  cardDataWrong:
    'Your bank doesn’t recognize this card. You have not been charged. Please check the number, date, security code and postal code.',
  cardDeclined: 'Your card was declined. You have not been charged. Please try another card.',
  cardExpired: 'Your card has expired. You have not been charged.',
  cartEmpty: 'Your cart is empty.',
  duplicateTransactionWarning:
    'It looks like you just placed an order. Please wait a minute before trying again.',
  forbidden: 'This request is not allowed.',
  idempotencyKeyInUse:
    'The request with this Idempotency-Key is still running. Please try again in a moment.',
  idempotencyKeyReused: 'This Idempotency-Key was used for another request. Please use a new one.',
  invalidCoupon: 'Sorry, the coupon code you entered is invalid.',
  itemNotAvailable: 'Sorry, an item in your cart is unavailable for purchase at this time.',
  linkExpired: 'This link has expired or was already used. Please request a new one.',
  malformedBody: 'The request body could not be read.',
  malformedRequest: 'The request could not be read.',
  notFound: 'Sorry, we could not find what you asked for.',
  payloadTooLarge: 'The request body is too large.',
  paymentPending: 'We are still confirming your payment. You will not be charged twice.',
  productNotAllowedInCountry:
    "We're sorry, the plan you selected isn't eligible at this time. Kindly contact {email} if you have any questions.",
  productNotFound: 'Product does not exist',
  proofRequired: 'Please confirm it’s you first.',
  quantityNotAllowed:
    'This quantity is not permitted for this product. Kindly contact {email} if you have any questions.',
  quantityNotAllowedInCountry:
    'This quantity is not permitted for this product in your country. Kindly contact {email} if you have any questions.',
  sessionVerificationError: 'Your session has ended. Please sign in again.',
  shopBusy: 'The shop is busy. Please try again in a moment.',
  signInRequired: 'This email already has an account. Please sign in, and your cart will be waiting.',
  signOnFailed: 'Sorry, this sign-in could not be completed. Please try again.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  totalChanged: 'The total has changed since you last saw it. Please review it and place your order again.',
  unauthenticated: 'Please sign in to continue.',
  unknown: 'Sorry, we encountered an error. Please try again.',
  unsupportedMediaType: 'The request body has a type that this endpoint does not accept.',
  unverifiedAccount:
    'Your account has not been verified. Please click on the verification link sent to your email and try again.',
  userNotFound: 'Incorrect username/password',
  validationError: 'Please check the fields below.',
} as const
