import { z } from 'zod'

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

const declined = new Map([
  ['recovered-schedule', 'paid at a retry'],
  ['recovered-link', 'paid by the link of a mail'],
  ['recovered-member', 'paid by the member'],
  ['open', 'still open'],
  ['ended', 'waiting for a card'],
  ['closed', 'closed'],
])

/** What has become of a declined renewal, in words. */
export const declinedWord = (outcome: string): string => declined.get(outcome) ?? outcome

const orders = new Map([
  ['purchase', 'Purchase'],
  ['gift', 'Gift'],
  ['renewal', 'Renewal'],
  ['refund', 'Refund'],
])

/** The kind of an order, or a refund, in words. */
export const orderWord = (kind: string): string => orders.get(kind) ?? kind

const place = /^(?<at>\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)~(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const instantIn = (text: string): string | null => {
  try {
    return Temporal.Instant.from(place.exec(text)?.groups?.['at'] ?? '').toString()
  } catch {
    return null
  }
}

/** Where a page of rows begins: after this moment and id. */
export const MovementPlace = z
  .string()
  .refine((text) => instantIn(text) !== null, 'Please follow the links of the list.')
  .transform((text) => ({ at: instantIn(text) ?? '', id: place.exec(text)?.groups?.['id'] ?? '' }))

export type RowPlace = z.output<typeof MovementPlace>

export const placeText = ({ at, id }: RowPlace): string => `${Temporal.Instant.from(at).toString()}~${id}`
