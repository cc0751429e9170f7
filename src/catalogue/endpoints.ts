import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import { CatalogueEntry } from './rules/catalogue-entry.ts'
import { ProductFacts } from './rules/product.ts'
import { languages, pseudoLocale } from '#shared/locale.ts'

/** A plan with the fields of spec §3, then the shop's own. */
const PlanOnWire = z.object({
  code: z.string(),
  price: Price,
  name: z.string(),
  id: z.string(),
  isSrp: z.boolean(),
  maxQuantity: z.number().int(),
  domesticAttributes: z.object({
    autoCouponCode: z.string().nullable(),
    /** Months from one order to the next; null for a one-time purchase. */
    billingPeriodLength: z.number().int().nullable(),
  }),
  image: z.string(),
  productId: z.string(),
  productName: z.string(),
  currency: CurrencyCode,
  /** The plan that the subscription it starts renews as (ruling 10). */
  renewsAs: z.string().nullable(),
  supplyDays: z.number().int(),
  capsules: z.number().int(),
  preorderNote: z.string().nullable(),
  soldAlone: z.boolean(),
  /** It is bought for somebody else, who is named in the cart. */
  isGift: z.boolean(),
})

/** All plans, or those of a partner listing. Read afresh by the server; the ten minutes of spec §9 are the browser's. */
export const listPlans = defineEndpoint({
  name: 'listPlans',
  method: 'GET',
  path: '/api/external/plans/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({ group: z.string().max(30).optional() }),
  reply: z.array(PlanOnWire),
  errors: ['VALIDATION_ERROR'],
  sameForVisitors: true,
})

const ProductReply = ProductFacts.extend({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  plan: z.string(),
})

export type ProductReply = z.output<typeof ProductReply>

/** The products of the shop as pages show them, in the order of the catalogue. */
export const listProducts = defineEndpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/api/products/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  reply: z.array(ProductReply),
  errors: [],
})

/** What pages show of each sku in addition to its plan (spec §3, "Catalogue entry"). */
export const listCatalogueEntries = defineEndpoint({
  name: 'listCatalogueEntries',
  method: 'GET',
  path: '/api/catalogue/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  reply: z.array(CatalogueEntry),
  errors: [],
})

/** What the catalogue says in a language, by its own texts; nothing for the first language. */
export const listCatalogueTexts = defineEndpoint({
  name: 'listCatalogueTexts',
  method: 'GET',
  path: '/api/catalogue/texts',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({ language: z.enum([...languages, pseudoLocale]) }),
  reply: z.record(z.string(), z.string()),
  errors: ['VALIDATION_ERROR'],
})

const Shop = z.enum(shopCurrencies)

/** What the visitor pays in, and what the shop sells in. */
export const viewCurrencies = defineEndpoint({
  name: 'viewCurrencies',
  method: 'GET',
  path: '/api/currency',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  reply: z.object({ currency: Shop, currencies: z.array(Shop) }),
  errors: [],
})

/** Remembers in the browser what the visitor wants to pay in. Subscriptions keep their own. */
export const chooseCurrency = defineEndpoint({
  name: 'chooseCurrency',
  method: 'PUT',
  path: '/api/currency',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({ currency: Shop }),
  reply: z.object({ currency: Shop }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
