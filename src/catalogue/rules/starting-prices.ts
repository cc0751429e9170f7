import type { Cents, Currency } from '#shared/money.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { multiMonthPrice } from './plan.ts'
import { percentOffFor, startingPlans } from './plan-list.ts'
import type { ProductId } from './product.ts'

/** A price in another currency than the default. */
export interface PlanPrice {
  readonly planCode: string
  readonly currency: Currency
  readonly priceCents: Cents
}

interface ProductPrices {
  readonly monthly: Readonly<Record<ProductId, Cents>>
  /** `vs-rst`, bought once. */
  readonly reset: Cents
}

/** Sample prices; an operator sets others with `shop price`. */
const pricesBy: Readonly<Record<Exclude<ShopCurrency, 'USD'>, ProductPrices>> = {
  CAD: { monthly: { 'ds-01': 6799, 'pds-08': 6799, 'vs-01': 5499 }, reset: 8799 },
  EUR: { monthly: { 'ds-01': 4699, 'pds-08': 4699, 'vs-01': 3799 }, reset: 5999 },
  GBP: { monthly: { 'ds-01': 3999, 'pds-08': 3999, 'vs-01': 3299 }, reset: 5299 },
}

const pricesIn = (currency: Currency, { monthly, reset }: ProductPrices): PlanPrice[] =>
  startingPlans
    .filter((plan) => plan.priceCents > 0)
    .map(({ code, productId, intervalMonths }) => {
      const months = intervalMonths ?? 1
      const priceCents =
        code === 'vs-rst' ? reset : multiMonthPrice(monthly[productId], percentOffFor(months), months)
      return { planCode: code, currency, priceCents }
    })

/** The prices of a new shop in its other currencies; what is free is free in each, and needs none. */
export const startingPrices: readonly PlanPrice[] = [
  ...pricesIn('CAD', pricesBy.CAD),
  ...pricesIn('EUR', pricesBy.EUR),
  ...pricesIn('GBP', pricesBy.GBP),
]
