import type { Plan } from '#catalogue/rules/plan.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { quantityLimitIn } from '#location/rules/countries.ts'
import { listPaymentMethods } from '#payment/server/payments.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/call.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { listCancellationReasons, viewSubscriptionChoices } from '../choice-calls.ts'
import { offersFor } from '../rules/cancellation-reasons.ts'
import type { CancellationReasons, ReadyOffer } from '../rules/cancellation-reasons.ts'
import { frequenciesOf, isAddOn, isRefill, planNamed } from '../rules/plan-choice.ts'
import { furthestOrderDay } from '../rules/change-of-dates.ts'
import { longestPauseMonths } from '../rules/refused-action.ts'
import { showsOffers, waysFromHere } from '../rules/retention.ts'
import { selectCharged } from './open-cycles.ts'
import { gatherChange } from './gather-change.ts'
import type { Member } from './gather-change.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import type { RenewalSources } from './renewal-facts.ts'
import { readSteerings } from './steering-records.ts'
import { selectSubscriptionOf } from './subscription-store.ts'

/** Most of a plan that one order to a country holds; 0 where the country does not take it. */
const mostIn = (country: string, plan: Plan): number => {
  if (plan.refusedCountries.includes(country)) return 0
  return Math.min(plan.maxQuantity, quantityLimitIn(country, plan.supplyDays) ?? plan.maxQuantity)
}

const choicesIn = (country: string, plans: readonly Plan[]) =>
  plans
    .map((plan) => ({
      plan_code: plan.code,
      name: plan.name,
      image: plan.image,
      price: wirePrice(plan.priceCents),
      interval_months: plan.intervalMonths,
      max_quantity: mostIn(country, plan),
    }))
    .filter(({ max_quantity: most }) => most > 0)

const heldOf = async (sources: RenewalSources, accountId: string, id: string) => {
  const db = sources.world.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [held] = row ? await readSteerings(db, [row]) : []
  const facts = held && (await gatherRenewalFacts(sources, db, [held])).get(id)
  if (!held || !facts) throw new ShopError('NOT_FOUND')
  return { held, facts, today: dateIn(sources.world.clock.now(), brand.timeZone) }
}

/** What the forms of a member's subscription offer; NOT_FOUND for somebody else's. */
export const choicesOf = async (
  sources: RenewalSources,
  accountId: string,
  id: string,
): Promise<ReplyOf<typeof viewSubscriptionChoices>> => {
  const { held, facts, today } = await heldOf(sources, accountId, id)
  const plans = await listPlans(sources.world)
  const { country } = facts.address
  const plan = planNamed(plans, held.steering.planCode)
  const others = [...plans.values()].filter((other) => isRefill(other) && other.productId !== plan.productId)
  const cards = await listPaymentMethods(sources.world.database, accountId)
  const first = today.add({ days: 1 }).toString()
  return {
    swaps: choicesIn(country, others),
    frequencies: choicesIn(country, frequenciesOf(plans, plan)),
    add_ons: choicesIn(country, [...plans.values()].filter(isAddOn)),
    max_quantity: mostIn(country, plan),
    cards: cards.map((card) => ({
      id: card.id,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
    })),
    order_days: { first, last: furthestOrderDay(held.steering, today).toString() },
    pause_days: { first, last: today.add({ months: longestPauseMonths }).toString() },
  }
}

/** The first of these that a preview would not refuse: a code may be used up. */
const firstToBeHad = async (
  sources: RenewalSources,
  member: Member,
  id: string,
  offers: readonly ReadyOffer[],
): Promise<ReadyOffer | null> => {
  const { world } = sources
  const row = await selectSubscriptionOf(world.database, member.accountId, id)
  if (!row) return null
  const now = world.clock.now()
  for (const offer of offers) {
    if (offer.change.action !== 'apply-coupon') return offer
    const asked = { member, row, change: offer.change, now, today: dateIn(now, brand.timeZone), newId: '' }
    try {
      await gatherChange(sources, world.database, asked)
      return offer
    } catch (thrown) {
      if (!isShopError(thrown)) throw thrown
    }
  }
  return null
}

/**
 * The reasons to leave, each with the offer that is to be had for this subscription; NOT_FOUND for somebody else's.
 * `variant` is the member's of the experiment about offers.
 */
export const reasonsFor = async (
  sources: RenewalSources,
  { none, reasons }: CancellationReasons,
  member: Member,
  id: string,
  variant: string | undefined,
): Promise<ReplyOf<typeof listCancellationReasons>> => {
  const { held, today } = await heldOf(sources, member.accountId, id)
  const plans = await listPlans(sources.world)
  const chargeInHand = (await selectCharged(sources.world.database, [id])).has(id)
  const facts = { steering: held.steering, today, chargeInHand }
  const told = []
  for (const { offers, ...reason } of reasons) {
    const ready = showsOffers(variant) ? offersFor(offers, facts, plans) : []
    const offer = await firstToBeHad(sources, member, id, ready)
    const { offer: change } = waysFromHere(variant, offer?.change ?? null)
    told.push({ ...reason, offer: offer && change && { ...offer, change } })
  }
  return { none, reasons: told }
}
