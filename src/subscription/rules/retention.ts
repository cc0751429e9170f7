import type { CancellationReasons } from './cancellation-reasons.ts'
import type { Change } from './change.ts'

/** Whether an offer beside the way out helps anybody: half of the members see one, half do not (`content/flags.json`). */
export const retentionExperiment = 'retention_offer'

/** An unknown variant is that of a shop without the experiment. */
export const showsOffers = (variant: string | undefined): boolean => variant !== 'none'

/** What the page of leaving holds. The way out is part of the type: no variant, reason or offer takes it away. */
export interface CancelPageOptions {
  readonly canCancel: true
  readonly offer: Change | null
}

/** What stands beside a reason: the way out always, an offer only where the variant shows any. */
export const cancelPageOptions = (variant: string | undefined, offer: Change | null): CancelPageOptions => ({
  canCancel: true,
  offer: showsOffers(variant) ? offer : null,
})

/** What a change says of a wish to leave; null when it has nothing to do with one. */
export const retentionOutcomeOf = (
  { none, reasons }: CancellationReasons,
  change: Change,
  offeredFor: string | undefined,
): { readonly outcome: 'left' | 'stayed'; readonly reasonId: string } | null => {
  if (change.action === 'cancel') return { outcome: 'left', reasonId: change.cancellationReasonId ?? none.id }
  const reason = reasons.find(({ id }) => id === offeredFor)
  return reason ? { outcome: 'stayed', reasonId: reason.id } : null
}
