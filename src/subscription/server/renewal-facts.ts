import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { availableCredit } from '#credit/server/credits.ts'
import { couponsByCodes } from '#coupon/server/coupons.ts'
import type { TaxProvider } from '#location/rules/tax-provider.ts'
import type { Address } from '#shared/address.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { World } from '#platform/world.ts'
import { unitPriceOn } from '../rules/notice.ts'
import type { ToldRise } from '../rules/notice.ts'
import { couponCounts } from '../rules/renewal.ts'
import type { Renewal } from '../rules/renewal.ts'
import { asOrdered, dueOn } from '../rules/steering.ts'
import type { Steering } from '../rules/steering.ts'
import { toldRises } from './told-rises.ts'

/** What a renewal is decided from, beside the subscription itself. */
export interface RenewalFacts {
  readonly renewal: Renewal
  readonly address: Address
  /** The subscription's code when it takes nothing off as things are. */
  readonly refusals: readonly { readonly code: string; readonly reason: string }[]
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
  readonly rises: ReadonlyMap<string, readonly ToldRise[]>
  readonly plans: Plans
  readonly coupons: ReadonlyMap<string, Coupon>
  readonly credit: ReadonlyMap<string, Cents>
  readonly addresses: ReadonlyMap<string, Address>
}

const factsOf = async (taxes: TaxProvider, found: Found, held: HeldSteering): Promise<RenewalFacts> => {
  const { steering, id } = held
  const address = held.address ?? found.addresses.get(steering.addressId)
  if (!address) throw new Error(`subscription ${id} has lost its address`)
  const plan = planOf(found.plans, steering.planCode, id)
  const { country, region, zip } = address
  const coupon = steering.couponCode === null ? null : (found.coupons.get(steering.couponCode) ?? null)
  const counts = coupon !== null && couponCounts(coupon, plan, found.plans)
  const renewal = {
    plan,
    quantity: steering.quantity,
    unitPriceCents: unitPriceOn(steering, found.rises.get(id) ?? [], priceDay(steering)),
    coupon: counts ? coupon : null,
    country,
    taxRate: await taxes.rateFor({ country, region, zip }),
    availableCreditCents: found.credit.get(held.accountId) ?? 0,
    addOns: steering.addOns.map(({ planCode, quantity, unitPriceCents }) => ({
      plan: planOf(found.plans, planCode, id),
      quantity,
      unitPriceCents,
    })),
  }
  const resting = coupon !== null && !counts
  return {
    renewal,
    address,
    refusals: resting ? [{ code: coupon.code, reason: 'no-matching-plan' }] : [],
  }
}

/** Facts of many subscriptions, by subscription id, in a handful of queries. */
export const gatherRenewalFacts = async (
  { world, taxes }: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
): Promise<ReadonlyMap<string, RenewalFacts>> => {
  const codes = all.flatMap(({ steering }) => (steering.couponCode === null ? [] : [steering.couponCode]))
  const owners = all
    .filter(({ address }) => address === undefined)
    .map(({ accountId, steering }) => ({ accountId, addressId: steering.addressId }))
  const found = {
    plans: await listPlans(world, db),
    coupons: await couponsByCodes(db, codes),
    credit: await availableCredit(
      db,
      all.map(({ accountId }) => accountId),
    ),
    addresses: await ownedAddresses(db, owners),
    rises: await toldRises(
      db,
      all.map(({ id }) => id),
    ),
  }
  const facts = new Map<string, RenewalFacts>()
  for (const held of all) facts.set(held.id, await factsOf(taxes, found, held))
  return facts
}
