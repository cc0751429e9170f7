/** Numbers of the report that open their rows. */
export const rowNumbers = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'revenue',
  'live',
  'ended',
  'declined',
  'orders',
] as const

/** Kinds of orders, and outcomes of declined renewals. */
export const rowKinds = [
  'purchase',
  'gift',
  'renewal',
  'refund',
  'open',
  'ended',
  'closed',
  'recovered-schedule',
  'recovered-link',
  'recovered-member',
] as const

export type RowNumber = (typeof rowNumbers)[number]

const titles: Readonly<Record<RowNumber, string>> = {
  new: 'New subscriptions',
  reactivation: 'Reactivated subscriptions',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn: 'Churn',
  revenue: 'Recurring revenue: everything that moved it',
  live: 'Subscriptions that became or stopped being live',
  ended: 'Subscriptions that ended',
  declined: 'Declined renewals',
  orders: 'Orders and refunds',
}

export const rowsTitle = (number: RowNumber): string => titles[number]

interface RowsQuery {
  readonly number: RowNumber
  /** Months, or days, both included. */
  readonly from?: string | undefined
  readonly to: string
  readonly currency?: string | undefined
  readonly cohort?: string | undefined
  readonly kind?: string | undefined
}

/** The page with the rows of a number. */
export const rowsHref = (requested: RowsQuery): string => {
  const given = Object.entries(requested).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `/desk/report/rows?${given.join('&')}`
}
