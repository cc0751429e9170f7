import { bookMissing } from '#order/server/order-books.ts'
import { reviewReferrals } from '#loyalty/server/referrals.ts'
import { forgetOldVisits } from '#analytics/server/visits.ts'
import { nextShipDate, shipDue } from '#order/server/orders.ts'
import { finishCard } from '#payment/server/keep-card.ts'
import { settleDueRefunds } from '#payment/server/refunds.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
import type { Work } from '#platform/world.ts'
import type { Charge } from '#payment/server/payments.ts'
import { reviewLeftCarts } from '#newsletter/server/cart-reminders.ts'
import { finishCheckout } from '#checkout/server/finish-checkout.ts'
import { finishCycle } from '#subscription/server/finish-cycle.ts'
import { nextGiftDate, sendDueGifts } from '#gift/server/send-due.ts'
import { makeNotices } from '#subscription/server/notices-due.ts'
import type { NoticeTools } from '#subscription/server/notices-due.ts'
import { startDue } from '#subscription/server/start-due.ts'
import { resumeDue } from '#subscription/server/resume-due.ts'
import { renewDue } from '#subscription/server/renew-due.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import { nextRenewalDate } from '#subscription/server/subscriptions.ts'

/** What happened in one run over everything that was due. */
export interface DueReport {
  readonly renewals: number
  readonly declined: number
  readonly shipped: number
}

/** What follows from a settled charge, whoever settled it: request, webhook or janitor. */
export const finishChargeWith =
  ({ dunning }: Pick<RenewalTools, 'dunning'>): FinishCharge =>
  async (work: Work, charge: Charge): Promise<void> => {
    switch (charge.purpose) {
      case 'purchase':
        return void (await finishCheckout(work, charge))
      case 'renewal':
        return void (await finishCycle(dunning, work, charge))
      case 'card':
        return finishCard(work, charge)
      default:
        return charge.purpose satisfies never
    }
  }

/** One look at everything that time brings about: open charges, ends of pauses, renewals, parcels. */
export const runDue = async (tools: RenewalTools & NoticeTools): Promise<DueReport> => {
  await bookMissing(tools.world)
  await settleDueCharges(tools, finishChargeWith(tools))
  await settleDueRefunds(tools)
  await resumeDue(tools.world)
  await startDue(tools.world)
  await makeNotices(tools)
  await sendDueGifts(tools.world)
  const { ends } = await renewDue(tools)
  const shipped = await shipDue(tools.world)
  await reviewReferrals(tools.world)
  await forgetOldVisits(tools.world)
  await reviewLeftCarts(tools.world)
  return { renewals: ends.billed, declined: ends.declined + ends.failed, shipped }
}

const earlier = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (!a || !b) return a ?? b
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b
}

/** The next day on which a renewal, the end of a pause, a parcel or a gift is due; it may lie in the past. */
export const nextDueOn = async ({ world }: Pick<RenewalTools, 'world'>): Promise<Temporal.PlainDate | null> =>
  earlier(
    earlier(await nextRenewalDate(world.database), await nextShipDate(world.database)),
    await nextGiftDate(world),
  )
