/** A purchase, with what the duplicate check needs. */
export interface PlacedPurchase {
  readonly email: string
  readonly lines: readonly { readonly planCode: string; readonly quantity: number }[]
  readonly at: Temporal.Instant
}

/** An earlier purchase, or one that is in flight. */
export interface EarlierPurchase extends PlacedPurchase {
  /** Its payment is in flight or its outcome is unknown: then it counts, no matter when it started. */
  readonly isUndecided: boolean
  /** The same browser sent it. */
  readonly isOwn: boolean
}

const windowSeconds = 60

const contents = (lines: PlacedPurchase['lines']): string =>
  lines
    .map(({ planCode, quantity }) => `${planCode}:${quantity}`)
    .toSorted()
    .join()

/**
 * The same e-mail ordered the same lines less than a minute ago (spec §8, DUPLICATE_TRANSACTION_WARNING:
 * "Please wait a minute before trying again"), or is being charged for them at this moment.
 */
export const isDuplicatePurchase = (requested: PlacedPurchase, placed: readonly EarlierPurchase[]): boolean =>
  placed.some((earlier) => {
    const seconds = earlier.at.until(requested.at).total('seconds')
    return (
      earlier.email.trim().toLowerCase() === requested.email.trim().toLowerCase() &&
      contents(earlier.lines) === contents(requested.lines) &&
      // Below zero: it began later, and was placed while this one waited for its turn.
      (earlier.isUndecided || seconds < windowSeconds)
    )
  })
