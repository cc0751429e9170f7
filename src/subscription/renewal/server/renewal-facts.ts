import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import type { Catalogue } from '#catalogue/server/plans.ts'
import { couponIn } from '#coupon/rules/coupon.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { creditIn } from '#credit/rules/credit-use.ts'
import type { CreditBalances } from '#credit/rules/credit-use.ts'
import { availableCredit } from '#credit/server/credits.ts'
import { couponsByCodes } from '#coupon/server/coupons.ts'
import type { Taxes } from '#pricing/server/taxes.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import { together } from '#platform/gathered.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { isCouponEndNotified } from '#subscription/notice/rules/notice.ts'
import type { NotifiedCouponEnd } from '#subscription/notice/rules/notice.ts'
import { priceSteps } from '#subscription/notice/rules/price-schedule.ts'
import type { NotifiedIncrease } from '#subscription/notice/rules/price-schedule.ts'
import { beganAt } from '#subscription/record/rules/status-history.ts'
import { couponApplies } from '../rules/renewal.ts'
import type { Renewal } from '../rules/renewal.ts'
import { termsAtNextOrder, dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { notifiedIncreases, notifiedCouponEnds } from '#subscription/notice/server/notified-changes.ts'

/** The facts of a renewal, without the subscription itself. */
export interface RenewalFacts {
  readonly renewal: Renewal
  readonly address: Address
  /** The subscription's code when it takes nothing off now. */
  readonly refusals: readonly { readonly code: string; readonly reason: string }[]
  /** A coupon for some renewals that ends, or has, with how many orders it still counts for; null for none. */
  readonly ending: { readonly coupon: Coupon; readonly ordersLeft: number } | null
}

export interface PricingDeps {
  readonly deps: AppDeps
  readonly taxes: Taxes
}

/** A subscription, or what a change would make of it. */
export interface SubscriptionWithTerms {
  readonly id: string
  readonly accountId: string
  readonly terms: SubscriptionTerms
  /** A code that has counted for all its renewals, while no order of the full price was billed. */
  readonly endedCoupon: string | null
  /** The member requests the order at once, and is shown what it costs. */
  readonly atOnce?: boolean
  /** Replaces the address of `terms`: one that is not saved yet. */
  readonly address?: Address
}

const planOf = (plans: Plans, code: string, id: string): Plan => {
  const plan = plans.get(code)
  if (!plan) throw new Error(`subscription ${id} has lost its plan ${code}`)
  return plan
}

/** The day for which a price is requested: of the upcoming order, or the date it would have. */
const priceDay = (terms: SubscriptionTerms): Temporal.PlainDate => dueOn(termsAtNextOrder(terms) ?? terms)

interface LoadedFacts {
  readonly notified: ReadonlyMap<string, readonly NotifiedIncrease[]>
  readonly catalogue: Catalogue
  readonly coupons: ReadonlyMap<string, Coupon>
  readonly credit: CreditBalances
  readonly notifiedEnds: ReadonlyMap<string, readonly NotifiedCouponEnd[]>
  readonly today: Temporal.PlainDate
  readonly addressOf: Awaited<ReturnType<typeof ownedAddresses>>
}

/**
 * The coupon that applies to the next order, and the one that ends. One that has ended applies again to a due order
 * whose member was not notified of the full price in time, but not where the member requests the order and sees the
 * total.
 */
const couponsOf = (
  loaded: LoadedFacts,
  { id, terms, endedCoupon, atOnce = false }: SubscriptionWithTerms,
  plan: Plan,
) => {
  const { couponCode, couponRenewals } = terms
  const plans = loaded.catalogue.in(terms.currency)
  const known = (code: string | null): Coupon | null => {
    const coupon = code === null ? undefined : loaded.coupons.get(code)
    return coupon ? couponIn(coupon, terms.currency) : null
  }
  const own = known(couponCode)
  if (own !== null) {
    const counts = couponApplies(own, plan, plans)
    const ending = counts && couponRenewals !== null ? { coupon: own, ordersLeft: couponRenewals } : null
    return { coupon: counts ? own : null, inactive: counts ? null : own, ending }
  }
  const ended = known(endedCoupon)
  if (ended === null || !couponApplies(ended, plan, plans))
    return { coupon: null, inactive: null, ending: null }
  const on = priceDay(terms)
  const isDue = Temporal.PlainDate.compare(on, loaded.today) <= 0
  const isUnnotified =
    isDue && !atOnce && !isCouponEndNotified(ended.code, loaded.notifiedEnds.get(id) ?? [], loaded.today)
  return { coupon: isUnnotified ? ended : null, inactive: null, ending: { coupon: ended, ordersLeft: 0 } }
}

const addressOf = (
  loaded: LoadedFacts,
  { accountId, terms, address }: SubscriptionWithTerms,
): Address | undefined => address ?? loaded.addressOf({ accountId, addressId: terms.addressId })

const factsOf = async (
  taxes: Taxes,
  db: Kysely<Database>,
  loaded: LoadedFacts,
  subscription: SubscriptionWithTerms,
): Promise<RenewalFacts> => {
  const { terms, id } = subscription
  const address = addressOf(loaded, subscription)
  if (!address) throw new Error(`subscription ${id} has lost its address`)
  const plans = loaded.catalogue.in(terms.currency)
  const plan = planOf(plans, terms.planCode, id)
  const { country, region, zip } = address
  const { coupon, inactive, ending } = couponsOf(loaded, subscription, plan)
  const renewal = {
    plan,
    quantity: terms.quantity,
    unitPriceCents: terms.unitPriceCents,
    priceSteps: priceSteps(terms, loaded.notified.get(id) ?? []),
    coupon,
    country,
    agreedAt: beganAt(id),
    taxRate: await taxes.rateFor(db, { country, region, zip }),
    availableCreditCents: creditIn(loaded.credit, subscription.accountId, terms.currency),
    addOns: terms.addOns.map(({ planCode, quantity, unitPriceCents }) => ({
      plan: planOf(plans, planCode, id),
      quantity,
      unitPriceCents,
    })),
  }
  return {
    renewal,
    address,
    refusals: inactive ? [{ code: inactive.code, reason: 'no-matching-plan' }] : [],
    ending,
  }
}

type FactsById = ReadonlyMap<string, RenewalFacts>

const isComplete = (loaded: LoadedFacts, subscription: SubscriptionWithTerms): boolean =>
  addressOf(loaded, subscription) !== undefined &&
  [subscription.terms, ...subscription.terms.addOns].every(({ planCode }) =>
    loaded.catalogue.in(subscription.terms.currency).has(planCode),
  )

const gather = async (
  { deps, taxes }: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
  isIncluded: (loaded: LoadedFacts, subscription: SubscriptionWithTerms) => boolean,
): Promise<FactsById> => {
  const codes = all.flatMap(({ terms, endedCoupon }) => terms.couponCode ?? endedCoupon ?? [])
  const ended = all.filter(({ terms, endedCoupon }) => terms.couponCode === null && endedCoupon !== null)
  const owners = all
    .filter(({ address }) => address === undefined)
    .map(({ accountId, terms }) => ({ accountId, addressId: terms.addressId }))
  const ids = all.map(({ id }) => id)
  const [catalogue, coupons, notifiedEnds, credit, addressByOwner, notified] = await together([
    readCatalogue(deps, db),
    couponsByCodes(db, codes),
    notifiedCouponEnds(
      db,
      ended.map(({ id }) => id),
    ),
    availableCredit(
      db,
      all.map(({ accountId }) => accountId),
    ),
    ownedAddresses(db, owners),
    notifiedIncreases(db, ids),
  ])
  const today = dateIn(deps.clock.now(), brand.timeZone)
  const loaded = { catalogue, coupons, notifiedEnds, today, credit, addressOf: addressByOwner, notified }
  const included = all.filter((subscription) => isIncluded(loaded, subscription))
  await taxes.learn(
    db,
    included.flatMap((subscription) => addressOf(loaded, subscription) ?? []),
  )
  const facts = new Map<string, RenewalFacts>()
  for (const subscription of included)
    facts.set(subscription.id, await factsOf(taxes, db, loaded, subscription))
  return facts
}

/** Facts of many subscriptions, by subscription id, in a handful of queries. Throws for one that has lost its address or plan. */
export const gatherRenewalFacts = (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
): Promise<FactsById> => gather(services, db, all, () => true)

/** As `gatherRenewalFacts`, without those that have lost their address or a plan: they must not hide the others. */
export const gatherKnownFacts = (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
): Promise<FactsById> => gather(services, db, all, isComplete)
