import { accountBalances, taxesByPlace } from '#report/server/balances.ts'
import type { AccountBalance, TaxSum } from '#report/server/balances.ts'
import { accounts } from '#ledger/rules/journal.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import type * as endpoints from '../finance-endpoints.ts'
import type { LedgerCurrency } from '../finance-endpoints.ts'
import { daysOfMonth } from '../rules/finance-filter.ts'
import { selectPostings, sumPostings } from './finance-store.ts'
import type { StoredPosting } from './finance-store.ts'

const todayOf = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

/** A sum on its side: debits are positive, and zero is a debit. */
const sidesOf = (cents: number, currency: Currency) => ({
  debit: cents >= 0 ? wirePrice(cents, currency) : null,
  credit: cents < 0 ? wirePrice(0 - cents, currency) : null,
})

const byChart = (a: AccountBalance, b: AccountBalance): number =>
  accounts.indexOf(a.code) - accounts.indexOf(b.code)

const sumOf = (balances: readonly AccountBalance[], sign: 1 | -1): number =>
  balances.reduce((sum, { cents }) => sum + Math.max(0, cents * sign), 0)

/** The accounts of one currency in the order of the chart, and both sides of them. */
const wireCurrency = (currency: Currency, balances: readonly AccountBalance[]): LedgerCurrency => ({
  currency,
  accounts: balances.toSorted(byChart).map(({ code, name, kind, cents }) => ({
    account: code,
    name,
    kind,
    ...sidesOf(cents, currency),
  })),
  debit: wirePrice(sumOf(balances, 1), currency),
  credit: wirePrice(sumOf(balances, -1), currency),
})

/** The first day that is left out of a balance; undefined for all days. */
const dayAfter = (until: string | undefined): Temporal.PlainDate | undefined =>
  until === undefined ? undefined : Temporal.PlainDate.from(until).add({ days: 1 })

const placeOf = ({ posted_on: day, journal_id: journal, position }: StoredPosting): string =>
  `${day}~${journal}~${position}`

/** A page of rows, of which one more was read, and where the next page begins. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => string,
): { readonly page: readonly Row[]; readonly older: string | null } => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, older: rows.length > limit && last ? place(last) : null }
}

const idOf = ({ journal_id: journal, position }: StoredPosting): string => `${journal}-${position}`

/** The shop's own currency first, the others by their codes. */
const byCurrencyName = ([a]: readonly [Currency, unknown], [b]: readonly [Currency, unknown]): number => {
  const rank = (currency: Currency): string => (currency === defaultCurrency ? '' : currency)
  return rank(a) < rank(b) ? -1 : 1
}

const createBalanceHandlers = (deps: AppDeps) => {
  const viewDeskLedger: Handler<typeof endpoints.viewDeskLedger> = async (_context, { until }) => {
    const balances = await accountBalances(deps.database, dayAfter(until) ?? null)
    const byCurrency = Map.groupBy(balances, ({ currency }) => currency)
    return {
      today: todayOf(deps).toString(),
      currencies: [...byCurrency.entries()]
        .toSorted(byCurrencyName)
        .map(([currency, own]) => wireCurrency(currency, own)),
    }
  }
  const listDeskPostings: Handler<typeof endpoints.listDeskPostings> = async (_context, payload) => {
    const { account, currency, until, after, limit } = payload
    const requested = { account, currency, before: dayAfter(until) }
    const rows = await selectPostings(deps.database, { ...requested, after }, limit + 1)
    const { page, older } = pageOf(rows, limit, placeOf)
    return {
      balance: after === undefined ? wirePrice(await sumPostings(deps.database, requested), currency) : null,
      postings: page.map((row) => ({
        id: idOf(row),
        posted_on: row.posted_on,
        fact: row.fact,
        order_number: row.order_number,
        detail: row.detail,
        ...sidesOf(row.cents, currency),
      })),
      older,
    }
  }
  return { viewDeskLedger, listDeskPostings }
}

const sumTaxes = (taxes: readonly TaxSum[], what: 'collected' | 'refunded'): number =>
  taxes.reduce((sum, tax) => sum + tax[what], 0)

const wireTax = (currency: Currency, taxes: readonly TaxSum[]) => {
  const collected = sumTaxes(taxes, 'collected')
  const refunded = sumTaxes(taxes, 'refunded')
  return {
    currency,
    collected: wirePrice(collected, currency),
    refunded: wirePrice(refunded, currency),
    owed: wirePrice(collected - refunded, currency),
  }
}

const createTaxViewHandlers = (deps: AppDeps) => {
  const viewDeskTaxes: Handler<typeof endpoints.viewDeskTaxes> = async (_context, payload) => {
    const today = todayOf(deps).toString()
    const month = payload.month ?? today.slice(0, 7)
    const { from, to } = daysOfMonth(month)
    const taxes = await taxesByPlace(deps.database, { from, before: to })
    const byCurrency = Map.groupBy(taxes, ({ currency }) => currency)
    return {
      month,
      today,
      taxes: taxes.map((tax) => ({
        place: tax.place,
        orders: tax.orders,
        ...wireTax(tax.currency, [tax]),
      })),
      totals: [...byCurrency].map(([currency, own]) => wireTax(currency, own)),
    }
  }
  return { viewDeskTaxes }
}

const createTaxListHandlers = (deps: AppDeps) => {
  const listDeskTaxMovements: Handler<typeof endpoints.listDeskTaxMovements> = async (_context, payload) => {
    const { month, place, currency, after, limit } = payload
    const { from, to } = daysOfMonth(month)
    const requested = { account: 'tax-payable', currency, detail: place, from, before: to, after }
    const { page, older } = pageOf(await selectPostings(deps.database, requested, limit + 1), limit, placeOf)
    return {
      movements: page.map((row) => ({
        id: idOf(row),
        posted_on: row.posted_on,
        fact: row.fact,
        order_number: row.order_number,
        place: row.detail,
        currency: row.currency,
        // Tax that is owed is on the credit side.
        amount: wirePrice(0 - row.cents, row.currency),
      })),
      older,
    }
  }
  return { listDeskTaxMovements }
}

/** The ledger at the desk: balances and taxes, with the postings behind each number. */
export const createLedgerHandlers = (deps: AppDeps) => ({
  ...createBalanceHandlers(deps),
  ...createTaxViewHandlers(deps),
  ...createTaxListHandlers(deps),
})
