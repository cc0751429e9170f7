import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { couponsByCodes } from '#coupon/server/coupons.ts'
import type { TaxProvider } from '#location/rules/tax-provider.ts'
import type { Address } from '#shared/address.ts'
import type { Database } from '#platform/schema.ts'
import type { World } from '#platform/world.ts'
import type { Renewal } from '../rules/renewal.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What a renewal is decided from, beside the subscription itself. */
export interface RenewalFacts {
  readonly renewal: Renewal
  readonly address: Address
}

export interface RenewalSources {
  readonly world: World
  readonly taxes: TaxProvider
}

/** Facts of many subscriptions, by subscription id, in a handful of queries. */
export const gatherRenewalFacts = async (
  { world, taxes }: RenewalSources,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, RenewalFacts>> => {
  const plans = await listPlans(world)
  const codes = rows.flatMap((row) => (row.coupon_code === null ? [] : [row.coupon_code]))
  const coupons = await couponsByCodes(db, codes)
  const owners = rows.map((row) => ({ accountId: row.account_id, addressId: row.address_id }))
  const addresses = await ownedAddresses(db, owners)
  const facts = new Map<string, RenewalFacts>()
  for (const row of rows) {
    const plan = plans.get(row.plan_code)
    const address = addresses.get(row.address_id)
    if (!plan || !address) throw new Error(`subscription ${row.id} has lost its plan or its address`)
    const { country, region, zip } = address
    const taxRate = await taxes.rateFor({ country, region, zip })
    const coupon = row.coupon_code === null ? null : (coupons.get(row.coupon_code) ?? null)
    const renewal = {
      plan,
      quantity: row.quantity,
      unitPriceCents: row.unit_price_cents,
      coupon,
      country,
      taxRate,
    }
    facts.set(row.id, { renewal, address })
  }
  return facts
}
