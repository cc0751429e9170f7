import { sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { Cohort } from './cohort.ts'
import type { RevenueBridge } from './recurring-revenue.ts'

/** The change of one ledger account in a month, by one kind of fact; debits positive. */
interface LedgerMovement {
  readonly account: string
  readonly detail: string
  readonly fact: string
  readonly currency: Currency
  readonly cents: number
}

/** Declined renewals of a month by what has become of them until now. */
interface DunningCount {
  readonly opened: number
  readonly recovered: number
  readonly lost: number
}

/** All of them, those that were paid after all, and those that will not be: the others are still open. */
export const dunningOf = (
  sums: readonly { readonly outcome: string; readonly cases: number }[],
): DunningCount => {
  const count = (matches: (outcome: string) => boolean): number =>
    sums.filter(({ outcome }) => matches(outcome)).reduce((total, { cases }) => total + cases, 0)
  return {
    opened: count(() => true),
    recovered: count((outcome) => outcome.startsWith('recovered-')),
    lost: count((outcome) => outcome === 'ended' || outcome === 'closed'),
  }
}

/** All figures of one month. */
export interface MonthCount {
  /** One for each of the steps of a visit. */
  readonly visits: readonly number[]
  readonly quiz: { readonly started: number; readonly finished: number }
  readonly carts: number
  readonly checkouts: { readonly sent: number; readonly ordered: number }
  readonly couponUses: readonly { readonly code: string; readonly uses: number }[]
  readonly dunning: DunningCount
  /** Visits to the cancel page: whether offers were shown, and their outcomes. */
  readonly leaving: readonly {
    readonly sawOffers: boolean
    readonly reasonId: string
    readonly outcome: 'left' | 'stayed'
    readonly times: number
  }[]
  readonly ledger: readonly LedgerMovement[]
}

/** The facts of a report; lists have one entry for each of `months`. */
export interface ReportFacts {
  /** As `2031-01`. */
  readonly months: readonly string[]
  /** Recurring revenue of each currency in use, in the order of the report. */
  readonly bridges: ReadonlyMap<Currency, readonly RevenueBridge[]>
  readonly cohorts: readonly Cohort[]
  readonly counts: readonly MonthCount[]
}

/** The change of an account in a currency, debits positive; for one kind of fact or one detail if given. */
export const sumMovements = (
  { ledger }: Pick<MonthCount, 'ledger'>,
  account: string,
  currency: Currency,
  only: { readonly fact?: string; readonly detail?: string } = {},
): number =>
  sumCents(
    ledger
      .filter((moved) => moved.account === account && moved.currency === currency)
      .filter(({ fact }) => only.fact === undefined || fact === only.fact)
      .filter(({ detail }) => only.detail === undefined || detail === only.detail)
      .map(({ cents }) => cents),
  )

/** The parts of the desk's report, in reading order. */
export const reportParts = ['revenue', 'orders', 'cohorts', 'declined', 'buying', 'coupons', 'stock'] as const

export type ReportPart = (typeof reportParts)[number]

const titles: Readonly<Record<ReportPart, string>> = {
  revenue: 'Recurring revenue',
  orders: 'Orders and refunds',
  cohorts: 'Cohorts',
  declined: 'Declined renewals',
  buying: 'Buying',
  coupons: 'Coupons',
  stock: 'Stock forecast',
}

export const partTitle = (part: ReportPart): string => titles[part]
