/** A card to assign to a subscription, and the request that chose it. */
export interface CardChoice {
  readonly paymentMethodId: string
  /** Makes one change at most. */
  readonly requestId: string
  /** When the member made the request; the processor may have answered much later. */
  readonly chosenAt: Temporal.Instant
}

/**
 * Whether a choice still counts: not after a later one, however late the processor answers. Of choices of the same moment
 * the one that is written last counts.
 */
export const isLatestChoice = (
  chosenAt: Temporal.Instant,
  others: readonly (Temporal.Instant | null)[],
): boolean => others.every((other) => other === null || Temporal.Instant.compare(other, chosenAt) <= 0)
