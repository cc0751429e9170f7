import type { Kysely } from 'kysely'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { couponOffers } from '#coupon/server/coupons.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { paymentMethodOf } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Change } from '../rules/change.ts'
import type { Decision } from '../rules/change-facts.ts'
import { decideChange } from '../rules/decide-change.ts'
import type { ChargeInHand } from '../rules/charge-in-hand.ts'
import type { Steering } from '../rules/steering.ts'
import { isPrepaidOn } from '../rules/term.ts'
import { chargeInHandOf, selectOpenCycles } from './open-cycles.ts'
import { latestIncreases } from './price-increase-store.ts'
import { gatherKnownComing } from './coming-facts.ts'
import type { ComingFacts } from './coming-facts.ts'
import type { RenewalSources } from './renewal-facts.ts'
import { readKept } from './kept-records.ts'
import type { KeptRecords } from './kept-records.ts'
import { readSteerings } from './steering-records.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { selectLatestTerms } from './term-store.ts'

/** Who asks. */
export interface Member {
  readonly accountId: string
  readonly email: string
}

/** A change somebody asks for, and when. */
export interface AskedChange {
  readonly member: Member
  readonly row: SubscriptionRow
  readonly change: Change
  readonly now: Temporal.Instant
  readonly today: Temporal.PlainDate
  /** The id of what the change brings with it. */
  readonly newId: string
}

/** A decided change with everything that its sums are made of. */
export interface DecidedChange extends Decision {
  readonly before: Steering
  /** Of the subscription after the change; null for one that is canceled without its address or plan. */
  readonly facts: ComingFacts | null
  /** The coupon that the change redeems. */
  readonly coupon: Coupon | null
  /** What is being charged at this moment, whatever is decided. */
  readonly inHand: ChargeInHand | null
}

/** Empty where the address is lost: whatever asks for the country is refused then. */
const countryAfter = ({ change }: AskedChange, { address }: KeptRecords): string =>
  change.action === 'change-address' ? change.address.country : (address?.country ?? '')

const offerFor = async (db: Kysely<Database>, { change, member }: AskedChange) => {
  if (change.action !== 'apply-coupon') return null
  const redeemer = { email: member.email, checkoutId: null }
  const [offer] = await couponOffers(db, [{ code: change.code, source: 'promo-code' }], redeemer)
  return offer ?? null
}

/** NOT_FOUND for a card that the member does not have. */
const checkCard = async (db: Kysely<Database>, { change, member }: AskedChange): Promise<void> => {
  if (change.action !== 'change-payment-method') return
  if (!(await paymentMethodOf(db, member.accountId, change.payment_method_id)))
    throw new ShopError('NOT_FOUND')
}

const triedStates = ['declined', 'failed']

/** What the subscription is priced from after the change. */
const factsAfter = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  { row, change }: AskedChange,
  decision: Decision,
): Promise<ComingFacts | null> => {
  const held = {
    id: row.id,
    accountId: row.account_id,
    steering: decision.next,
    endedCoupon: row.ended_coupon_code,
    atOnce: decision.chargeNow,
  }
  const address = change.action === 'change-address' ? { address: change.address } : {}
  return (await gatherKnownComing(sources, db, [{ ...held, ...address }])).get(row.id) ?? null
}

/**
 * Gathers the facts of a change, decides it and prices what it makes of the subscription. Throws what `decideChange`
 * throws, and NOT_FOUND for somebody else's card.
 */
export const gatherChange = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  asked: AskedChange,
): Promise<DecidedChange> => {
  const { row, change, now, today, newId } = asked
  await checkCard(db, asked)
  const plans = await listPlans(sources.world, db)
  const [held] = await readSteerings(db, [row])
  const kept = held && (await readKept(db, [held], plans)).get(row.id)
  if (!kept) throw new RangeError('one row makes one subscription')
  const { steering: before } = held
  const cycles = await selectOpenCycles(db, row.id, row.next_cycle)
  const inHand = chargeInHandOf(cycles)
  const offer = await offerFor(db, asked)
  const decision = decideChange(
    {
      steering: before,
      today,
      now,
      plans,
      latestIncreases: await latestIncreases(db),
      country: countryAfter(asked, kept),
      chargeInHand: inHand !== null,
      lost: kept.lost,
      inHand,
      cycleTried: cycles.some(
        ({ number, state }) => number === row.next_cycle && triedStates.includes(state),
      ),
      isPrepaid: isPrepaidOn((await selectLatestTerms(db, [row.id])).get(row.id) ?? null, today),
      newId,
      offer,
    },
    change,
  )
  const facts = await factsAfter(sources, db, asked, decision)
  if (facts === null && change.action !== 'cancel') throw new Error(`subscription ${row.id} cannot be priced`)
  return { ...decision, before, facts, coupon: offer?.coupon ?? null, inHand }
}
