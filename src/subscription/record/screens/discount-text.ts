/** The reason of a discount on an upcoming order, as the member knows it. */
export const discountText = (code: string, reason: string): string => {
  switch (reason) {
    case 'bundle':
      return 'Two together'
    case 'stackable':
      return 'With VS-01'
    case 'automatic':
      return 'On this plan'
    case 'forever':
      return `Code ${code}, on every order`
    case 'renewals':
      return `Code ${code}, on some more orders`
    default:
      return `Code ${code}`
  }
}

/** Why a code gives no discount, as the end of a sentence. */
export const couponRefusalText = (reason: string): string => {
  switch (reason) {
    case 'not-started':
      return 'it is not valid yet'
    case 'expired':
      return 'it has expired'
    case 'exhausted':
      return 'it has been used up'
    case 'already-used':
      return 'it was already used with this email'
    case 'no-matching-plan':
      return 'it does not count for this plan'
    case 'not-stackable':
      return 'it does not go together with another code'
    case 'first-order-only':
      return 'it counts for a first order only'
    default:
      return 'it is not known here'
  }
}
