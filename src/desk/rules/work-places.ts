import type { DeskHref } from './desk-places.ts'
import type { WorkKind, WorkLayer } from './work-kinds.ts'

/** The place of the desk where work of a kind is done; the home for what has no place of its own. */
const placeOfKind: Readonly<Record<WorkKind, DeskHref>> = {
  dispute: '/desk/finance',
  'payment-unknown': '/desk/orders',
  'refund-refused': '/desk/orders',
  'approval-waiting': '/desk/approvals',
  'shipment-lost': '/desk/orders',
  'shipment-silent': '/desk/orders',
  'shipment-to-pack': '/desk/fulfillment',
  'shipment-on-hold': '/desk/fulfillment',
  backorder: '/desk/stock',
  'stock-low': '/desk/stock',
  'lot-expiring': '/desk/stock',
  'lot-unsold': '/desk/stock',
  'delivery-late': '/desk/stock',
  'problem-open': '/desk/orders',
  'return-expected': '/desk/fulfillment',
  'withdrawal-open': '/desk/fulfillment',
  'renewal-parked': '/desk',
  'message-waiting': '/desk/messages',
  'review-waiting': '/desk/reviews',
  'experiment-stopped': '/desk/experiments',
  'webhook-failed': '/desk/developers',
  'mail-failed': '/desk',
  'job-failed': '/desk',
}

/** The package has to arrive before anybody can do something. */
const waitsForOthers: readonly WorkKind[] = ['return-expected', 'withdrawal-open']

/** A line of the worklist, as far as it is counted. */
interface CountedWork {
  readonly kind: WorkKind
  readonly layer: WorkLayer
  readonly count: number
}

/** What is open at a place. */
export interface PlaceCount {
  readonly href: string
  readonly count: number
  /** Something of it has to be done now. */
  readonly isUrgent: boolean
}

/**
 * What is open at each place that has something: the home counts its lines, every other place its entries. What waits for others, and not
 * for us, is in no count.
 */
export const placeCounts = (work: readonly CountedWork[]): readonly PlaceCount[] => {
  const open = work.filter(({ kind }) => !waitsForOthers.includes(kind))
  const home = open.map((line) => ({ ...line, href: '/desk', count: 1 }))
  const elsewhere = open
    .map((line) => ({ ...line, href: placeOfKind[line.kind] }))
    .filter(({ href }) => href !== '/desk')
  return [...Map.groupBy([...home, ...elsewhere], ({ href }) => href)].map(([href, lines]) => ({
    href,
    count: lines.reduce((sum, { count }) => sum + count, 0),
    isUrgent: lines.some(({ layer }) => layer === 'now'),
  }))
}
