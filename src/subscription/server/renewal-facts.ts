import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { availableCredit } from '#credit/server/credits.ts'
import { couponsByCodes } from '#coupon/server/coupons.ts'
import type { TaxProvider } from '#location/rules/tax-provider.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { World } from '#platform/world.ts'
import { isToldEnd } from '../rules/notice.ts'
import type { ToldEnd } from '../rules/notice.ts'
import { priceSteps } from '../rules/price-schedule.ts'
import type { NotifiedIncrease } from '../rules/price-schedule.ts'
import { couponCounts } from '../rules/renewal.ts'
import type { Renewal } from '../rules/renewal.ts'
import { asOrdered, dueOn } from '../rules/steering.ts'
import type { Steering } from '../rules/steering.ts'
import { notifiedIncreases } from './notified-increases.ts'
import { toldEnds } from './told-ends.ts'

/** What a renewal is decided from, beside the subscription itself. */
export interface RenewalFacts {
  readonly renewal: Renewal
  readonly address: Address
  /** The subscription's code when it takes nothing off as things are. */
  readonly refusals: readonly { readonly code: string; readonly reason: string }[]
  /** A coupon for some renewals that ends, or has, with how many orders it still counts for; null for none. */
  readonly ending: { readonly coupon: Coupon; readonly ordersLeft: number } | null
}

export interface RenewalSources {
  readonly world: World
  readonly taxes: TaxProvider
}

/** A subscription, or what a change would make of it. */
export interface HeldSteering {
  readonly id: string
  readonly accountId: string
  readonly steering: Steering
  /** A code that has counted for all its renewals, while no order of the full price was billed. */
  readonly endedCoupon: string | null
  /** The member asks for the order at once, and is shown what it costs. */
  readonly atOnce?: boolean
  /** In place of the address that `steering` names: one that is not kept yet. */
  readonly address?: Address
}

const planOf = (plans: Plans, code: string, id: string): Plan => {
  const plan = plans.get(code)
  if (!plan) throw new Error(`subscription ${id} has lost its plan ${code}`)
  return plan
}

/** The day for which a price is asked: of the order to come, or the date it would have. */
const priceDay = (steering: Steering): Temporal.PlainDate => dueOn(asOrdered(steering) ?? steering)

interface Found {
  readonly notified: ReadonlyMap<string, readonly NotifiedIncrease[]>
  readonly plans: Plans
  readonly coupons: ReadonlyMap<string, Coupon>
  readonly credit: ReadonlyMap<string, Cents>
  readonly told: ReadonlyMap<string, readonly ToldEnd[]>
  readonly today: Temporal.PlainDate
  readonly addressOf: Awaited<ReturnType<typeof ownedAddresses>>
}

/**
 * The coupon that counts for the next order, and the one that ends. One that has ended counts once more for an order whose
 * day has come and whose member was not told of the full price in time; not where the member asks and sees the sum.
 */
const couponsOf = (found: Found, { id, steering, endedCoupon, atOnce = false }: HeldSteering, plan: Plan) => {
  const { couponCode, couponRenewals } = steering
  const own = couponCode === null ? null : (found.coupons.get(couponCode) ?? null)
  if (own !== null) {
    const counts = couponCounts(own, plan, found.plans)
    const ending = counts && couponRenewals !== null ? { coupon: own, ordersLeft: couponRenewals } : null
    return { coupon: counts ? own : null, resting: counts ? null : own, ending }
  }
  const ended = endedCoupon === null ? null : (found.coupons.get(endedCoupon) ?? null)
  if (ended === null || !couponCounts(ended, plan, found.plans))
    return { coupon: null, resting: null, ending: null }
  const on = priceDay(steering)
  const hasCome = Temporal.PlainDate.compare(on, found.today) <= 0
  const untold = hasCome && !atOnce && !isToldEnd(ended.code, found.told.get(id) ?? [], found.today)
  return { coupon: untold ? ended : null, resting: null, ending: { coupon: ended, ordersLeft: 0 } }
}

const addressOf = (found: Found, { accountId, steering, address }: HeldSteering): Address | undefined =>
  address ?? found.addressOf({ accountId, addressId: steering.addressId })

const factsOf = async (taxes: TaxProvider, found: Found, held: HeldSteering): Promise<RenewalFacts> => {
  const { steering, id } = held
  const address = addressOf(found, held)
  if (!address) throw new Error(`subscription ${id} has lost its address`)
  const plan = planOf(found.plans, steering.planCode, id)
  const { country, region, zip } = address
  const { coupon, resting, ending } = couponsOf(found, held, plan)
  const renewal = {
    plan,
    quantity: steering.quantity,
    unitPriceCents: steering.unitPriceCents,
    priceSteps: priceSteps(steering, found.notified.get(id) ?? []),
    coupon,
    country,
    taxRate: await taxes.rateFor({ country, region, zip }),
    availableCreditCents: found.credit.get(held.accountId) ?? 0,
    addOns: steering.addOns.map(({ planCode, quantity, unitPriceCents }) => ({
      plan: planOf(found.plans, planCode, id),
      quantity,
      unitPriceCents,
    })),
  }
  return {
    renewal,
    address,
    refusals: resting ? [{ code: resting.code, reason: 'no-matching-plan' }] : [],
    ending,
  }
}

type FactsById = ReadonlyMap<string, RenewalFacts>

const isWhole = (found: Found, held: HeldSteering): boolean =>
  addressOf(found, held) !== undefined &&
  [held.steering, ...held.steering.addOns].every(({ planCode }) => found.plans.has(planCode))

const gather = async (
  { world, taxes }: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
  isWanted: (found: Found, held: HeldSteering) => boolean,
): Promise<FactsById> => {
  const codes = all.flatMap(({ steering, endedCoupon }) => steering.couponCode ?? endedCoupon ?? [])
  const ended = all.filter(
    ({ steering, endedCoupon }) => steering.couponCode === null && endedCoupon !== null,
  )
  const owners = all
    .filter(({ address }) => address === undefined)
    .map(({ accountId, steering }) => ({ accountId, addressId: steering.addressId }))
  const found = {
    plans: await listPlans(world, db),
    coupons: await couponsByCodes(db, codes),
    told: await toldEnds(
      db,
      ended.map(({ id }) => id),
    ),
    today: dateIn(world.clock.now(), brand.timeZone),
    credit: await availableCredit(
      db,
      all.map(({ accountId }) => accountId),
    ),
    addressOf: await ownedAddresses(db, owners),
    notified: await notifiedIncreases(
      db,
      all.map(({ id }) => id),
    ),
  }
  const facts = new Map<string, RenewalFacts>()
  for (const held of all) if (isWanted(found, held)) facts.set(held.id, await factsOf(taxes, found, held))
  return facts
}

/** Facts of many subscriptions, by subscription id, in a handful of queries. Throws for one that has lost its address or plan. */
export const gatherRenewalFacts = (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
): Promise<FactsById> => gather(sources, db, all, () => true)

/** As `gatherRenewalFacts`, without those that have lost their address or a plan: they must not hide the others. */
export const gatherKnownFacts = (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
): Promise<FactsById> => gather(sources, db, all, isWhole)
