import type { Kysely } from 'kysely'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { couponOffers } from '#coupon/server/coupons.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { savedCardOf } from '#payment/charge/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Change, Decision } from '../rules/change.ts'
import { decideChange } from '../rules/decide-change.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import { pastCharge } from '#subscription/renewal/rules/past-charge.ts'
import type { PassedOrder } from '#subscription/renewal/server/past-order.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { isPrepaidOn } from '#subscription/term/rules/prepaid-term.ts'
import { chargeInFlightOf, selectOpenCycles } from '#subscription/renewal/server/open-cycles.ts'
import { latestIncreases } from '#subscription/record/server/price-increase-store.ts'
import { gatherKnownPreviewFacts } from '#subscription/renewal/server/renewal-preview-facts.ts'
import type { RenewalPreviewFacts } from '#subscription/renewal/server/renewal-preview-facts.ts'
import type { PricingDeps } from '#subscription/renewal/server/renewal-facts.ts'
import { readLinkedRecords } from '#subscription/record/server/linked-records.ts'
import type { LinkedRecords } from '#subscription/record/server/linked-records.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { selectLatestPrepaidTerms } from '#subscription/term/server/prepaid-term-store.ts'

/** The actor. */
export interface Member {
  readonly accountId: string
  readonly email: string
}

/** A requested change, and its time. */
export interface RequestedChange {
  readonly member: Member
  readonly row: StoredSubscription
  readonly change: Change
  readonly now: Temporal.Instant
  readonly today: Temporal.PlainDate
  /** The id of the record that the change adds. */
  readonly newId: string
}

/** A decided change with everything that its totals depend on. */
export interface DecidedChange extends Decision {
  readonly before: SubscriptionTerms
  /** Of the subscription after the change; null for one that is canceled without its address or plan. */
  readonly facts: RenewalPreviewFacts | null
  /** The coupon that the change redeems. */
  readonly coupon: Coupon | null
  /** The charge in flight at this moment, whatever is decided. */
  readonly chargeInFlight: ChargeInFlight | null
  /** `before` are the terms after the order of that charge. */
  readonly isPastCharge: boolean
  /** The order that this change takes the subscription past; null for none, and when another change has done so. */
  readonly passed: PassedOrder | null
}

/** Empty if the address is lost: whatever needs the country is refused then. */
const countryAfter = ({ change }: RequestedChange, { address }: LinkedRecords): string =>
  change.action === 'change-address' ? change.address.country : (address?.country ?? '')

const offerFor = async (db: Kysely<Database>, { change, member }: RequestedChange, country: string) => {
  if (change.action !== 'apply-coupon') return null
  const redeemer = { email: member.email, checkoutId: null, isMember: true, country }
  const [offer] = await couponOffers(db, [{ code: change.code, source: 'promo-code' }], redeemer)
  return offer ?? null
}

/** NOT_FOUND for a card that the member does not have. */
const checkCard = async (db: Kysely<Database>, { change, member }: RequestedChange): Promise<void> => {
  if (change.action !== 'change-payment-method') return
  if (!(await savedCardOf(db, member.accountId, change.payment_method_id))) throw new ShopError('NOT_FOUND')
}

/** What a change starts from; a cancellation leaves open whether the order that is being charged comes. */
const duringCharge = (
  { change, today }: RequestedChange,
  stored: SubscriptionTerms,
  chargeInFlight: ChargeInFlight | null,
) => {
  const charge = change.action === 'cancel' ? null : chargeInFlight
  const { terms: before, isPastCharge } = pastCharge(stored, charge, today)
  const passed =
    charge === null || stored.nextCycle === before.nextCycle
      ? null
      : { charge, terms: { before: stored, after: before } }
  return { before, chargeInFlight, isPastCharge, passed }
}

const triedStates = ['declined', 'failed']

const wasTried = (cycles: readonly BillingCycle[], next: number): boolean =>
  cycles.some(({ number, state }) => number === next && triedStates.includes(state))

/** The facts that price the subscription after the change. */
const factsAfter = async (
  services: PricingDeps,
  db: Kysely<Database>,
  { row, change }: RequestedChange,
  decision: Decision,
): Promise<RenewalPreviewFacts | null> => {
  const subscription = {
    id: row.id,
    accountId: row.accountId,
    terms: decision.next,
    endedCoupon: row.endedCouponCode,
    atOnce: decision.chargeNow,
  }
  const address = change.action === 'change-address' ? { address: change.address } : {}
  return (await gatherKnownPreviewFacts(services, db, [{ ...subscription, ...address }])).get(row.id) ?? null
}

/**
 * Gathers the facts of a change, decides it and prices the resulting subscription. Throws what `decideChange` throws,
 * and NOT_FOUND for another member's card.
 */
export const gatherChange = async (
  services: PricingDeps,
  db: Kysely<Database>,
  requested: RequestedChange,
): Promise<DecidedChange> => {
  const { row, change, now, today, newId } = requested
  await checkCard(db, requested)
  const plans = await listPlans(services.deps, row.currency, db)
  const [subscription] = await readSubscriptionsWithTerms(db, [row])
  const linkedRecords = subscription && (await readLinkedRecords(db, [subscription], plans)).get(row.id)
  if (!linkedRecords) throw new RangeError('one row makes one subscription')
  const cycles = await selectOpenCycles(db, row.id, row.nextCycle)
  const during = duringCharge(requested, subscription.terms, chargeInFlightOf(cycles))
  const { before, isPastCharge, chargeInFlight } = during
  const country = countryAfter(requested, linkedRecords)
  const offer = await offerFor(db, requested, country)
  const decision = decideChange(
    {
      terms: before,
      today,
      now,
      plans,
      latestIncreases: await latestIncreases(db),
      country,
      hasChargeInFlight: chargeInFlight !== null,
      isPastCharge,
      lost: linkedRecords.lost,
      isStopped: linkedRecords.isStopped,
      chargeInFlight,
      cycleTried: wasTried(cycles, row.nextCycle),
      isPrepaid: isPrepaidOn((await selectLatestPrepaidTerms(db, [row.id])).get(row.id) ?? null, today),
      newId,
      offer,
    },
    change,
  )
  const facts = await factsAfter(services, db, requested, decision)
  if (facts === null && change.action !== 'cancel') throw new Error(`subscription ${row.id} cannot be priced`)
  return { ...decision, facts, coupon: offer?.coupon ?? null, ...during }
}
