import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

/** Several units of a plan under a code of their own, with an amount off while they all stay in the cart (ruling 11). */
export interface Bundle {
  readonly code: string
  readonly planCode: string
  readonly quantity: number
  /** Off the whole bundle, by currency. */
  readonly discounts: ReadonlyMap<Currency, Cents>
}

/** The effects of a plan in a cart and on its price. */
export interface PlanRules {
  /** It is bought for somebody else, who is named in the cart (ruling 9). */
  readonly isGift: boolean
  /** The plan that comes free with it: added with the first one and removed with the last. */
  readonly bringsGift: string | null
  /** The hidden coupon that it brings to a visitor who was offered it (spec §4). */
  readonly offeredCoupon: string | null
  /** Countries whose carts offer it as an addition; empty for every one. */
  readonly upsellCountries: readonly string[]
  /** Whether it costs no shipping abroad (spec §9). */
  readonly shipsFreeAbroad: boolean
  readonly bundle: Bundle | null
  /** Its place in each listing for partners that it is in (spec §7). */
  readonly listings: ReadonlyMap<string, number>
}

const code = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'the code of an entry')

const isAmountIn = (amount: string, currency: Currency): boolean => {
  try {
    return parsePrice(amount, currency) > 0
  } catch {
    return false
  }
}

const Discounts = z.record(z.string(), z.string()).superRefine((amounts, context) => {
  for (const [name, amount] of Object.entries(amounts)) {
    const currency = currencyOf(name)
    if (currency === null || !isAmountIn(amount, currency))
      context.addIssue({ code: 'custom', path: [name], message: `not an amount in ${name} such as 10.00` })
  }
})

/** As documents and the plan's column hold them: only what applies, nothing for a plan without any. */
export const SaidRules = z.strictObject({
  isGift: z.boolean().optional(),
  bringsGift: code.optional(),
  offeredCoupon: z.string().min(1).max(60).optional(),
  upsellCountries: z.array(z.string().regex(/^[A-Z]{2}$/, 'the code of a country such as US')).optional(),
  shipsFreeAbroad: z.boolean().optional(),
  bundle: z.strictObject({ code, quantity: z.int().min(2).max(20), discounts: Discounts }).optional(),
  /** `partner:3`: the third of the listing. */
  listings: z
    .array(z.string().regex(/^[a-z]{1,30}:\d{1,3}$/, 'a listing and a place in it: partner:3'))
    .optional(),
})

export type SaidRules = z.output<typeof SaidRules>

/** Amounts by the codes of their currencies: the default one first, the others in the order of their codes. */
export const inCurrencyOrder = (amounts: Readonly<Record<string, string>>): Record<string, string> => {
  const others = Object.entries(amounts).filter(([name]) => name !== defaultCurrency)
  const own = ownValue(amounts, defaultCurrency)
  const first = own === undefined ? [] : [[defaultCurrency, own] as const]
  return Object.fromEntries([...first, ...others.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** Amounts as documents have them, in the smallest unit of each currency. */
export const amountsOf = (amounts: Readonly<Record<string, string>>): Map<Currency, Cents> =>
  new Map(
    Object.entries(amounts).flatMap(([name, amount]) => {
      const currency = currencyOf(name)
      return currency === null ? [] : [[currency, parsePrice(amount, currency)] as const]
    }),
  )

/** The reverse of `amountsOf`. */
export const wireAmounts = (amounts: Iterable<readonly [Currency, Cents]>): Record<string, string> =>
  inCurrencyOrder(
    Object.fromEntries([...amounts].map(([currency, cents]) => [currency, wirePrice(cents, currency)])),
  )

const placesIn = (listings: readonly string[]): Map<string, number> =>
  new Map(
    listings.map((listing) => {
      const [name = '', place] = listing.split(':')
      return [name, Number(place)]
    }),
  )

/** What is said of a plan, complete. */
export const rulesFrom = (planCode: string, said: SaidRules | undefined): PlanRules => ({
  isGift: said?.isGift ?? false,
  bringsGift: said?.bringsGift ?? null,
  offeredCoupon: said?.offeredCoupon ?? null,
  upsellCountries: said?.upsellCountries ?? [],
  shipsFreeAbroad: said?.shipsFreeAbroad ?? false,
  bundle: said?.bundle ? { ...said.bundle, planCode, discounts: amountsOf(said.bundle.discounts) } : null,
  listings: placesIn(said?.listings ?? []),
})

/** The reverse of `rulesFrom`; undefined for a plan without any. */
export const rulesSaid = (rules: PlanRules): SaidRules | undefined => {
  const { isGift, bringsGift, offeredCoupon, upsellCountries, shipsFreeAbroad, bundle, listings } = rules
  const said: SaidRules = {
    ...(isGift ? { isGift } : {}),
    ...(bringsGift === null ? {} : { bringsGift }),
    ...(offeredCoupon === null ? {} : { offeredCoupon }),
    ...(upsellCountries.length === 0 ? {} : { upsellCountries: [...upsellCountries] }),
    ...(shipsFreeAbroad ? { shipsFreeAbroad } : {}),
    ...(bundle === null
      ? {}
      : {
          bundle: {
            code: bundle.code,
            quantity: bundle.quantity,
            discounts: wireAmounts(bundle.discounts),
          },
        }),
    ...(listings.size === 0 ? {} : { listings: [...listings].map(([name, place]) => `${name}:${place}`) }),
  }
  return Object.keys(said).length === 0 ? undefined : said
}

/** What a bundle takes off in a currency; 0 where it has no amount. */
export const bundleDiscount = ({ discounts }: Bundle, currency: Currency): Cents =>
  discounts.get(currency) ?? 0
