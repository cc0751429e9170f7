import { toPayCents } from '#pricing/rules/totals.ts'
import type { Quote, QuoteInput } from '#checkout/rules/quote.ts'

/**
 * The sums of a purchase worked out a second time, from the specification and the rulings alone, in BigInt fractions
 * and without a line of the shop's own arithmetic. What it shares with the shop is the types of its input.
 */
interface Totals {
  readonly subtotal: bigint
  readonly discounts: Readonly<Record<string, bigint>>
  readonly lineDiscounts: readonly bigint[]
  readonly shipping: bigint
  readonly tax: bigint
  /** By jurisdiction. */
  readonly taxes: readonly bigint[]
  readonly total: bigint
  readonly credit: bigint
}

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

/** The whole number nearest to a fraction that is not negative; exactly half goes up. */
const nearest = ({ over, under }: Fraction): bigint => {
  const integerPart = over / under
  return (over % under) * 2n >= under ? integerPart + 1n : integerPart
}

/** 7.25 → 725/100, by its decimal text. */
const fractionOf = (decimal: number): Fraction => {
  const [units = '0', decimals = ''] = decimal.toFixed(4).split('.')
  return { over: BigInt(units + decimals), under: 10n ** BigInt(decimals.length) }
}

const percentOf = (cents: bigint, percent: number): bigint => {
  const { over, under } = fractionOf(percent)
  return nearest({ over: cents * over, under: under * 100n })
}

/** Decision 122, in the smallest unit of each currency; the dollars are §9's. */
const amounts: Readonly<Record<string, { duo: number; abroad: number; expedited: number }>> = {
  USD: { duo: 1000, abroad: 1000, expedited: 1200 },
  EUR: { duo: 900, abroad: 900, expedited: 1100 },
  GBP: { duo: 800, abroad: 800, expedited: 1000 },
  JPY: { duo: 1500, abroad: 1500, expedited: 1800 },
}

const feesOf = ({ currency }: QuoteInput) => {
  const found = amounts[currency]
  if (!found) throw new Error(`the oracle knows no ${currency}`)
  return found
}

interface Code {
  readonly name: string
  readonly fixed: bigint | null
  readonly percent: number
  readonly plans: readonly string[] | 'all'
}

/** Ruling 11 first, then §4: one code that does not stack, then those that do; a code needs a plan to match. */
const codesThatCount = (input: QuoteInput): Code[] => {
  const candidates = input.lines.map((line) => line.plan.code)
  const usable = input.offers.flatMap(({ coupon }) => {
    if (coupon === null) return []
    const { plans, expiresAt } = coupon
    const inTime = expiresAt === null || expiresAt.epochNanoseconds > input.now.epochNanoseconds
    // A fixed amount is of the currency that it is named for.
    const inCurrency =
      coupon.kind === 'percentage' || input.currency === 'USD' || coupon.amounts.has(input.currency)
    const matches = plans === 'all' ? candidates.length > 0 : plans.some((code) => candidates.includes(code))
    return inTime && inCurrency && matches ? [coupon] : []
  })
  const lone = usable.filter((coupon) => !coupon.stackable).slice(0, 1)
  const codes = [...lone, ...usable.filter((coupon) => coupon.stackable)].map((coupon) => ({
    name: coupon.code,
    fixed:
      coupon.kind === 'fixed'
        ? BigInt(input.currency === 'USD' ? coupon.value : (coupon.amounts.get(input.currency) ?? 0))
        : null,
    percent: coupon.value,
    plans: coupon.plans,
  }))
  const duo = { name: 'syn-wk-duo', fixed: BigInt(feesOf(input).duo), percent: 0, plans: ['syn-wk'] }
  return input.bundles.includes('syn-wk-duo') ? [duo, ...codes] : codes
}

/** What one code takes off each line, given what is left of it: never more, and a fixed amount once per order. */
const deductionOf = (code: Code, input: QuoteInput, left: readonly bigint[]): bigint[] => {
  const matches = input.lines.map(({ plan }) => code.plans === 'all' || code.plans.includes(plan.code))
  if (code.fixed === null)
    return input.lines.map(({ plan, quantity }, at) => {
      if (!matches[at]) return 0n
      const wanted = percentOf(BigInt(plan.priceCents), code.percent) * BigInt(quantity)
      const most = left[at] ?? 0n
      return wanted < most ? wanted : most
    })
  const pool = left.reduce((sum, cents, at) => (matches[at] ? sum + cents : sum), 0n)
  const amount = code.fixed < pool ? code.fixed : pool
  let reached = 0n
  let given = 0n
  return left.map((cents, at) => {
    if (pool === 0n || !matches[at]) return 0n
    reached += cents
    const boundary = nearest({ over: amount * reached, under: pool })
    const part = boundary - given
    given = boundary
    return part
  })
}

const shippingOf = (input: QuoteInput): bigint => {
  const fees = feesOf(input)
  if (input.country === 'US') return input.methodCode === 'expedited' ? BigInt(fees.expedited) : 0n
  const paid = input.lines.filter((line) => line.plan.priceCents > 0)
  const free = ['syn-rf-3mo', 'syn-rf-6mo', 'vs-rf-3mo']
  return paid.length > 0 && paid.every((line) => free.includes(line.plan.code)) ? 0n : BigInt(fees.abroad)
}

