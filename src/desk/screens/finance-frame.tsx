import type { ReactNode } from 'react'
import { accounts } from '#ledger/rules/journal.ts'
import { ShopError } from '#shared/errors.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { monthsAround } from '../rules/finance-filter.ts'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { ActionLink } from './parts/action.tsx'
import { monthText } from './parts/times.tsx'

const places = [
  ['Overview', '/desk/finance'],
  ['Reconciliation', '/desk/finance/reconciliation'],
  ['Payouts', '/desk/finance/payouts'],
  ['Ledger', '/desk/finance/ledger'],
  ['Tax', '/desk/finance/taxes'],
  ['Invoices', '/desk/finance/invoices'],
  ['Disputes', '/desk/finance/disputes'],
] as const

type FinancePlace = (typeof places)[number][0]

interface FinanceHeadProps {
  readonly at: FinancePlace
  readonly title: string
  readonly sub?: ReactNode
  readonly actions?: ReactNode
  readonly crumb?: ReactNode
}

/** The head of a page of finance, with the way to the others. */
export const FinanceHead = ({ at, ...head }: FinanceHeadProps) => (
  <>
    <DeskHead {...head} />
    <Views
      label="Finance"
      views={places.map(([label, href]) => ({ label, href, isCurrent: label === at }))}
    />
  </>
)

/** The link to an order; a dash without an order. */
export const OrderLink = ({ number }: { readonly number: string | null }) =>
  number === null ? '—' : <a href={`/desk/orders/${encodeURIComponent(number)}`}>{number}</a>

/** The words of an address that are given; none is left out as empty. */
export const queryOf = (words: Readonly<Record<string, string | null | undefined>>): string => {
  const given = Object.entries(words).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Words of an address by name; undefined for one that is empty. */
export const wordsIn = (request: Request) => {
  const params = new URL(request.url).searchParams
  return (name: string): string | undefined => params.get(name) || undefined
}

interface MonthLinksProps {
  readonly month: string
  readonly today: string
  readonly address: (month: string) => string
}

/** To the month before and the month after, where there is one. */
export const MonthLinks = ({ month, today, address }: MonthLinksProps) => {
  const { earlier, later } = monthsAround(month, today)
  return (
    <>
      <ActionLink href={address(earlier)}>{monthText(earlier)}</ActionLink>
      {later === null ? null : <ActionLink href={address(later)}>{monthText(later)}</ActionLink>}
    </>
  )
}

type Words = (name: string) => string | undefined

/** What an address asks of the postings of an account. NOT_FOUND for an account or a currency that does not exist. */
export const requestedPostings = (name: string | undefined, words: Words) => {
  const account = accounts.find((one) => one === name)
  const currency = currencyOf(words('currency') ?? '')
  if (account === undefined || currency === null) throw new ShopError('NOT_FOUND')
  return { account, currency, until: words('until'), after: words('after') }
}

/** What an address asks of the tax of a month. NOT_FOUND for a currency that does not exist. */
export const requestedTaxes = (month: string | undefined, words: Words) => {
  const code = words('currency')
  const currency = code === undefined ? undefined : currencyOf(code)
  if (currency === null) throw new ShopError('NOT_FOUND')
  return { month: month ?? '', place: words('place'), currency, after: words('after') }
}

const kinds = ['invoice', 'credit-note', 'reversal'] as const

/** What an address asks of the invoices; a kind that does not exist is left out. */
export const requestedDocuments = (words: Words) => ({
  month: words('month'),
  kind: kinds.find((kind) => kind === words('kind')),
  after: words('after'),
})

/** What an address asks of the disputes. */
export const requestedDisputes = (words: Words) =>
  ({ state: words('state') === 'closed' ? 'closed' : 'open', after: words('after') }) as const
