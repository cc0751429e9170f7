import type { InvoicedOrder } from '#invoice/rules/issue.ts'
import { taxJurisdiction } from '#pricing/rules/tax-rate.ts'

interface OrderFacts extends Omit<InvoicedOrder, 'number' | 'orderedOn' | 'shippingLabel' | 'jurisdiction'> {
  readonly shippingMethod: { readonly label: string }
}

/** An order as its invoice needs it. */
export const invoicedOrder = (
  { shippingMethod, ...order }: OrderFacts,
  number: string,
  placedOn: Temporal.PlainDate,
): InvoicedOrder => ({
  ...order,
  number,
  orderedOn: placedOn.toString(),
  shippingLabel: shippingMethod.label,
  jurisdiction: taxJurisdiction(order.shipTo),
})
