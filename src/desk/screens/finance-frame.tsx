import type { ReactNode } from 'react'
import { DeskHead, Views } from './parts/desk-head.tsx'

const places = [
  ['Overview', '/desk/finance'],
  ['Reconciliation', '/desk/finance/reconciliation'],
  ['Payouts', '/desk/finance/payouts'],
  ['Ledger', '/desk/finance/ledger'],
  ['Tax', '/desk/finance/taxes'],
  ['Invoices', '/desk/finance/invoices'],
  ['Disputes', '/desk/finance/disputes'],
] as const

export type FinancePlace = (typeof places)[number][0]

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
