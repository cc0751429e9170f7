import { creditUsed } from '#credit/rules/credit-use.ts'
import type { Cents } from '#shared/money.ts'
import { orderAfter } from './order-after.ts'
import type { Coming } from './order-after.ts'
import { asOrdered, dueOn } from './steering.ts'
import type { Steering } from './steering.ts'
import { upcomingOrder } from './upcoming-order.ts'

/** One of a member's subscriptions. Ids are ordered by when they began. */
export interface MemberComing extends Coming {
  readonly id: string
}

/** When an order is charged: by the day on which the worker looks at it, on one day by the subscription's age. */
interface Turn {
  readonly on: string
  readonly id: string
}

const byTurn = (a: Turn, b: Turn): number => (a.on === b.on ? compare(a.id, b.id) : compare(a.on, b.on))

const compare = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The turn of a subscription's next order; null when none is coming. */
const turnOf = ({ id, steering }: { readonly id: string; readonly steering: Steering }): Turn | null => {
  const ordered = asOrdered(steering)
  return ordered && { on: ordered.nextAttemptOn ?? dueOn(ordered).toString(), id }
}

/** The orders of a subscription whose turn comes before another's, the earliest first. */
const ordersBefore = (first: MemberComing, limit: Turn): (Turn & { readonly totalCents: Cents })[] => {
  const orders: (Turn & { readonly totalCents: Cents })[] = []
  let coming: Coming = first
  for (;;) {
    const turn = turnOf({ id: first.id, steering: coming.steering })
    const order = upcomingOrder(coming.steering, coming.renewal)
    if (turn === null || order === null || byTurn(turn, limit) >= 0) return orders
    orders.push({ ...turn, totalCents: order.price.totalCents })
    coming = orderAfter(coming)
  }
}

/**
 * What a member's credit leaves for a subscription's next order, as things stand: every order of the member's other
 * subscriptions that is charged before it takes its part first, also those after their next. Cents.
 */
export const creditAtTurn = (
  balanceCents: Cents,
  one: { readonly id: string; readonly steering: Steering },
  others: readonly MemberComing[],
): Cents => {
  const turn = turnOf(one)
  if (turn === null || balanceCents === 0) return balanceCents
  return others
    .filter(({ id }) => id !== one.id)
    .flatMap((other) => ordersBefore(other, turn))
    .toSorted(byTurn)
    .reduce((left, { totalCents }) => left - creditUsed(left, totalCents), balanceCents)
}
