import type { Stripe } from 'stripe'

/** A tax that a place imposes, and whether on shipping too. */
export interface PlaceTax {
  readonly jurisdiction: Stripe.Tax.CalculationLineItem.TaxBreakdown.Jurisdiction
  readonly name: string
  /** As Stripe gives it: `4.5`. */
  readonly percentage: string
  readonly type: 'gst' | 'hst' | 'pst' | 'qst' | 'rst' | 'sales_tax' | 'vat'
  readonly isOnShipping: boolean
}

/** Where the account is registered, with what is taxed there: by country, then by state, then by postal code. */
export type TaxRegistrations = Map<string, readonly PlaceTax[]>

const salesTax = (
  state: string,
  level: 'city' | 'county' | 'district' | 'state',
  name: string,
  percentage: string,
  isOnShipping: boolean,
): PlaceTax => ({
  jurisdiction: { country: 'US', display_name: name, level, state },
  name: level === 'state' ? 'State Sales and Use Tax' : 'Local Sales and Use Tax',
  percentage,
  type: 'sales_tax',
  isOnShipping,
})

const valueAdded = (country: string, name: string, percentage: string): PlaceTax => ({
  jurisdiction: { country, display_name: name, level: 'country', state: null },
  name: 'VAT',
  percentage,
  type: 'vat',
  isOnShipping: true,
})

/** Registrations of an account in test mode. Rates as published for 2026, where it does not matter for a test. */
export const testRegistrations = (): TaxRegistrations =>
  new Map([
    [
      'US NY 10001',
      [
        salesTax('NY', 'state', 'New York', '4.0', true),
        salesTax('NY', 'city', 'New York', '4.5', true),
        salesTax('NY', 'district', 'Metropolitan Commuter Transportation District', '0.375', true),
      ],
    ],
    ['US NY', [salesTax('NY', 'state', 'New York', '4.0', true)]],
    ['US CA', [salesTax('CA', 'state', 'California', '7.25', false)]],
    [
      'US CA 94607',
      [
        salesTax('CA', 'state', 'California', '6.0', false),
        salesTax('CA', 'county', 'Alameda County', '0.25', false),
        salesTax('CA', 'district', 'Oakland District', '4.5', false),
      ],
    ],
    [
      'CA QC',
      [
        {
          jurisdiction: { country: 'CA', display_name: 'Canada', level: 'country', state: null },
          name: 'GST',
          percentage: '5.0',
          type: 'gst',
          isOnShipping: true,
        },
        {
          jurisdiction: { country: 'CA', display_name: 'Quebec', level: 'state', state: 'QC' },
          name: 'QST',
          percentage: '9.975',
          type: 'qst',
          isOnShipping: true,
        },
      ],
    ],
    ['GB', [valueAdded('GB', 'United Kingdom', '20.0')]],
    ['JP', [valueAdded('JP', 'Japan', '10.0')]],
  ])

interface Place {
  readonly country: string
  readonly state?: string
  readonly postal_code?: string
}

/** What is taxed at a place; nothing where the account is not registered. */
export const taxesAt = (
  registrations: TaxRegistrations,
  { country, state = '', postal_code: code = '' }: Place,
): readonly PlaceTax[] =>
  registrations.get(`${country} ${state} ${code.slice(0, 5)}`) ??
  registrations.get(`${country} ${state}`) ??
  registrations.get(country) ??
  []

/** Of an amount, rounded half up for each tax, as Stripe Tax does by default. */
const taxCents = (amount: number, percentage: string): number =>
  Math.round((amount * Math.round(Number(percentage) * 10_000)) / 1_000_000)

type Row = Stripe.Tax.CalculationLineItem.TaxBreakdown & Stripe.Tax.Calculation.ShippingCost.TaxBreakdown

/** One row for each tax, and one without a tax where there is none. */
export const breakdown = (
  taxes: readonly PlaceTax[],
  country: string,
  amount: number,
  isShipping: boolean,
): Row[] => {
  if (taxes.length === 0)
    return [
      {
        amount: 0,
        jurisdiction: { country, display_name: country, level: 'country', state: null },
        sourcing: 'destination',
        tax_rate_details: null,
        taxability_reason: 'not_collecting',
        taxable_amount: 0,
      },
    ]
  return taxes.map(({ jurisdiction, name, percentage, type, isOnShipping }) => {
    const isTaxed = !isShipping || isOnShipping
    return {
      amount: isTaxed ? taxCents(amount, percentage) : 0,
      jurisdiction,
      sourcing: 'destination',
      tax_rate_details: isTaxed
        ? { display_name: name, percentage_decimal: percentage, tax_type: type }
        : null,
      taxability_reason: isTaxed ? 'standard_rated' : 'product_exempt',
      taxable_amount: isTaxed ? amount : 0,
    }
  })
}
