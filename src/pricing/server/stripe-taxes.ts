import type { Outgoing } from '#platform/outgoing.ts'
import type { Clock } from '#platform/clock.ts'
import { createStripeClient } from '#platform/stripe-client.ts'
import type { StripeAccess } from '#platform/stripe-client.ts'
import { taxRegion } from '../../location/rules/address-validation.ts'
import { partsOfCalculation } from '../rules/stripe-tax-parts.ts'
import type { TaxPlace } from '../rules/tax-rate.ts'
import type { TaxPort } from './tax-port.ts'
import { stripeTaxReporting } from './stripe-tax-reporting.ts'
import { taxFailure } from './stripe-tax-failure.ts'

interface StripeTaxDeps {
  readonly access: StripeAccess
  /** Stripe's tax code of the goods (`txcd_…`); null: the account's default. */
  readonly taxCode: string | null
  /** How long to wait for each answer. */
  readonly timeoutMs: number
  readonly outgoing: Outgoing
  readonly machineClock: Clock
}

/** Sums like those of an order, so that no threshold for large or tiny ones applies. */
const sampleGoods = 5_000
const sampleShipping = 1_000

const sampleOrder = ({ country, zip, region }: TaxPlace, taxCode: string | null) => ({
  currency: 'usd',
  customer_details: {
    address: { country, state: taxRegion({ country, zip, region }), postal_code: zip },
    address_source: 'shipping' as const,
  },
  line_items: [
    {
      amount: sampleGoods,
      reference: 'goods',
      tax_behavior: 'exclusive' as const,
      ...(taxCode === null ? {} : { tax_code: taxCode }),
    },
  ],
  shipping_cost: { amount: sampleShipping, tax_behavior: 'exclusive' as const },
  expand: ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown'],
})

/**
 * Stripe Tax. A rate is read off a calculation for a sample order that goes to the place; sales and refunds are tax transactions.
 * Sources: docs.stripe.com/tax/custom, api/tax/calculations, api/tax/transactions.
 */
export const stripeTaxes = ({
  access,
  taxCode,
  timeoutMs,
  outgoing,
  machineClock,
}: StripeTaxDeps): TaxPort => {
  const stripe = createStripeClient(access, outgoing, timeoutMs)
  return {
    service: 'stripe',
    isLocal: false,
    partsFor: async (place) => {
      const requested = stripe.tax.calculations.create(sampleOrder(place, taxCode))
      const calculation = await requested.catch((thrown: unknown) => {
        throw taxFailure(thrown)
      })
      return partsOfCalculation({
        goods: (calculation.line_items?.data ?? []).flatMap(({ tax_breakdown: rows }) => rows ?? []),
        goodsCents: sampleGoods,
        shipping: calculation.shipping_cost?.tax_breakdown ?? [],
        shippingCents: sampleShipping,
      })
    },
    reporting: stripeTaxReporting({
      stripe,
      goods: taxCode === null ? {} : { tax_code: taxCode },
      machineClock,
    }),
  }
}
