import type { Cents, Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

/** Several units of one plan under one code, with an amount off while they all stay in the cart (ruling 11). */
export interface Bundle {
  readonly code: string
  readonly planCode: string
  readonly quantity: number
  /** Off the whole bundle, by currency. */
  readonly discountCents: Readonly<Record<ShopCurrency | 'JPY', Cents>>
}

const bundles: readonly Bundle[] = [
  {
    code: 'syn-wk-duo',
    planCode: 'syn-wk',
    quantity: 2,
    discountCents: { USD: 1000, CAD: 1400, EUR: 900, GBP: 800, JPY: 1500 },
  },
]

export const bundleOf = (code: string): Bundle | null =>
  bundles.find((bundle) => bundle.code === code) ?? null

/** What a bundle takes off in a currency; 0 where it has no amount. */
export const bundleDiscount = ({ discountCents }: Bundle, currency: Currency): Cents =>
  ownValue(discountCents, currency) ?? 0
