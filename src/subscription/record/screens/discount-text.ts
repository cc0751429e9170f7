/** The reason of a discount on an upcoming order, as the member knows it. */
export const discountText = (code: string, reason: string): string => {
  switch (reason) {
    case 'bundle':
      return 'Two together'
    case 'stackable':
      return 'With your offer'
    case 'automatic':
      return 'On this plan'
    case 'forever':
      return `Code ${code}, on every order`
    case 'renewals':
      return `Code ${code}, on your next orders`
    default:
      return `Code ${code}`
  }
}

/** Why a code gives no discount, as the end of a sentence. */
export const couponRefusalText = (reason: string): string => {
  switch (reason) {
    case 'not-started':
      return 'it isn’t valid yet'
    case 'expired':
      return 'it has expired'
    case 'exhausted':
      return 'it has reached its limit'
    case 'already-used':
      return 'it was already used with your email'
    case 'no-matching-plan':
      return 'it doesn’t apply to this plan'
    case 'not-stackable':
      return 'it can’t be combined with another code'
    case 'first-order-only':
      return 'it’s for first orders only'
    default:
      return 'we don’t recognize it'
  }
}
