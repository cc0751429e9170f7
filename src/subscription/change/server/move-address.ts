import { ownedAddresses } from '#account/server/accounts.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { SubscriptionCharge, SubscriptionOrder } from '#shared/subscription-charge.ts'
import { checkPlanInCountry } from '#subscription/record/rules/plan-choice.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { lockSubscriptionsTo } from '#subscription/record/server/subscription-queries.ts'
import { withdrawOpenedTo } from '#subscription/renewal/server/withdraw-opened.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'

/** An address of a member's address book. */
interface OwnAddress {
  readonly accountId: string
  readonly addressId: string
}

/** What live subscriptions ship to an address is allowed in another country, as where one of them is moved there. */
const checkCountry = async (
  deps: AppDeps,
  tx: Tx,
  { accountId, addressId }: OwnAddress,
  country: string,
): Promise<void> => {
  const addressOf = await ownedAddresses(tx.db, [{ accountId, addressId }])
  if (addressOf({ accountId, addressId })?.country === country) return
  const rows = await lockSubscriptionsTo(tx, accountId, addressId)
  const catalogue = await readCatalogue(deps, tx.db)
  for (const { terms } of await readSubscriptionsWithTerms(tx.db, rows)) {
    if (!isLive(terms.state)) continue
    for (const { planCode, quantity } of [terms, ...terms.addOns]) {
      const plan = catalogue.in(terms.currency).get(planCode)
      if (plan) checkPlanInCountry(country, plan, quantity)
    }
  }
}

/**
 * Runs before an address is updated, in its transaction: what was priced for the old one and not requested is withdrawn. Returns the
 * charges in flight. PRODUCT_NOT_ALLOWED_IN_COUNTRY, QUANTITY_NOT_ALLOWED_IN_COUNTRY.
 */
export const moveAddress = async (
  deps: AppDeps,
  tx: Tx,
  own: OwnAddress,
  country: string,
): Promise<readonly SubscriptionCharge[]> => {
  const charges = await withdrawOpenedTo(tx, own.accountId, own.addressId)
  await checkCountry(deps, tx, own, country)
  return charges
}

/** The next orders of a member that ship to an address, at current prices. */
export const ordersTo = async (
  services: SubscriptionDeps,
  { accountId, addressId }: OwnAddress,
): Promise<readonly SubscriptionOrder[]> =>
  (await subscriptionsOf(services, accountId)).flatMap(({ id: subscriptionId, name, terms, upcoming }) => {
    if (terms.addressId !== addressId || upcoming === null) return []
    const { totals, currency } = upcoming.price
    return [{ subscriptionId, name, on: upcoming.on.toString(), totalCents: totals.totalCents, currency }]
  })
