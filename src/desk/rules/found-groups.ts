import { ownValue } from '#shared/own-value.ts'
import { placesFor } from './desk-places.ts'
import type { StaffRole } from '#shared/staff.ts'
import { shipmentMark } from './order-marks.ts'
import type { Mark } from './order-marks.ts'
import { problemMarks } from './problem-words.ts'

/** What is found, by its kind. */
type FoundKind =
  | 'member'
  | 'similar-member'
  | 'subscription'
  | 'order'
  | 'charge'
  | 'invoice'
  | 'shipment'
  | 'problem'
  | 'return'
  | 'coupon'

const groupOf: Readonly<Record<FoundKind, string>> = {
  member: 'People',
  'similar-member': 'People, spelled differently',
  subscription: 'Subscriptions',
  order: 'Orders',
  charge: 'Charges to cards that end like this',
  invoice: 'Invoices',
  shipment: 'Shipments',
  problem: 'Reports of problems',
  return: 'Returns',
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

const chargeMarks: ReadonlyMap<string, Mark> = new Map([
  ['succeeded', { word: 'paid', level: 'full', tone: 'ok' }],
  ['declined', { word: 'declined', level: 'struck', tone: 'quiet' }],
  ['void', { word: 'not charged', level: 'empty', tone: 'quiet' }],
  ['challenge', { word: 'asked by the bank', level: 'low', tone: 'plain' }],
])

const returnMarks: ReadonlyMap<string, Mark> = new Map([
  ['requested', { word: 'expected', level: 'low', tone: 'plain' }],
  ['received', { word: 'received', level: 'full', tone: 'ok' }],
  ['canceled', { word: 'canceled', level: 'struck', tone: 'quiet' }],
  ['expired', { word: 'expired', level: 'empty', tone: 'quiet' }],
])

const unknown: Mark = { word: 'result unknown', level: 'low', tone: 'bad' }

/** How far something that was found is; null for what has no state. */
export const foundMark = (kind: string, state: string): Mark | null => {
  if (kind === 'shipment') return shipmentMark([state])
  if (kind === 'problem') return ownValue(problemMarks, state) ?? null
  if (kind === 'return') return returnMarks.get(state) ?? null
  return kind === 'charge' ? (chargeMarks.get(state) ?? unknown) : null
}

/** A piece of a text, and whether it is what somebody searched for. */
interface TextPiece {
  readonly text: string
  readonly isFound: boolean
}

/** A text in pieces, at the first place of what was searched for, in any case of its letters. */
export const piecesOf = (text: string, sought: string): readonly TextPiece[] => {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return [{ text, isFound: false }]
  const end = at + sought.length
  return [
    { text: text.slice(0, at), isFound: false },
    { text: text.slice(at, end), isFound: true },
    { text: text.slice(end), isFound: false },
  ].filter((piece) => piece.text !== '')
}
