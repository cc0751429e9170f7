import { CatalogueDocument } from '../rules/catalogue-document.ts'
import type { CataloguePlan, Plan } from '../rules/plan.ts'
import { rulesFrom, rulesSaid, SaidRules } from '../rules/plan-rules.ts'
import { ProductFacts, prefixOf, productName } from '../rules/product.ts'
import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

const PlanRow = z.object({
  code: z.string(),
  id: z.string(),
  name: z.string(),
  price_cents: z.int(),
  currency: z.literal(defaultCurrency),
  max_quantity: z.int(),
  interval_months: z.int().nullable(),
  is_srp: z.boolean(),
  renews_as: z.string().nullable(),
  auto_coupon_code: z.string().nullable(),
  supply_days: z.int(),
  capsules: z.int(),
  stock_product: z.string(),
  stock_quantity: z.int(),
  preorder_note: z.string().nullable(),
  sold_alone: z.boolean(),
  refused_countries: z.array(z.string()),
  image: z.string(),
  sort: z.int(),
  rules: SaidRules,
  about: ProductFacts.extend({ id: z.string() }).nullable(),
})

const aboutFrom = (stored: z.output<typeof PlanRow>['about']): ProductFacts | null => {
  if (stored === null) return null
  const { id: _, ...about } = stored
  return about
}

/** A plan with the product that its document names; for a plan without one the codes of the product begin alike. */
const planFrom = (
  row: z.output<typeof PlanRow>,
  document: CatalogueDocument | undefined,
  all: readonly z.output<typeof PlanRow>[],
): Plan => {
  const holder = all.find(({ code, about }) => about !== null && prefixOf(code) === prefixOf(row.code))
  const productId = document?.plan?.product ?? holder?.about?.id
  if (productId === undefined) throw new Error(`plan ${row.code} is not one this shop can sell`)
  return {
    code: row.code,
    id: row.id,
    productId,
    productName: productName(row.name),
    name: row.name,
    priceCents: row.price_cents,
    currency: defaultCurrency,
    maxQuantity: row.max_quantity,
    intervalMonths: row.interval_months,
    isSrp: row.is_srp,
    renewsAs: row.renews_as,
    autoCouponCode: row.auto_coupon_code,
    supplyDays: row.supply_days,
    capsules: row.capsules,
    stockProduct: row.stock_product,
    stockQuantity: row.stock_quantity,
    preorderNote: row.preorder_note,
    soldAlone: row.sold_alone,
    refusedCountries: row.refused_countries,
    image: row.image,
    sort: row.sort,
    rules: rulesFrom(row.code, row.rules),
    about: aboutFrom(row.about),
  }
}

export const rowFrom = (plan: Plan) => ({
  code: plan.code,
  id: plan.id,
  name: plan.name,
  price_cents: plan.priceCents,
  currency: plan.currency,
  max_quantity: plan.maxQuantity,
  interval_months: plan.intervalMonths,
  is_srp: plan.isSrp,
  renews_as: plan.renewsAs,
  auto_coupon_code: plan.autoCouponCode,
  supply_days: plan.supplyDays,
  capsules: plan.capsules,
  stock_product: plan.stockProduct,
  stock_quantity: plan.stockQuantity,
  preorder_note: plan.preorderNote,
  sold_alone: plan.soldAlone,
  refused_countries: [...plan.refusedCountries],
  image: plan.image,
  sort: plan.sort,
  rules: JSON.stringify(rulesSaid(plan.rules) ?? {}),
  about: plan.about && JSON.stringify({ id: plan.productId, ...plan.about }),
})

/** Plans and entries as they are stored, at one moment. */
export interface StoredCatalogue {
  readonly plans: readonly CataloguePlan[]
  /** What the latest version of each code says, in the order of the codes. */
  readonly documents: readonly CatalogueDocument[]
  /** The latest version; 0 for none. */
  readonly version: number
}

const CatalogueRow = z.object({
  plans: z.array(PlanRow),
  prices: z.array(z.object({ plan_code: z.string(), currency: z.string(), price_cents: z.int() })),
  documents: z.array(CatalogueDocument),
  version: z.int(),
})

export const catalogueFrom = (row: unknown): StoredCatalogue => {
  const { plans, prices, documents, version } = CatalogueRow.parse(row)
  const pricesOf = (code: string): CataloguePlan['prices'] =>
    new Map(
      prices.flatMap(({ plan_code, currency, price_cents }) => {
        const known = plan_code === code ? currencyOf(currency) : null
        return known === null ? [] : [[known, price_cents] as const]
      }),
    )
  const documentOf = new Map(documents.map((document) => [document.sku, document]))
  const planRows = plans.map((plan) => ({
    plan: planFrom(plan, documentOf.get(plan.code), plans),
    prices: pricesOf(plan.code),
  }))
  return { plans: planRows, documents, version }
}
