import type { Stripe } from 'stripe'
import type { Account, StoredCalculation } from '../account/account.ts'
import { breakdown, taxesAt } from '../account/taxing.ts'
import type { PlaceTax } from '../account/taxing.ts'
import { expanded } from '../wire/expansion.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

type Create = Stripe.Tax.CalculationCreateParams
type Item = Stripe.Tax.CalculationLineItem

/** The account's own default, and Stripe's code for shipping. */
const defaultTaxCode = 'txcd_99999999'
const shippingTaxCode = 'txcd_92010001'

const daysOfDate = 31
const daysOfLife = 90
const daySeconds = 86_400

const currencyForm = /^[a-z]{3}$/

type Place = NonNullable<NonNullable<Create['customer_details']>['address']>

/** Stripe cannot tell where in the United States or in Canada an order goes by the country alone. */
const placeOf = ({ customer_details: details }: Create): Place => {
  const place = details?.address
  const isVague =
    place === undefined ||
    (place.country === 'US' && !/^\d{5}/.test(place.postal_code ?? '')) ||
    (place.country === 'CA' && !place.postal_code && !place.state)
  if (isVague)
    throw StripeFault.invalid(
      "We could not determine the customer's tax location based on the provided customer address.",
      { code: 'customer_tax_location_invalid', param: 'customer_details[address]' },
    )
  if (!details?.address_source)
    throw StripeFault.invalid('Missing required param: customer_details[address_source].', {
      code: 'parameter_missing',
      param: 'customer_details[address_source]',
    })
  return place
}

const checkItems = ({ line_items: items, currency }: Create): void => {
  if (!currencyForm.test(currency))
    throw StripeFault.invalid(`Invalid currency: ${currency}`, { param: 'currency' })
  if (items.length === 0 || items.length > 100)
    throw StripeFault.invalid('You may only specify from 1 to 100 line items.', { param: 'line_items' })
  const references = items.flatMap(({ reference }) => reference ?? [])
  if (new Set(references).size < references.length)
    throw StripeFault.invalid('Line item references must be unique.', { param: 'line_items' })
  for (const [at, { amount, quantity = 1, tax_code: code }] of items.entries()) {
    if (amount < 1 || quantity < 1)
      throw StripeFault.invalid('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: `line_items[${at}][${amount < 1 ? 'amount' : 'quantity'}]`,
      })
    if (code !== undefined && !/^txcd_\d{8}$/.test(code))
      throw StripeFault.invalid(`No such tax code: '${code}'`, { param: `line_items[${at}][tax_code]` })
  }
}

const checkDate = (account: Account, date: number | undefined): void => {
  if (date !== undefined && Math.abs(date - account.now()) > daysOfDate * daySeconds)
    throw StripeFault.invalid('The tax_date must be within 31 days of now.', { param: 'tax_date' })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const itemsOf = (account: Account, request: Create, taxes: readonly PlaceTax[], country: string): Item[] =>
  request.line_items.map((item, at) => {
    if (item.tax_behavior === 'inclusive') throw StripeFault.unmodelled('prices that include the tax')
    const isShipping = item.tax_code === shippingTaxCode
    const rows = breakdown(taxes, country, item.amount, isShipping)
    return {
      id: account.newId('tax_li'),
      object: 'tax.calculation_line_item',
      amount: item.amount,
      amount_tax: sum(rows.map(({ amount }) => amount)),
      livemode: false,
      metadata: null,
      performance_location: null,
      product: null,
      quantity: item.quantity ?? 1,
      reference: item.reference ?? `L${at + 1}`,
      tax_behavior: 'exclusive',
      tax_breakdown: rows,
      tax_code: item.tax_code ?? defaultTaxCode,
    }
  })

const shippingOf = (request: Create, taxes: readonly PlaceTax[], country: string) => {
  const cost = request.shipping_cost
  if (cost?.amount === undefined) return null
  if (cost.amount < 0)
    throw StripeFault.invalid('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param: 'shipping_cost[amount]',
    })
  const rows = breakdown(taxes, country, cost.amount, true)
  return {
    amount: cost.amount,
    amount_tax: sum(rows.map(({ amount }) => amount)),
    tax_behavior: 'exclusive',
    tax_breakdown: rows,
    tax_code: cost.tax_code ?? shippingTaxCode,
  } satisfies Stripe.Tax.Calculation.ShippingCost
}

const viewOf = (stored: StoredCalculation, paths: readonly string[] | undefined): Stripe.Tax.Calculation => {
  // Two levels at once, which `expanded` takes one by one.
  const names = (paths ?? []).map((path) => path.split('.')[0] ?? '')
  const allowed = ['line_items', 'line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown']
  const foreign = (paths ?? []).find((path) => !allowed.includes(path))
  if (foreign !== undefined)
    throw StripeFault.invalid(`This property cannot be expanded (${foreign}).`, { param: 'expand' })
  const showsItemRows = paths?.includes('line_items.data.tax_breakdown') ?? false
  const showsShippingRows = paths?.includes('shipping_cost.tax_breakdown') ?? false
  const { items, shipping, calculation } = stored
  const url = `/v1/tax/calculations/${calculation.id ?? ''}/line_items`
  return expanded(undefined, () => ({
    ...calculation,
    ...(names.includes('line_items')
      ? {
          line_items: {
            object: 'list' as const,
            data: items.slice(0, 10).map(({ tax_breakdown: rows, ...item }) => ({
              ...item,
              ...(showsItemRows ? { tax_breakdown: rows ?? [] } : {}),
            })),
            has_more: items.length > 10,
            url,
          },
        }
      : {}),
    shipping_cost: shipping && {
      amount: shipping.amount,
      amount_tax: shipping.amount_tax,
      tax_behavior: shipping.tax_behavior,
      tax_code: shipping.tax_code,
      ...(showsShippingRows ? { tax_breakdown: shipping.tax_breakdown } : {}),
    },
  }))
}

export const createCalculation = (account: Account, request: Create): Stripe.Tax.Calculation => {
  checkItems(request)
  checkDate(account, request.tax_date)
  const place = placeOf(request)
  const taxes = taxesAt(account.registrations, {
    country: place.country,
    state: place.state ?? '',
    postal_code: place.postal_code ?? '',
  })
  const items = itemsOf(account, request, taxes, place.country)
  const shipping = shippingOf(request, taxes, place.country)
  const tax = sum([...items.map((item) => item.amount_tax), shipping?.amount_tax ?? 0])
  const calculation: Stripe.Tax.Calculation = {
    id: account.newId('taxcalc'),
    object: 'tax.calculation',
    amount_total: sum([...items.map(({ amount }) => amount), shipping?.amount ?? 0]) + tax,
    currency: request.currency,
    customer: null,
    customer_details: {
      address: {
        city: place.city ?? null,
        country: place.country,
        line1: place.line1 ?? null,
        line2: place.line2 ?? null,
        postal_code: place.postal_code ?? null,
        state: place.state ?? null,
      },
      address_source: request.customer_details?.address_source ?? null,
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: account.now() + daysOfLife * daySeconds,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [],
    tax_date: request.tax_date ?? account.now(),
  }
  const stored = { calculation, items, shipping }
  account.calculations.set(calculation.id ?? '', stored)
  return viewOf(stored, request.expand)
}
