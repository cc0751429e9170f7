import { brand } from '#shared/brand.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import type { PlaceMethod, PlacesDocument } from '#location/rules/places-document.ts'
import { places, publishedPlaces } from '#location/rules/published-places.ts'
import { zoneOf } from '#location/rules/zones.ts'

/** What paid shipping costs, in the smallest unit of a currency. */
interface ShippingFees {
  readonly abroad: Cents
  readonly expedited: Cents
}

const feeIn = (method: PlaceMethod | undefined, currency: Currency): Cents => {
  const fee = ownValue(method?.fees ?? {}, currency)
  if (fee === undefined) throw new RangeError(`no shipping fees in ${currency}`)
  return fee
}

/** What shipping costs, for pages that name it before there is a cart. RangeError for a currency without fees. */
export const shippingFees = (currency: Currency): ShippingFees => {
  const { zones, other_zone: other } = places()
  const home = zoneOf(brand.home).methods
  return {
    abroad: feeIn(ownValue(zones, other)?.methods[0], currency),
    expedited: feeIn(home[1] ?? home[0], currency),
  }
}

type PaidPlans = readonly { readonly shipsFreeAbroad: boolean }[]

const feeOf = (document: PlacesDocument, { country, methodCode, paid, currency }: FeeQuestion): Cents => {
  const { methods } = zoneOf(country, document)
  const method = methods.find(({ code }) => code === methodCode) ?? methods[0]
  const fee = feeIn(method, currency)
  const isWaived = method?.waivable === true && paid.length > 0 && paid.every((plan) => plan.shipsFreeAbroad)
  return isWaived ? 0 : fee
}

interface FeeQuestion {
  readonly country: string
  readonly methodCode: string
  /** Only the plans that are paid for: a free gift does not count. */
  readonly paid: PaidPlans
  readonly currency: Currency
}

/** What shipping costs (spec §9). Abroad an order is free only when every plan in it ships free there. */
export const shippingFee = (
  country: string,
  methodCode: string,
  paid: PaidPlans,
  currency: Currency,
): Cents => feeOf(places(), { country, methodCode, paid, currency })

const earlierFee = (document: PlacesDocument, question: FeeQuestion): Cents => {
  try {
    return feeOf(document, question)
  } catch (thrown) {
    // What was published then did not sell there or in this currency yet.
    if (thrown instanceof RangeError) return Number.POSITIVE_INFINITY
    throw thrown
  }
}

/**
 * What shipping of a renewal costs: never more than any fee that was published for its country since `agreedAt`, when the
 * subscription began (decision 403). A lower one counts from the next order on.
 */
export const renewalShippingFee = (question: FeeQuestion, agreedAt: Temporal.Instant): Cents => {
  const { earlier } = publishedPlaces()
  const since = earlier.filter(({ until }) => Temporal.Instant.compare(until, agreedAt) > 0)
  return Math.min(feeOf(places(), question), ...since.map((one) => earlierFee(one.places, question)))
}

/** What standard shipping of an order costs by a version; null where it names none. */
export const publishedFee = (document: PlacesDocument, country: string, currency: Currency): Cents | null => {
  const fee = earlierFee(document, { country, methodCode: '', paid: [], currency })
  return Number.isFinite(fee) ? fee : null
}
