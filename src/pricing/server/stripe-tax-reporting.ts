import type { Stripe } from 'stripe'
import type { Clock } from '#platform/clock.ts'
import { sumCents } from '#shared/money.ts'
import { centsOfStripe, stripeAmount } from '#shared/stripe-amount.ts'
import { taxFailure } from './stripe-tax-failure.ts'
import type { TaxReporting, TaxRecord, TaxSale } from './tax-port.ts'

interface ReportingDeps {
  readonly stripe: Stripe
  /** The tax code of the goods, if there is one. */
  readonly goods: { readonly tax_code?: string }
  readonly machineClock: Clock
}

/** Stripe counts by the rules of a day in the past only if it is not longer ago. */
const oldestDays = 30

/** The moment of a sale in seconds; undefined when Stripe would refuse it: too long ago, or to come (a moved clock). */
const dateOf = ({ placedAt }: TaxSale, now: Temporal.Instant): number | undefined => {
  const isPast = Temporal.Instant.compare(placedAt, now) <= 0
  const isRecent = Temporal.Instant.compare(placedAt, now.subtract({ hours: 24 * oldestDays })) >= 0
  return isPast && isRecent ? Math.floor(placedAt.epochMilliseconds / 1_000) : undefined
}

/** Stripe's code for shipping, where that is all that was paid for: a line of nothing is refused. */
const shippingTaxCode = 'txcd_92010001'

const exclusive = { tax_behavior: 'exclusive' } as const

const soldIn = ({ currency, lines, shippingCents }: TaxSale, goods: ReportingDeps['goods']) => {
  const items = lines
    .filter(({ cents }) => cents > 0)
    .map(({ reference, quantity, cents }) => ({
      amount: stripeAmount(cents, currency),
      quantity,
      reference,
      ...exclusive,
      ...goods,
    }))
  const shipping = stripeAmount(shippingCents, currency)
  if (items.length === 0)
    return {
      line_items: [{ amount: shipping, reference: 'shipping', tax_code: shippingTaxCode, ...exclusive }],
    }
  return shippingCents === 0
    ? { line_items: items }
    : { line_items: items, shipping_cost: { amount: shipping, ...exclusive } }
}

const calculationOf = (sale: TaxSale, { goods, machineClock }: ReportingDeps) => {
  const { address, currency } = sale
  const date = dateOf(sale, machineClock.now())
  return {
    currency: currency.toLowerCase(),
    customer_details: {
      address: {
        line1: address.address,
        line2: address.unit,
        city: address.city,
        state: address.region,
        postal_code: address.zip,
        country: address.country,
      },
      address_source: 'shipping' as const,
    },
    ...soldIn(sale, goods),
    ...(date === undefined ? {} : { tax_date: date }),
  }
}

/** What Stripe has counted: negative for a reversal. A transaction has at most 100 lines, which are one page. */
const recordOf = async (
  stripe: Stripe,
  { id, currency, shipping_cost: shipping }: Stripe.Tax.Transaction,
): Promise<TaxRecord> => {
  const { data } = await stripe.tax.transactions.listLineItems(id, { limit: 100 })
  const taxCents = sumCents([...data.map((item) => item.amount_tax), shipping?.amount_tax ?? 0])
  const goodsCents = sumCents([...data.map((item) => item.amount), shipping?.amount ?? 0])
  return {
    transaction: id,
    totalCents: centsOfStripe(goodsCents + taxCents, currency),
    taxCents: centsOfStripe(taxCents, currency),
  }
}

const withFailures = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((thrown: unknown) => {
    throw taxFailure(thrown)
  })

const recordSale = async (deps: ReportingDeps, sale: TaxSale): Promise<TaxRecord> => {
  const { calculations, transactions } = deps.stripe.tax
  const calculation = await calculations.create(calculationOf(sale, deps), {
    idempotencyKey: `tax ${sale.id} calculation`,
  })
  const transaction = await transactions.createFromCalculation(
    { calculation: calculation.id ?? '', reference: sale.reference },
    { idempotencyKey: `tax ${sale.id}` },
  )
  return {
    transaction: transaction.id,
    totalCents: centsOfStripe(calculation.amount_total, sale.currency),
    taxCents: centsOfStripe(calculation.tax_amount_exclusive, sale.currency),
  }
}

/** A reversal, once for each `key`. */
const reverse = async (
  stripe: Stripe,
  request: Stripe.Tax.TransactionCreateReversalParams,
  key: string,
): Promise<TaxRecord> =>
  recordOf(stripe, await stripe.tax.transactions.createReversal(request, { idempotencyKey: `tax ${key}` }))

/**
 * The tax transactions of a Stripe account. A refund is a partial reversal by its sum, which Stripe spreads over what is left of
 * lines and shipping; one that came back is a full reversal of that reversal.
 */
export const stripeTaxReporting = (deps: ReportingDeps): TaxReporting => ({
  recordSale: (sale) => withFailures(() => recordSale(deps, sale)),
  recordRefund: ({ id, reference, transaction, currency, cents }) => {
    const flat_amount = 0 - stripeAmount(cents, currency)
    const of = { mode: 'partial', original_transaction: transaction, flat_amount } as const
    return withFailures(() => reverse(deps.stripe, { ...of, reference: `${reference} refund ${id}` }, id))
  },
  undoRefund: ({ id, reference, transaction }) => {
    const of = { mode: 'full', original_transaction: transaction } as const
    const name = `${reference} refund ${id} came back`
    return withFailures(() => reverse(deps.stripe, { ...of, reference: name }, `${id} came back`))
  },
})
