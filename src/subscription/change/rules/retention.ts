import type { CancellationReasons } from './cancellation-reasons.ts'
import type { Change } from './change.ts'

/**
 * Whether an offer next to the cancel button helps: half of the members see one, half do not (`content/flags.json`).
 */
export const retentionExperiment = 'retention_offer'

/** An unknown variant is that of a shop without the experiment. */
export const showsOffers = (variant: string | undefined): boolean => variant !== 'none'

/** The content of the cancel page. The cancel button is part of the type: no variant, reason or offer removes it. */
export interface CancelPageOptions {
  readonly canCancel: true
  readonly offer: Change | null
}

/** What is shown with a reason: the cancel button always, an offer only if the variant shows offers. */
export const cancelPageOptions = (variant: string | undefined, offer: Change | null): CancelPageOptions => ({
  canCancel: true,
  offer: showsOffers(variant) ? offer : null,
})

/** The outcome of a cancellation attempt; null when the change is not a cancellation. */
export const retentionOutcomeOf = (
  { none, reasons }: CancellationReasons,
  change: Change,
  offeredFor: string | undefined,
): { readonly outcome: 'left' | 'stayed'; readonly reasonId: string } | null => {
  if (change.action === 'cancel') return { outcome: 'left', reasonId: change.cancellationReasonId ?? none.id }
  const reason = reasons.find(({ id }) => id === offeredFor)
  return reason ? { outcome: 'stayed', reasonId: reason.id } : null
}
