/** A settled refund (`refunded`, `refused`) never changes again. `waiting`: not requested while a bank disputes its charge. */
export type RefundState = 'waiting' | 'intended' | 'unknown' | 'pending' | 'refunded' | 'refused'

/** The outcome of a refund, as far as the processor said. */
export type RefundOutcome =
  /** Null if no processor was involved. */
  | { readonly state: 'refunded'; readonly processorRefund: string | null }
  /** Accepted by the processor, not completed yet. */
  | { readonly state: 'pending'; readonly processorRefund: string }
  /** Nothing was refunded, and with this key nothing ever will be. */
  | { readonly state: 'refused'; readonly reason: string; readonly processorRefund: string | null }
  /** A time-out, a reset, an error of theirs: ask again later. */
  | { readonly state: 'unknown' }

/** States in which the processor has the last word still to say. */
export const openRefundStates = ['intended', 'unknown', 'pending'] as const satisfies readonly RefundState[]
