import { wireExpiry } from '#shared/card-face.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { quantityLimitIn } from '#location/rules/countries.ts'
import { listSavedCards } from '#payment/charge/server/payments.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { listCancellationReasons, viewSubscriptionChoices } from '../choice-endpoints.ts'
import { offersFor } from '../rules/cancellation-reasons.ts'
import type { CancellationReasons, ReadyOffer } from '../rules/cancellation-reasons.ts'
import { frequenciesOf, isAddOn, isRefill } from '#subscription/record/rules/plan-choice.ts'
import { lastOrderDay } from '../rules/change-of-dates.ts'
import { maxPauseMonths } from '#subscription/record/rules/action-refusal.ts'
import { showsOffers, cancelPageOptions } from '../rules/retention.ts'
import { pastCharge } from '#subscription/renewal/rules/past-charge.ts'
import { selectChargesInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { gatherChange } from './gather-change.ts'
import type { Member } from './gather-change.ts'
import { readLinkedRecords } from '#subscription/record/server/linked-records.ts'
import type { PricingDeps } from '#subscription/renewal/server/renewal-facts.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { selectSubscriptionOf } from '#subscription/record/server/subscription-store.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

/** Most of a plan that one order to a country holds; 0 where the country does not take it. */
const maxQuantityIn = (country: string, plan: Plan): number => {
  if (plan.refusedCountries.includes(country)) return 0
  return Math.min(plan.maxQuantity, quantityLimitIn(country, plan.supplyDays) ?? plan.maxQuantity)
}

const choicesIn = (country: string, plans: readonly Plan[]) =>
  plans
    .map((plan) => ({
      plan_code: plan.code,
      name: plan.name,
      image: plan.image,
      price: wirePrice(plan.priceCents, plan.currency),
      currency: plan.currency,
      interval_months: plan.intervalMonths,
      max_quantity: maxQuantityIn(country, plan),
    }))
    .filter(({ max_quantity: max }) => max > 0)

/** The products that can be added; none if the plan or the address is lost. */
const boxChoices = (plans: Plans, plan: Plan | undefined, address: Address | null) => {
  if (!plan || !address) return { swaps: [], frequencies: [], add_ons: [], max_quantity: 0 }
  const { country } = address
  const others = [...plans.values()].filter((other) => isRefill(other) && other.productId !== plan.productId)
  return {
    swaps: choicesIn(country, others),
    frequencies: choicesIn(country, frequenciesOf(plans, plan)),
    add_ons: choicesIn(country, [...plans.values()].filter(isAddOn)),
    max_quantity: maxQuantityIn(country, plan),
  }
}

const loadSubscription = async (services: PricingDeps, accountId: string, id: string) => {
  const db = services.deps.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [subscription] = row ? await readSubscriptionsWithTerms(db, [row]) : []
  const plans = await listPlans(services.deps, row?.currency ?? defaultCurrency)
  const linkedRecords = subscription && (await readLinkedRecords(db, [subscription], plans)).get(id)
  if (!linkedRecords) throw new ShopError('NOT_FOUND')
  const today = dateIn(services.deps.clock.now(), brand.timeZone)
  const charge = (await selectChargesInFlight(db, [id])).get(id) ?? null
  const shown = { ...pastCharge(subscription.terms, charge, today), hasChargeInFlight: charge !== null }
  return { shown, linkedRecords, plans, today }
}

/** The choices in the forms of a member's subscription; NOT_FOUND for another member's. */
export const choicesOf = async (
  services: PricingDeps,
  accountId: string,
  id: string,
): Promise<ReplyOf<typeof viewSubscriptionChoices>> => {
  const { shown, linkedRecords, plans, today } = await loadSubscription(services, accountId, id)
  const { terms } = shown
  const cards = await listSavedCards(services.deps.database, accountId)
  const first = today.add({ days: 1 }).toString()
  return {
    ...boxChoices(plans, plans.get(terms.planCode), linkedRecords.address),
    cards: cards.map((card) => ({
      // Of a card that was saved more than once, the record in use: choosing it again changes nothing.
      id: card.ids.find((one) => one === terms.paymentMethodId) ?? card.id,
      brand: card.brand,
      last4: card.last4,
      ...wireExpiry(card),
    })),
    order_days: { first, last: lastOrderDay(terms, today).toString() },
    pause_days: { first, last: today.add({ months: maxPauseMonths }).toString() },
  }
}

/** The first of these that a preview would accept: a code may be used up. */
const firstAvailableOffer = async (
  services: PricingDeps,
  member: Member,
  id: string,
  offers: readonly ReadyOffer[],
): Promise<ReadyOffer | null> => {
  const { deps } = services
  const row = await selectSubscriptionOf(deps.database, member.accountId, id)
  if (!row) return null
  const now = deps.clock.now()
  for (const offer of offers) {
    if (offer.change.action !== 'apply-coupon') return offer
    const requested = {
      member,
      row,
      change: offer.change,
      now,
      today: dateIn(now, brand.timeZone),
      newId: '',
    }
    try {
      await gatherChange(services, deps.database, requested)
      return offer
    } catch (thrown) {
      if (!isShopError(thrown)) throw thrown
    }
  }
  return null
}

/**
 * The cancellation reasons, each with the offer that is available for this subscription; NOT_FOUND for another
 * member's. `variant` is the member's in the experiment about offers.
 */
export const reasonsFor = async (
  services: PricingDeps,
  { none, reasons }: CancellationReasons,
  member: Member,
  id: string,
  variant: string | undefined,
): Promise<ReplyOf<typeof listCancellationReasons>> => {
  const { shown, linkedRecords, plans, today } = await loadSubscription(services, member.accountId, id)
  const facts = { ...shown, today, lost: linkedRecords.lost }
  const reasonsWithOffers = []
  for (const { offers, ...reason } of reasons) {
    const ready =
      showsOffers(variant) && linkedRecords.lost.length === 0 ? offersFor(offers, facts, plans) : []
    const offer = await firstAvailableOffer(services, member, id, ready)
    const { offer: change } = cancelPageOptions(variant, offer?.change ?? null)
    reasonsWithOffers.push({ ...reason, offer: offer && change && { ...offer, change } })
  }
  return { none, reasons: reasonsWithOffers }
}
