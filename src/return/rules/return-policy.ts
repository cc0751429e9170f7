import { z } from 'zod'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import type { ShipmentItem } from '#shipment/rules/shipment-item.ts'
import type { ReturnedLine } from './return-offer.ts'

/** What the shop promises of returns: `content/returns.json`. */
export const ReturnPolicy = z
  .strictObject({
    /** Who pays for the way back: the shop with a prepaid label, where its carrier sells one, or the buyer. */
    postage_paid_by: z.enum(['shop', 'buyer']),
    /** Days after its request on which a return that never came expires. */
    expires_after_days: z.int().min(2).max(365),
    /** Days before that on which its buyer is reminded once. */
    remind_days_before: z.int().min(1).max(30),
  })
  .refine((policy) => policy.remind_days_before < policy.expires_after_days, {
    path: ['remind_days_before'],
    message: 'Must be less than expires_after_days',
  })

export type ReturnPolicy = z.output<typeof ReturnPolicy>

/** Days after delivery in which everything can be returned (the terms of the shop). */
export const returnDays = 30

/** The last day on which the package of a return can be sent. */
export const lastSendDay = (
  requestedOn: Temporal.PlainDate,
  { expires_after_days: days }: Pick<ReturnPolicy, 'expires_after_days'>,
): Temporal.PlainDate => requestedOn.add({ days })

interface AwaitedReturn {
  readonly expiresOn: Temporal.PlainDate
  readonly isReminded: boolean
  /** Whether its carrier has its package. */
  readonly isUnderWay: boolean
}

/** What becomes of a return that was asked for and has not come: nothing yet, a reminder, its end. What is under way never expires. */
export const nextOfAwaited = (
  { expiresOn, isReminded, isUnderWay }: AwaitedReturn,
  today: Temporal.PlainDate,
  { remind_days_before: days }: Pick<ReturnPolicy, 'remind_days_before'>,
): 'wait' | 'remind' | 'expire' => {
  if (isUnderWay) return 'wait'
  if (Temporal.PlainDate.compare(today, expiresOn) > 0) return 'expire'
  const isClose = Temporal.PlainDate.compare(today, expiresOn.subtract({ days })) >= 0
  return isClose && !isReminded ? 'remind' : 'wait'
}

/** Where the package of a return is, as its carrier says. */
export const ReturnTravel = z.enum(['in-transit', 'lost', 'arrived'])

export type ReturnTravel = z.output<typeof ReturnTravel>

const meanings: Partial<Record<ShipmentState, ReturnTravel>> = {
  shipped: 'in-transit',
  'in-transit': 'in-transit',
  lost: 'lost',
  delivered: 'arrived',
}

const rank = (travel: ReturnTravel | null): number =>
  travel === null ? -1 : ReturnTravel.options.indexOf(travel)

/**
 * Where a package is after its carrier said `says`; null when that is no news. Events arrive twice and in any order and never
 * move it back; what was lost can arrive.
 */
export const travelAfter = (travel: ReturnTravel | null, says: ShipmentState): ReturnTravel | null => {
  const now = meanings[says] ?? null
  return rank(now) > rank(travel) ? now : null
}

interface PostageFacts {
  readonly policy: Pick<ReturnPolicy, 'postage_paid_by'>
  /** Whether the shop buys labels at a carrier. */
  readonly sellsLabels: boolean
  /** Countries of the buyer and of the warehouse. */
  readonly from: string
  readonly to: string
}

/** Who pays for the way back. Labels are bought within the country of the warehouse: from abroad no service carries them. */
export const returnPostage = ({ policy, sellsLabels, from, to }: PostageFacts): 'shop' | 'buyer' =>
  policy.postage_paid_by === 'shop' && sellsLabels && from === to ? 'shop' : 'buyer'

interface StockedLine {
  readonly quantity: number
  readonly stock: { readonly product: string; readonly quantity: number }
}

/** What comes back, as a shipment has it, so that it weighs what it weighed on its way out. */
export const returnedItems = (
  lines: readonly StockedLine[],
  returned: readonly ReturnedLine[],
): readonly ShipmentItem[] =>
  returned.flatMap(({ position, quantity }) => {
    const line = lines[position]
    if (!line) return []
    const { product, quantity: stockQuantity } = line.stock
    return [
      {
        position,
        product,
        lineQuantity: quantity,
        stockQuantity: (stockQuantity / line.quantity) * quantity,
      },
    ]
  })