/** Decision 028: a payment of what everything comes to; all of it, or a rest of at least 50 cents is left for the card. */
const creditOf = (input: QuoteInput, total: bigint): bigint => {
  const available = BigInt(input.availableCreditCents)
  if (available >= total) return total
  const most = total - 50n
  if (most <= 0n) return 0n
  return available < most ? available : most
}

const tenThousandths = (percent: number): bigint => {
  const { over, under } = fractionOf(percent)
  return (over * 10_000n) / under
}

/**
 * Ruling 14, with more than one jurisdiction: what all of them take, exactly, rounded once; each then has the rounded sum of those
 * up to it less the rounded sum of those before it.
 */
const taxesOf = ({ taxRate }: QuoteInput, goods: bigint, shipping: bigint): bigint[] => {
  const exact = taxRate.parts.map(
    ({ percent, shippingPercent }) =>
      goods * tenThousandths(percent) + shipping * tenThousandths(shippingPercent),
  )
  const all = exact.reduce((a, b) => a + b, 0n)
  const tax = (2n * all + 1_000_000n) / 2_000_000n
  const upTo = exact.map((_, at) => {
    const some = exact.slice(0, at + 1).reduce((a, b) => a + b, 0n)
    return all === 0n ? 0n : (2n * tax * some + all) / (2n * all)
  })
  return upTo.map((cents, at) => cents - (upTo[at - 1] ?? 0n))
}

const totalsOf = (input: QuoteInput): Totals => {
  const value = input.lines.map((line) => BigInt(line.plan.priceCents) * BigInt(line.quantity))
  const left = [...value]
  const discounts: Record<string, bigint> = {}
  for (const code of codesThatCount(input)) {
    const deduction = deductionOf(code, input, left)
    deduction.forEach((cents, at) => (left[at] = (left[at] ?? 0n) - cents))
    const sum = deduction.reduce((a, b) => a + b, 0n)
    if (sum > 0n) discounts[code.name] = sum
  }
  const subtotal = value.reduce((a, b) => a + b, 0n)
  const goods = left.reduce((a, b) => a + b, 0n)
  const shipping = shippingOf(input)
  const taxes = taxesOf(input, goods, shipping)
  const lineDiscounts = value.map((cents, at) => cents - (left[at] ?? 0n))
  const tax = taxes.reduce((a, b) => a + b, 0n)
  const total = goods + shipping + tax
  return { subtotal, discounts, lineDiscounts, shipping, tax, taxes, total, credit: creditOf(input, total) }
}

const added = (cents: readonly number[]): bigint => cents.reduce((sum, each) => sum + BigInt(each), 0n)

/** Lines and totals of one quote that do not add up among themselves. */
const inconsistencies = (quote: Quote): string[] => {
  const totals: readonly (readonly [string, bigint, bigint])[] = [
    ['subtotals', added(quote.lines.map((line) => line.subtotalCents)), BigInt(quote.totals.subtotalCents)],
    ['discounts', added(quote.lines.map((line) => line.discountCents)), BigInt(quote.totals.discountCents)],
    ['codes', added(quote.discounts.map((share) => share.cents)), BigInt(quote.totals.discountCents)],
    [
      'taxes',
      added([...quote.lines.map((line) => line.taxCents), quote.shipping.taxCents]),
      BigInt(quote.totals.taxCents),
    ],
    [
      'totals',
      added([
        ...quote.lines.map((line) => line.totalCents),
        quote.totals.shippingCents,
        quote.shipping.taxCents,
      ]),
      BigInt(quote.totals.totalCents),
    ],
  ]
  const negative = quote.lines.filter(
    (line) => line.totalCents < 0 || line.discountCents < 0 || line.taxCents < 0,
  )
  return [
    ...totals.flatMap(([name, parts, integerPart]) =>
      parts === integerPart ? [] : [`${name}: ${parts} is not ${integerPart}`],
    ),
    ...negative.map((line) => `${line.planCode} is negative`),
  ]
}

/** Where a quote differs from the oracle; empty when they agree to the cent. */
export const disagreements = (input: QuoteInput, quote: Quote): string[] => {
  const totals = totalsOf(input)
  const compared: readonly (readonly [string, unknown, unknown])[] = [
    ['subtotal', BigInt(quote.totals.subtotalCents), totals.subtotal],
    ['shipping', BigInt(quote.totals.shippingCents), totals.shipping],
    ['tax', BigInt(quote.totals.taxCents), totals.tax],
    ['taxes', quote.tax?.lines.map(({ cents }) => cents).join(), totals.taxes.join()],
    ['total', BigInt(quote.totals.totalCents), totals.total],
    ['credit', BigInt(quote.totals.creditCents), totals.credit],
    ['to pay', BigInt(toPayCents(quote.totals)), totals.total - totals.credit],
    ['lines', quote.lines.map((line) => line.discountCents).join(), totals.lineDiscounts.join()],
    [
      'codes',
      quote.discounts.map((share) => `${share.code} ${share.cents}`).join(),
      Object.entries(totals.discounts)
        .map(([code, cents]) => `${code} ${cents}`)
        .join(),
    ],
  ]
  const currencyDiffers = quote.currency === input.currency ? [] : [`currency: ${quote.currency}`]
  const differences = compared.filter(([, shop, oracle]) => shop !== oracle)
  return [
    ...currencyDiffers,
    ...differences.map(([name, shop, oracle]) => `${name}: shop ${String(shop)}, oracle ${String(oracle)}`),
    ...inconsistencies(quote),
  ]
}
