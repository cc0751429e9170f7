import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import type { StaffPermission, StaffRole } from '#shared/staff.ts'
import type { DeskHref } from './desk-places.ts'

/** Everything that only a person can do, by kind. */
export const WorkKind = z.enum([
  'dispute',
  'payment-unknown',
  'refund-refused',
  'approval-waiting',
  'shipment-lost',
  'shipment-silent',
  'shipment-to-pack',
  'shipment-on-hold',
  'backorder',
  'stock-low',
  'lot-expiring',
  'lot-unsold',
  'delivery-late',
  'problem-open',
  'return-expected',
  'withdrawal-open',
  'renewal-parked',
  'message-waiting',
  'review-waiting',
  'experiment-stopped',
  'webhook-failed',
  'mail-failed',
  'job-failed',
])

export type WorkKind = z.output<typeof WorkKind>

interface WorkText {
  /** Who sees it, which is who can do it. */
  readonly permission: StaffPermission
  readonly one: string
  readonly many: string
  /** What the shop does by itself, and what it needs a person for. */
  readonly what: string
}

const texts: Readonly<Record<WorkKind, WorkText>> = {
  dispute: {
    permission: 'disputes',
    one: 'dispute needs evidence',
    many: 'disputes need evidence',
    what: 'The bank decides without the shop when the deadline has passed.',
  },
  'payment-unknown': {
    permission: 'orders:read',
    one: 'payment without a known result',
    many: 'payments without a known result',
    what: 'The shop keeps asking the processor by itself. Nobody is charged twice.',
  },
  'refund-refused': {
    permission: 'orders:refund',
    one: 'refund was refused',
    many: 'refunds were refused',
    what: 'The money did not go back. Try it again, or give it as store credit.',
  },
  'approval-waiting': {
    permission: 'approvals:decide',
    one: 'action waits for a second person',
    many: 'actions wait for a second person',
    what: 'A person requested what is above their limit. Nothing happens before you agree.',
  },
  'shipment-lost': {
    permission: 'orders:refund',
    one: 'package was lost or came back',
    many: 'packages were lost or came back',
    what: 'Their buyers have nothing. Send it again or refund it.',
  },
  'shipment-silent': {
    permission: 'orders:refund',
    one: 'package should have arrived',
    many: 'packages should have arrived',
    what: 'Their day has passed, and the carrier says nothing more. Ask the carrier, send it again or refund it.',
  },
  'shipment-to-pack': {
    permission: 'orders:ship',
    one: 'shipment to pack',
    many: 'shipments to pack',
    what: 'Their days to ship have begun.',
  },
  'shipment-on-hold': {
    permission: 'orders:ship',
    one: 'shipment is on hold',
    many: 'shipments are on hold',
    what: 'They stay here until they are released.',
  },
  backorder: {
    permission: 'orders:ship',
    one: 'product is backordered',
    many: 'products are backordered',
    what: 'More units are sold than there are in stock.',
  },
  'stock-low': {
    permission: 'catalogue:change',
    one: 'product is low in stock',
    many: 'products are low in stock',
    what: 'They are below what their alarm says, so a delivery has to be ordered.',
  },
  'lot-expiring': {
    permission: 'catalogue:change',
    one: 'lot expires soon or has expired',
    many: 'lots expire soon or have expired',
    what: 'What has expired is not offered and not packed any more. Write it off when it is put away.',
  },
  'lot-unsold': {
    permission: 'catalogue:change',
    one: 'lot will expire unsold in part',
    many: 'lots will expire unsold in part',
    what: 'At the rate of now its last day comes before its last unit is sold. Sell it sooner, or order less.',
  },
  'delivery-late': {
    permission: 'catalogue:change',
    one: 'delivery is late',
    many: 'deliveries are late',
    what: 'Their day has passed, and not everything was received. Ask the supplier, or close them.',
  },
  'problem-open': {
    permission: 'orders:refund',
    one: 'report of a problem is open',
    many: 'reports of a problem are open',
    what: 'Members wrote that something of an order is wrong, and wait for an answer.',
  },
  'return-expected': {
    permission: 'orders:ship',
    one: 'return is on its way back',
    many: 'returns are on their way back',
    what: 'The refund follows when it has arrived and was inspected.',
  },
  'withdrawal-open': {
    permission: 'orders:ship',
    one: 'withdrawal waits for its goods',
    many: 'withdrawals wait for their goods',
    what: 'The refund waits until the goods are back.',
  },
  'renewal-parked': {
    permission: 'members:act',
    one: 'renewal is parked',
    many: 'renewals are parked',
    what: 'The shop failed on it and charges nothing until it is taken up again.',
  },
  'message-waiting': {
    permission: 'messages',
    one: 'conversation waits for an answer',
    many: 'conversations wait for an answer',
    what: 'People wrote by a form of the shop. The answer goes to them by mail.',
  },
  'review-waiting': {
    permission: 'reviews',
    one: 'review waits to be read',
    many: 'reviews wait to be read',
    what: 'They are on no page until they are published.',
  },
  'experiment-stopped': {
    permission: 'experiments:change',
    one: 'experiment was stopped by a guardrail',
    many: 'experiments were stopped by a guardrail',
    what: 'A variant was worse for sure, so everyone has what there was before. Read the numbers, and ship a variant or archive it.',
  },
  'webhook-failed': {
    permission: 'partners:read',
    one: 'webhook fails, or some of what it sends was given up',
    many: 'webhooks fail, or some of what they send was given up',
    what: 'What waits is tried for three days, then it is given up. What was given up is sent again only by a person.',
  },
  'mail-failed': {
    permission: 'system',
    one: 'mail was given up',
    many: 'mails were given up',
    what: 'Every try failed. Members can read the same in their account.',
  },
  'job-failed': {
    permission: 'system',
    one: 'background job was given up',
    many: 'background jobs were given up',
    what: 'Every try failed, and the log has the reason.',
  },
}

