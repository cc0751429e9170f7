/** A settled charge (`succeeded`, `declined`, `void`) never changes again. */
export type ChargeState = 'intended' | 'unknown' | 'challenge' | 'succeeded' | 'declined' | 'void'

/**
 * `soft` may succeed later, `hard` never will, `expired` needs a new card, `data` is a mistake in what was typed, and with
 * `authenticate` the bank wants its owner to confirm.
 */
export const declineKinds = ['soft', 'hard', 'expired', 'data', 'authenticate'] as const

export type DeclineKind = (typeof declineKinds)[number]

/** A card as it may be shown and charged again; `processorMethod` is null when the processor did not save it. */
export interface ChargedCard {
  readonly processorCustomer: string | null
  readonly processorMethod: string | null
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** The outcome of a charge, as far as the processor said. */
export type ChargeOutcome =
  | { readonly state: 'succeeded'; readonly processorCharge: string; readonly card: ChargedCard }
  | {
      readonly state: 'declined'
      readonly kind: DeclineKind
      readonly reason: string
      readonly processorCharge: string | null
    }
  /** The buyer has to go to `url` and comes back to the charge's return address. */
  | { readonly state: 'challenge'; readonly processorCharge: string; readonly url: string }
  /**
   * The processor took another sum than was asked for, or in another currency: nobody has paid, nothing more is charged, and
   * an operator decides (decision 110).
   */
  | {
      readonly state: 'other-sum'
      readonly processorCharge: string
      readonly capturedCents: number
      /** ISO 4217 code in capitals. */
      readonly capturedCurrency: string
    }
  /** Nothing was charged, or all of it was given back, and by this key nothing ever will be. */
  | { readonly state: 'void' }
  /** A time-out, a reset, an error of the processor: ask later, and charge nothing meanwhile. */
  | { readonly state: 'unknown' }

/** A charge that took money: `succeeded` only if it took what was asked for. */
export const outcomeOfCaptured = (
  requested: { readonly amountCents: number; readonly currency: string },
  captured: { readonly cents: number; readonly currency: string },
  { processorCharge, card }: { readonly processorCharge: string; readonly card: ChargedCard },
): ChargeOutcome =>
  captured.cents === requested.amountCents && captured.currency === requested.currency
    ? { state: 'succeeded', processorCharge, card }
    : {
        state: 'other-sum',
        processorCharge,
        capturedCents: captured.cents,
        capturedCurrency: captured.currency,
      }

/** States in which the processor has the last word still to say. */
export const openStates = ['intended', 'unknown', 'challenge'] as const satisfies readonly ChargeState[]

/** Longer than an adapter waits for all its answers, so that a charge that is still being requested is not settled. */
export const requestWindowSeconds = 45

/** How long the bank's challenge may take before the charge is abandoned. */
export const challengeMinutes = 30

/** Seconds until the first check after an outcome that is not final. */
export const firstCheckSeconds = { unknown: 5, challenge: 60 } as const

/**
 * Seconds between the poller's checks: the n-th check delays the next one by the n-th of these, in the end by the last.
 */
export const checkBackOffSeconds = [30, 60, 300, 900, 3_600] as const

/**
 * Whether the charge is to be ended at the processor now (`settle`) or only queried (`check`). A challenge is left to
 * the buyer for a while; every other open charge has no one who could still complete it.
 */
export const shouldEndCharge = (
  state: ChargeState,
  createdAt: Temporal.Instant,
  now: Temporal.Instant,
): boolean =>
  state !== 'challenge' || Temporal.Instant.compare(createdAt.add({ minutes: challengeMinutes }), now) <= 0
