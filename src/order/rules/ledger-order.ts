import { productGroup } from '#catalogue/rules/product.ts'
import type { LedgerOrder } from '#ledger/rules/order-journals.ts'
import { taxJurisdiction } from '#pricing/rules/tax-rate.ts'
import type { Address } from '#shared/address.ts'
import type { Cents } from '#shared/money.ts'

interface OrderFacts extends Pick<
  LedgerOrder,
  | 'id'
  | 'accountId'
  | 'currency'
  | 'processor'
  | 'discounts'
  | 'shippingCents'
  | 'taxCents'
  | 'totalCents'
  | 'creditCents'
> {
  readonly lines: readonly {
    readonly planCode: string
    readonly quantity: number
    readonly unitPriceCents: Cents
  }[]
  readonly shipTo: Pick<Address, 'country' | 'region' | 'zip'>
}

/** An order as the ledger sees it: goods by product group, tax by whose it is. */
export const ledgerOrder = ({ lines, shipTo, ...order }: OrderFacts): LedgerOrder => {
  const groups = new Map<string, Cents>()
  for (const { planCode, quantity, unitPriceCents } of lines) {
    const group = productGroup([planCode])
    groups.set(group, (groups.get(group) ?? 0) + unitPriceCents * quantity)
  }
  return {
    ...order,
    goods: [...groups].map(([group, cents]) => ({ group, cents })),
    jurisdiction: taxJurisdiction(shipTo),
  }
}