export const workText = (kind: WorkKind): WorkText => texts[kind]

/** `3 disputes need evidence`. */
export const workTitle = (kind: WorkKind, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? texts[kind].one : texts[kind].many}`

/** The kinds that a role can do something about, the most urgent first. */
export const workKindsFor = (role: StaffRole): readonly WorkKind[] =>
  WorkKind.options.filter((kind) => allows(role, texts[kind].permission))

/** Packages that do not arrive. */
export const undeliveredKinds: readonly WorkKind[] = ['shipment-lost', 'shipment-silent']

/** How soon it has to be done. */
export type WorkLayer = 'now' | 'today' | 'later'

const urgent: readonly WorkKind[] = ['payment-unknown', 'refund-refused']
const patient: readonly WorkKind[] = [
  'return-expected',
  'withdrawal-open',
  'shipment-on-hold',
  'review-waiting',
  'lot-unsold',
]

/** Kinds of which every row is past its day. */
const withPastDays: readonly WorkKind[] = ['shipment-silent', 'delivery-late', 'lot-expiring', 'lot-unsold']

/** Disputes by their deadline: now within a day, today within three. */
export const workLayer = (kind: WorkKind, due: Temporal.Instant | null, now: Temporal.Instant): WorkLayer => {
  // What is overdue for days is not more urgent for each of them.
  if (due !== null && !withPastDays.includes(kind)) {
    const hours = now.until(due).total('hours')
    // Someone waits for a second person, however long the request still counts.
    const isSoon = hours <= 72 || kind === 'approval-waiting'
    return hours <= 24 ? 'now' : isSoon ? 'today' : 'later'
  }
  if (urgent.includes(kind)) return 'now'
  return patient.includes(kind) ? 'later' : 'today'
}

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
  'problem-open': '/desk/problems',
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
