import { createHash, createHmac } from 'node:crypto'
import type { World } from '#platform/world.ts'
import type { UpcomingOrder } from '../calls.ts'
import type { ChangePreview } from '../change-calls.ts'
import type { Change } from '../rules/change.ts'
import { afterOrder } from '../rules/change-of-dates.ts'
import { creditAtTurn } from '../rules/credit-turn.ts'
import { orderAfter } from '../rules/order-after.ts'
import { wireChargeInHand } from '../rules/charge-in-hand.ts'
import type { Steering } from '../rules/steering.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import type { ComingFacts } from './coming-facts.ts'
import type { DecidedChange } from './gather-change.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { wireNextOrder } from './wire-subscription.ts'

/** What a request asks for, in 64 characters. */
export const fingerprintOf = (change: Change): string =>
  createHash('sha256').update(JSON.stringify(change)).digest('hex')

// A line that the change itself adds gets its id only when it is made.
const sumsOf = (order: UpcomingOrder | null) =>
  order && { ...order, lines: order.lines.map(({ add_on_id: _id, ...line }) => line) }

const tokenOf = (
  secret: string,
  row: SubscriptionRow,
  change: Change,
  sums: Omit<ChangePreview, 'token'>,
): string => {
  const key = createHmac('sha256', secret).update('subscription change').digest()
  const decided = {
    ...sums,
    charged_now: sumsOf(sums.charged_now),
    upcoming_order: sumsOf(sums.upcoming_order),
  }
  const meant = JSON.stringify([row.id, row.version, fingerprintOf(change), decided])
  return createHmac('sha256', key).update(meant).digest('base64url')
}

/** The order that comes after one that is charged at once, with what that one and the member's others leave of credit. */
const nextAfterNow = ({ id }: Pick<SubscriptionRow, 'id'>, next: Steering, facts: ComingFacts) => {
  const balance = facts.renewal.availableCreditCents ?? 0
  const left = balance - (upcomingOrder(next, facts.renewal)?.creditCents ?? 0)
  const after = orderAfter({
    steering: next,
    renewal: facts.renewal,
    ordersLeft: facts.ending?.ordersLeft ?? null,
  })
  const availableCreditCents = creditAtTurn(left, { id, steering: after.steering }, facts.others)
  return wireNextOrder(after.steering, { ...facts, renewal: { ...after.renewal, availableCreditCents } })
}

/**
 * What a decided change will do, with the token that stands for it: signed over the subscription's version, what is
 * asked, and every sum and date that is shown.
 */
export const previewOf = (
  { secret }: Pick<World, 'secret'>,
  row: SubscriptionRow,
  change: Change,
  decided: DecidedChange,
): ChangePreview => {
  const { next, chargeNow, facts } = decided
  const upcoming = chargeNow && facts !== null ? nextAfterNow(row, next, facts) : wireNextOrder(next, facts)
  // As it stands once what is charged now is placed.
  const then = chargeNow ? afterOrder(next) : next
  const sums = {
    action: change.action,
    state: then.state,
    charged_now: chargeNow ? wireNextOrder(next, facts) : null,
    upcoming_order: upcoming,
    next_dates: upcoming?.next_dates.slice(0, 3) ?? [],
    paused_until: next.pausedUntil,
    remaining_orders: then.remainingOrders,
    charge_in_hand: decided.inHand && wireChargeInHand(decided.inHand),
  }
  return { ...sums, token: tokenOf(secret, row, change, sums) }
}
