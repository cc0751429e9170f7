import { nextReminderAt } from '#dispute/server/disputes.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { nextGiftDate } from '#gift/server/send-due.ts'
import { nextShipDate } from '#order/server/orders.ts'
import { nextReturnDate, nextReturnLabelAt } from '#return/server/returns.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import { nextReviewRequestOn } from '#review/server/review-requests.ts'
import type { ReviewRequestServices } from '#review/server/review-requests.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { nextLabelAt } from '#shipment/server/labels.ts'
import { nextRenewalDate } from '#subscription/server/subscriptions.ts'

const earlier = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (!a || !b) return a ?? b
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b
}

const dayOf = (at: Temporal.Instant | null | undefined): Temporal.PlainDate | null =>
  at ? dateIn(at, brand.timeZone) : null

/**
 * The next day on which a renewal, the end of a pause, a shipment, a label, a return, a request for a review, a gift, or something that a carrier or a
 * processor in the shop's time has to say is due; it may be in the past.
 */
export const nextDueOn = async (
  services: ReturnServices & DisputeServices & ReviewRequestServices,
): Promise<Temporal.PlainDate | null> => {
  const { deps, carrier, warehouse, processor } = services
  const shipsOn = warehouse === 'simulated' ? await nextShipDate(deps.database) : null
  const dates = [
    await nextRenewalDate(deps),
    shipsOn,
    dayOf(await nextLabelAt(deps.database)),
    dayOf(await nextReturnLabelAt(deps.database)),
    await nextReturnDate(services),
    await nextReviewRequestOn(services),
    dayOf(await carrier.time?.nextEventAt()),
    dayOf(await processor.time?.nextEventAt()),
    dayOf(await nextReminderAt(services)),
    await nextGiftDate(deps),
  ]
  return dates.reduce(earlier)
}
