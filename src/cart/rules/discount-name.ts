interface NamedDiscount {
  readonly code: string
  /** Why it was taken off: the `DeductionReason` of the price. */
  readonly reason: string
}

/** The name of a discount for the buyer: their own code as it is, the shop's own reasons by a word. */
export const discountName = ({ code, reason }: NamedDiscount): string => {
  switch (reason) {
    case 'bundle':
      return 'two together'
    case 'stackable':
      return 'with your offer'
    case 'automatic':
      return 'on this plan'
    default:
      return code
  }
}
