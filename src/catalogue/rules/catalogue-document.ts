import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import { decimalsOf } from '#shared/currency.ts'
import type { Currency } from '#shared/money.ts'
import { wirePrice } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { CatalogueEntry, isPictureAddress } from './catalogue-entry.ts'
import type { CataloguePlan } from './plan.ts'
import { amountsOf, inCurrencyOrder, rulesFrom, rulesSaid, SaidRules, wireAmounts } from './plan-rules.ts'
import { ProductFacts, productName } from './product.ts'
import { Translations } from './catalogue-translation.ts'

const isPriceIn = (price: string, currency: Currency): boolean => {
  const decimals = decimalsOf(currency)
  return decimals === 0 ? /^\d{1,9}$/.test(price) : new RegExp(`^\\d{1,7}\\.\\d{${decimals}}$`).test(price)
}

const Prices = z
  .record(z.string(), z.string())
  .superRefine((prices, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (!Object.hasOwn(prices, defaultCurrency)) fault([], `a price in ${defaultCurrency} is missing`)
    for (const [code, price] of Object.entries(prices)) {
      const currency = currencyOf(code)
      if (currency === null) fault([code], `there is no currency ${code}`)
      else if (!isPriceIn(price, currency))
        fault([code], `not a price in ${code} such as ${wirePrice(1250, currency)}`)
    }
  })
  .transform(inCurrencyOrder)

const count = z.int().positive().max(1_000_000)

const PlanDocument = z.strictObject({
  id: z.uuid(),
  product: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'small letters and digits, with hyphens between')
    .max(40),
  name: z.string().min(1, 'a name is missing').max(120),
  /** By currency, with all decimals of each. */
  prices: Prices,
  /** Months from one order to the next; null for a one-time purchase. */
  intervalMonths: count.nullable(),
  isSrp: z.boolean(),
  renewsAs: z.string().nullable(),
  autoCouponCode: z.string().nullable(),
  maxQuantity: count,
  supplyDays: count,
  capsules: count,
  /** Which stock it is taken from, and how much of it. */
  stock: z.strictObject({
    product: z.string().min(1, 'the name of a stock is missing').max(60),
    quantity: count,
  }),
  preorderNote: z.string().nullable(),
  soldAlone: z.boolean(),
  refusedCountries: z.array(z.string().regex(/^[A-Z]{2}$/, 'the code of a country such as US')),
  image: z.string(),
  sort: z.int(),
  /** Missing for a plan without any, and in versions from before they were part of the catalogue. */
  rules: SaidRules.optional(),
  /** Of its product; one of the product's plans has them. */
  about: ProductFacts.optional(),
})

type PlanDocument = z.output<typeof PlanDocument>

/**
 * All that the catalogue says of a code: what pages show of it and, unless it is a bundle, its plan. The form of the files in
 * `content/catalogue` and of stored versions, which are never rewritten: a field that comes later needs a default.
 */
export const CatalogueDocument = CatalogueEntry.extend({
  sku: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'small letters and digits, with hyphens between')
    .max(60),
  plan: PlanDocument.nullable(),
  /** In languages after the first; missing in versions from before there were some. */
  translations: Translations.optional(),
})

export type CatalogueDocument = z.output<typeof CatalogueDocument>

/** What pages show of an entry. */
export const entryOfDocument = (document: CatalogueDocument): CatalogueEntry => {
  const { plan: _plan, translations: _translations, ...entry } = document
  return entry
}

/** The plan of an entry; null for a bundle. */
export const planOfDocument = ({ sku, plan }: CatalogueDocument): CataloguePlan | null => {
  if (plan === null) return null
  const { product, prices: _, stock, rules, about, ...facts } = plan
  const prices = amountsOf(plan.prices)
  const priceCents = prices.get(defaultCurrency) ?? 0
  prices.delete(defaultCurrency)
  return {
    plan: {
      ...facts,
      code: sku,
      productId: product,
      productName: productName(facts.name),
      priceCents,
      currency: defaultCurrency,
      stockProduct: stock.product,
      stockQuantity: stock.quantity,
      rules: rulesFrom(sku, rules),
      about: about ?? null,
    },
    prices,
  }
}

const said = ({ rules, about }: CataloguePlan['plan']): Pick<PlanDocument, 'rules' | 'about'> => {
  const own = rulesSaid(rules)
  return { ...(own === undefined ? {} : { rules: own }), ...(about === null ? {} : { about }) }
}

/** The reverse of `planOfDocument`, without what pages show. */
export const documentOfPlan = ({ plan, prices }: CataloguePlan): PlanDocument => ({
  id: plan.id,
  product: plan.productId,
  name: plan.name,
  prices: wireAmounts([[plan.currency, plan.priceCents], ...prices]),
  intervalMonths: plan.intervalMonths,
  isSrp: plan.isSrp,
  renewsAs: plan.renewsAs,
  autoCouponCode: plan.autoCouponCode,
  maxQuantity: plan.maxQuantity,
  supplyDays: plan.supplyDays,
  capsules: plan.capsules,
  stock: { product: plan.stockProduct, quantity: plan.stockQuantity },
  preorderNote: plan.preorderNote,
  soldAlone: plan.soldAlone,
  refusedCountries: [...plan.refusedCountries],
  image: plan.image,
  sort: plan.sort,
  ...said(plan),
})

/** The entry of a plan that came into the shop without one. */
export const documentWithoutFile = (found: CataloguePlan): CatalogueDocument => {
  const { code, name, image, capsules, supplyDays, intervalMonths } = found.plan
  const buyUrl = `/cart?cart=${code}`
  // Older plans may have a picture that is not one of the shop's.
  const cartImage = isPictureAddress(image) ? image : '/art/shipping-box.avif'
  return CatalogueDocument.parse({
    sku: code,
    name,
    cmsContentType: 'product',
    cmsSlug: code,
    pdpUrl: buyUrl,
    buyUrl,
    siteBuyCode: code,
    srp0PdpDescription: name,
    cartImage,
    numCapsules: capsules,
    supplyLengthInDays: supplyDays,
    supplyLengthInMonths: intervalMonths ?? 0,
    couponOverrideMessage: null,
    bonusProduct: null,
    upsell: null,
    crossSell: null,
    plan: documentOfPlan(found),
  })
}

/** As the file of an entry is written. */
export const documentText = (document: CatalogueDocument): string => `${JSON.stringify(document, null, 2)}\n`
