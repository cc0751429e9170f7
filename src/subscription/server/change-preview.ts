import { createHash, createHmac } from 'node:crypto'
import type { World } from '#platform/world.ts'
import type { UpcomingOrder } from '../calls.ts'
import type { ChangePreview } from '../change-calls.ts'
import type { Change } from '../rules/change.ts'
import { afterOrder } from '../rules/change-of-dates.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { comesNext } from '../rules/steering.ts'
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
  const left = next.addOns.flatMap((addOn, position) => {
    const line = facts.renewal.addOns?.[position]
    return line && !comesNext(next, addOn) ? [line] : []
  })
  const spent = chargeNow ? (upcomingOrder(next, facts.renewal)?.creditCents ?? 0) : 0
  const availableCreditCents = (facts.renewal.availableCreditCents ?? 0) - spent
  // The order at once may be the last that a code counts for.
  const isLast = chargeNow && facts.ending?.ordersLeft === 1
  const coupon = isLast ? null : facts.renewal.coupon
  const bare = { ...facts, renewal: { ...facts.renewal, addOns: left, availableCreditCents, coupon } }
  const upcoming = chargeNow ? wireNextOrder(afterOrder(next), bare) : wireNextOrder(next, facts)
  const sums = {
    action: change.action,
    state: next.state,
    charged_now: chargeNow ? wireNextOrder(next, facts) : null,
    upcoming_order: upcoming,
    next_dates: upcoming?.next_dates.slice(0, 3) ?? [],
    paused_until: next.pausedUntil,
  }
  return { ...sums, token: tokenOf(secret, row, change, sums) }
}
