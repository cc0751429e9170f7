import { placesFor } from './desk-places.ts'
import type { StaffRole } from '#shared/staff.ts'

/** What is found, by its kind. */
export type FoundKind =
  | 'member'
  | 'similar-member'
  | 'subscription'
  | 'order'
  | 'charge'
  | 'invoice'
  | 'shipment'
  | 'coupon'

const groupOf: Readonly<Record<FoundKind, string>> = {
  member: 'People',
  'similar-member': 'People, spelled differently',
  subscription: 'Subscriptions',
  order: 'Orders',
  charge: 'Charges to cards that end like this',
  invoice: 'Invoices',
  shipment: 'Shipments',
  coupon: 'Coupons',
}

interface FoundGroup<Row> {
  readonly title: string
  readonly rows: readonly Row[]
}

/** What is found under the heads of its kinds, in the order in which the kinds are named above. */
export const foundGroups = <Row extends { readonly kind: FoundKind }>(
  found: readonly Row[],
): readonly FoundGroup<Row>[] =>
  Object.values(groupOf).flatMap((title) => {
    const rows = found.filter(({ kind }) => groupOf[kind] === title)
    return rows.length === 0 ? [] : [{ title, rows }]
  })

/** A place of the desk that a text names. */
export interface NamedPlace {
  readonly title: string
  readonly href: string
  /** The keys that open it. */
  readonly keys: string
}

/** The places that a role may see and that have a word beginning like the text, from two characters on. */
export const placesNamed = (role: StaffRole, text: string): readonly NamedPlace[] => {
  const sought = text.toLowerCase()
  if (sought.length < 2) return []
  return placesFor(role)
    .flat()
    .filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${sought}`))
    .map(({ label, href, key }) => ({ title: `Open ${label}`, href, keys: `G ${key.toUpperCase()}` }))
}
