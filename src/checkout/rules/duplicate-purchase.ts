/** A purchase as far as "just placed an order" goes. */
export interface PlacedPurchase {
  readonly email: string
  readonly lines: readonly { readonly planCode: string; readonly quantity: number }[]
  readonly at: Temporal.Instant
}

const windowSeconds = 60

const contents = (lines: PlacedPurchase['lines']): string =>
  lines
    .map(({ planCode, quantity }) => `${planCode}:${quantity}`)
    .toSorted()
    .join()

/**
 * The same e-mail ordered the same lines less than a minute ago (spec §8, DUPLICATE_TRANSACTION_WARNING:
 * "Please wait a minute before trying again").
 */
export const isDuplicatePurchase = (asked: PlacedPurchase, placed: readonly PlacedPurchase[]): boolean =>
  placed.some((earlier) => {
    const seconds = earlier.at.until(asked.at).total('seconds')
    return (
      earlier.email.trim().toLowerCase() === asked.email.trim().toLowerCase() &&
      contents(earlier.lines) === contents(asked.lines) &&
      seconds >= 0 &&
      seconds < windowSeconds
    )
  })
