import type { ShipmentItem } from '#shipment/rules/shipment-item.ts'
import type { ReturnPolicy } from './return-policy.ts'
import type { ReturnedLine } from './return-offer.ts'

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
