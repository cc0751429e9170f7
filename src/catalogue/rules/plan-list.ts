import type { Cents } from '#shared/money.ts'
import { madeToOrderNote } from '#delivery/rules/delivery-times.ts'
import { multiMonthPrice } from './plan.ts'
import type { Plan } from './plan.ts'
import { productNames } from './product.ts'
import type { ProductId } from './product.ts'

const monthly = { 'ds-01': 4999, 'pds-08': 4999, 'vs-01': 3999 } as const satisfies Record<ProductId, Cents>

/** "Save 10% forever", "Save 15% forever" (spec §9). */
export const percentOffFor = (months: number): number => (months === 6 ? 15 : months === 3 ? 10 : 0)

type PlanFacts = Pick<Plan, 'code' | 'maxQuantity' | 'capsules' | 'image'> &
  Partial<Plan> & { readonly months?: number; readonly variant: string; readonly number: number }

const planOf = (productId: ProductId, facts: PlanFacts): Plan => {
  const { months = 1, variant, number, ...rest } = facts
  return {
    id: `6c6f616d-0000-4000-8000-${String(number).padStart(12, '0')}`,
    productId,
    productName: productNames[productId],
    name: `${productNames[productId]}, ${variant}`,
    priceCents: multiMonthPrice(monthly[productId], percentOffFor(months), months),
    currency: 'USD',
    intervalMonths: months,
    isSrp: false,
    renewsAs: null,
    autoCouponCode: null,
    supplyDays: 30 * months,
    stockProduct: productId,
    stockQuantity: months,
    preorderNote: null,
    soldAlone: true,
    refusedCountries: [],
    sort: number * 10,
    ...rest,
  }
}

/** Starter kits are made to order; refills are in stock (spec §1). */
const preorderNote = madeToOrderNote
const once = { intervalMonths: null } as const

const adultPlans: readonly Plan[] = [
  planOf('ds-01', {
    number: 1,
    code: 'syn-wk',
    variant: 'starter kit, 1 month',
    maxQuantity: 4,
    capsules: 60,
    renewsAs: 'syn-rf',
    preorderNote,
    image: '/art/cut-ds.avif',
  }),
  planOf('ds-01', {
    number: 2,
    code: 'syn-wk-3mo',
    variant: 'starter kit, 3 months',
    months: 3,
    maxQuantity: 4,
    capsules: 180,
    renewsAs: 'syn-rf-3mo',
    preorderNote,
    image: '/art/cut-ds.avif',
  }),
  planOf('ds-01', {
    number: 3,
    code: 'syn-wk-6mo',
    variant: 'starter kit, 6 months',
    months: 6,
    maxQuantity: 2,
    capsules: 360,
    renewsAs: 'syn-rf-6mo',
    preorderNote,
    image: '/art/cut-ds.avif',
  }),
  planOf('ds-01', {
    number: 4,
    code: 'syn-rf',
    variant: 'refill, 1 month',
    maxQuantity: 4,
    capsules: 60,
    isSrp: true,
    renewsAs: 'syn-rf',
    image: '/art/cut-packet-ds.avif',
  }),
  planOf('ds-01', {
    number: 5,
    code: 'syn-rf-3mo',
    variant: 'refill, 3 months',
    months: 3,
    maxQuantity: 4,
    capsules: 180,
    isSrp: true,
    renewsAs: 'syn-rf-3mo',
    image: '/art/cut-packet-ds.avif',
  }),
  planOf('ds-01', {
    number: 6,
    code: 'syn-rf-6mo',
    variant: 'refill, 6 months',
    months: 6,
    maxQuantity: 2,
    capsules: 360,
    isSrp: true,
    renewsAs: 'syn-rf-6mo',
    image: '/art/cut-packet-ds.avif',
  }),
  planOf('ds-01', {
    number: 7,
    code: 'syn-wk-gift-2020',
    variant: 'gift, starter kit',
    maxQuantity: 4,
    capsules: 60,
    ...once,
    preorderNote,
    image: '/art/welcome-kit.avif',
  }),
]

const pediatricPlans: readonly Plan[] = [
  planOf('pds-08', {
    number: 8,
    code: 'pds-wk',
    variant: 'starter kit, 1 month',
    maxQuantity: 4,
    capsules: 30,
    renewsAs: 'pds-rf',
    preorderNote,
    image: '/art/cut-pds.avif',
  }),
  planOf('pds-08', {
    number: 9,
    code: 'pds-rf',
    variant: 'refill, 1 month',
    maxQuantity: 4,
    capsules: 30,
    isSrp: true,
    renewsAs: 'pds-rf',
    image: '/art/cut-packet-pds.avif',
  }),
  planOf('pds-08', {
    number: 10,
    code: 'pds-gwp',
    variant: 'one-week travel pack',
    maxQuantity: 1,
    capsules: 7,
    ...once,
    priceCents: 0,
    supplyDays: 7,
    stockProduct: 'pds-08-gift',
    soldAlone: false,
    image: '/art/cut-vial.avif',
  }),
]

const vaginalPlans: readonly Plan[] = [
  planOf('vs-01', {
    number: 11,
    code: 'vs-wk',
    variant: 'starter kit, 1 month',
    maxQuantity: 4,
    capsules: 60,
    renewsAs: 'vs-rf',
    preorderNote,
    image: '/art/cut-vs.avif',
  }),
  planOf('vs-01', {
    number: 12,
    code: 'vs-rf',
    variant: 'refill, 1 month',
    maxQuantity: 4,
    capsules: 30,
    isSrp: true,
    renewsAs: 'vs-rf',
    image: '/art/cut-packet-vs.avif',
  }),
  planOf('vs-01', {
    number: 13,
    code: 'vs-rf-3mo',
    variant: 'refill, 3 months',
    months: 3,
    maxQuantity: 4,
    capsules: 90,
    isSrp: true,
    renewsAs: 'vs-rf-3mo',
    image: '/art/cut-packet-vs.avif',
  }),
  planOf('vs-01', {
    number: 14,
    code: 'vs-rst',
    variant: 'reset, once',
    maxQuantity: 2,
    capsules: 60,
    ...once,
    priceCents: 6499,
    stockProduct: 'vs-01-reset',
    image: '/art/cut-vs.avif',
  }),
]

/** Every plan of spec §3 at the prices of ruling 9: the plans of a new shop. Later prices are the database's. */
export const startingPlans: readonly Plan[] = [...adultPlans, ...pediatricPlans, ...vaginalPlans]
