import { z } from 'zod'
import type { Address } from '#shared/address.ts'
import { decimalsOf } from '#shared/currency.ts'
import { sumIn } from '#shared/currency-sums.ts'
import type { CurrencySums } from '#shared/currency-sums.ts'
import { formatPrice, sumCents, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { LabelRequest, PackedItem } from './label-request.ts'
import type { ShippingPolicy } from './shipping-policy.ts'

const gramsPerOunce = 28.349523125

/** Ounces with one decimal: of a package rounded up, so that its items never weigh more than it. */
const packageOunces = (grams: number): number => Math.ceil((grams / gramsPerOunce) * 10) / 10
const itemOunces = (grams: number): number => Math.max(Math.floor((grams / gramsPerOunce) * 10) / 10, 0.1)

/** What is free is declared with one unit of the currency a piece: customs take no zero. */
const declaredCents = ({ valueCents, quantity }: PackedItem, currency: Currency): Cents =>
  valueCents > 0 ? valueCents : quantity * 10 ** decimalsOf(currency)

const needsCustoms = ({ from }: ShippingPolicy, to: Address): boolean => to.country !== from.country

/** Above 2500 USD an export is filed with the census office first (15 CFR 30.37(a)); other currencies with room for their rates. */
const mostUnfiled: CurrencySums = { USD: 2_500_00, CAD: 3_000_00, EUR: 2_000_00, GBP: 1_700_00 }

const customsOf = ({ customs }: ShippingPolicy, { contents, currency }: LabelRequest) => ({
  contents_type: 'merchandise',
  restriction_type: 'none',
  non_delivery_option: 'return',
  eel_pfc: 'NOEEI 30.37(a)',
  customs_certify: true,
  customs_signer: customs.signer,
  customs_items: contents.map((item) => ({
    description: item.name,
    quantity: item.quantity,
    value: Number(wirePrice(declaredCents(item, currency), currency)),
    currency,
    weight: itemOunces(item.grams),
    hs_tariff_number: customs.hs_tariff_number,
    origin_country: customs.origin_country,
  })),
})

const addressOf = (to: Address) => ({
  name: `${to.firstName} ${to.lastName}`,
  company: to.company,
  street1: to.address,
  street2: to.unit,
  city: to.city,
  state: to.region,
  zip: to.zip,
  country: to.country,
  phone: to.phone,
})

const servicesFor = ({ services }: ShippingPolicy, shippingMethod: string) =>
  services.filter(({ method }) => method === shippingMethod)

/** Why no label of the shop's can be bought for this, as a sentence; null when one can. */
export const refusalOf = (policy: ShippingPolicy, request: LabelRequest): string | null => {
  if (servicesFor(policy, request.shippingMethod).length === 0)
    return `content/shipping.json names no service for the shipping method ${request.shippingMethod}.`
  const { currency } = request
  const declared = sumCents(request.contents.map((item) => declaredCents(item, currency)))
  const most = sumIn(mostUnfiled, currency) ?? 0
  if (needsCustoms(policy, request.to) && declared > most)
    return `An export above ${formatPrice(most, currency)} is filed with the census office first; buy its label by hand.`
  return null
}

/**
 * The body that creates a shipment at EasyPost, which costs nothing; its reference is the label's key. EasyPost swaps the
 * addresses of a return itself (docs.easypost.com/docs/shipments/returns).
 */
export const shipmentBody = (policy: ShippingPolicy, request: LabelRequest) => {
  const { from, box_inches: box } = policy
  const incoterm = servicesFor(policy, request.shippingMethod).find((one) => one.incoterm)?.incoterm
  const isDeclared = needsCustoms(policy, request.to)
  return {
    shipment: {
      reference: request.key,
      ...(request.isReturn ? { is_return: true } : {}),
      from_address: from,
      to_address: addressOf(request.to),
      parcel: { ...box, weight: packageOunces(request.weightGrams) },
      options: {
        label_format: 'PDF',
        print_custom_1: request.reference,
        ...(isDeclared && incoterm ? { incoterm } : {}),
      },
      ...(isDeclared ? { customs_info: customsOf(policy, request) } : {}),
    },
  }
}

/** What EasyPost asks for a service; `rate` is an amount as text. */
export const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string().regex(/^\d+(\.\d+)?$/),
  delivery_date: z.string().nullish(),
})

export type Rate = z.output<typeof Rate>

/** The cheapest rate of the services that ship this way; null when none of them is offered. */
export const chooseRate = (
  policy: ShippingPolicy,
  shippingMethod: string,
  rates: readonly Rate[],
): Rate | null => {
  const wanted = servicesFor(policy, shippingMethod)
  const offered = rates.filter((rate) =>
    wanted.some(({ carrier, service }) => rate.carrier === carrier && rate.service === service),
  )
  const [cheapest] = offered.toSorted((a, b) => Number(a.rate) - Number(b.rate))
  return cheapest ?? null
}

/** Why no rate was chosen, as a sentence: what was wanted, what is offered, and what carriers said. */
export const noRateText = (
  policy: ShippingPolicy,
  shippingMethod: string,
  { rates, messages }: { readonly rates: readonly Rate[]; readonly messages: readonly string[] },
): string => {
  const wanted = servicesFor(policy, shippingMethod).map(({ carrier, service }) => `${carrier} ${service}`)
  const offered = rates.map(({ carrier, service }) => `${carrier} ${service}`)
  const instead = offered.length === 0 ? 'It offers nothing.' : `It offers ${offered.join(', ')}.`
  return [`EasyPost does not offer ${wanted.join(' or ')}.`, instead, ...messages].join(' ')
}

/** A service as members read it: `USPS Priority`, with the words of its name apart. */
export const serviceName = ({ carrier, service }: Pick<Rate, 'carrier' | 'service'>): string =>
  `${carrier} ${service.replace(/([a-z])([A-Z])/g, '$1 $2')}`
