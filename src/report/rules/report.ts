import { sumCents } from '#shared/money.ts'
import type { Cohort } from './cohort.ts'
import type { RevenueBridge } from './recurring-revenue.ts'

/** What the ledger moved in a month, in one account and by one kind of fact; debits positive. */
export interface LedgerMovement {
  readonly account: string
  readonly detail: string
  readonly fact: string
  readonly cents: number
}

/** Everything that is counted of one month. */
export interface MonthCount {
  /** One for each of `visitSteps`. */
  readonly visits: readonly number[]
  readonly quiz: { readonly started: number; readonly finished: number }
  readonly carts: number
  readonly checkouts: { readonly sent: number; readonly ordered: number }
  readonly couponUses: readonly { readonly code: string; readonly uses: number }[]
  readonly dunning: { readonly opened: number; readonly recovered: number; readonly lost: number }
  /** Wishes to leave: whether offers were shown beside the way out, and what came of them. */
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
  readonly bridges: readonly RevenueBridge[]
  readonly cohorts: readonly Cohort[]
  readonly counts: readonly MonthCount[]
}

/** What moved in an account, debits positive; of one kind of fact or of one detail where that is said. */
export const sumMovements = (
  { ledger }: Pick<MonthCount, 'ledger'>,
  account: string,
  only: { readonly fact?: string; readonly detail?: string } = {},
): number =>
  sumCents(
    ledger
      .filter((moved) => moved.account === account)
      .filter(({ fact }) => only.fact === undefined || fact === only.fact)
      .filter(({ detail }) => only.detail === undefined || detail === only.detail)
      .map(({ cents }) => cents),
  )
