import { isPackedOrLater } from './shipment-state.ts'
import type { ShipmentState } from './shipment-state.ts'

interface Carrier {
  /** As members read it; null when the service of a shipment says who carries it. */
  readonly name: string | null
  /** The page that follows a shipment; `{tracking}` is the tracking number. Null when there is none. */
  readonly trackingPage: string | null
}

/** The carriers by the code that operators and files write. */
const carriers: ReadonlyMap<string, Carrier> = new Map([
  ['usps', { name: 'USPS', trackingPage: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={tracking}' }],
  ['ups', { name: 'UPS', trackingPage: 'https://www.ups.com/track?tracknum={tracking}' }],
  ['fedex', { name: 'FedEx', trackingPage: 'https://www.fedex.com/fedextrack/?trknbr={tracking}' }],
  ['dhl', { name: 'DHL', trackingPage: 'https://www.dhl.com/en/express/tracking.html?AWB={tracking}' }],
  ['other', { name: 'Carrier', trackingPage: null }],
  // It says with each label where its page is.
  ['sandbox', { name: 'Sandbox carrier', trackingPage: null }],
  // Sells labels of several carriers, each with its own page.
  ['easypost', { name: null, trackingPage: null }],
  // Of shipments from before there was a sandbox carrier.
  ['simulated', { name: 'Simulated carrier', trackingPage: null }],
])

/** Codes of shipments whose labels the shop buys itself, or has. */
const ownCodes: readonly string[] = ['simulated', 'sandbox', 'easypost']

/** The codes that operators may use. */
export const carrierCodes: readonly string[] = [...carriers.keys()].filter((code) => !ownCodes.includes(code))

/** The carrier's name for members; an unknown code is shown as it is stored, null when none is known or its service names it. */
export const carrierName = (code: string | null): string | null =>
  code === null ? null : carriers.has(code) ? (carriers.get(code)?.name ?? null) : code

interface Tracked {
  /** The carrier's code. */
  readonly carrier: string | null
  readonly tracking: string | null
  /** The page that the carrier has named. */
  readonly trackingUrl: string | null
}

/** Where a member follows a shipment; null for a carrier without such a page. */
export const trackingPage = ({ carrier: code, tracking, trackingUrl }: Tracked): string | null => {
  if (trackingUrl !== null) return trackingUrl
  const page = code === null ? null : (carriers.get(code)?.trackingPage ?? null)
  return page === null || tracking === null ? null : page.replace('{tracking}', encodeURIComponent(tracking))
}

/** The states of a label: wished for, sold or refused, handed over with its shipment, to be voided, void. */
export type LabelState = 'wanted' | 'refused' | 'bought' | 'handed-over' | 'void-wanted' | 'voided'

interface CheckedLabel {
  readonly state: LabelState
  readonly carrier: string
}

interface CheckedShipment {
  readonly id: string
  readonly state: ShipmentState
  readonly carrier: string | null
}

/** A sentence for each way in which a shipment and its labels disagree; none when they agree. */
export const brokenLabelsOf = (
  { id, state, carrier }: CheckedShipment,
  labels: readonly CheckedLabel[],
): readonly string[] => {
  const live = labels.filter((label) => label.state !== 'voided')
  const [label] = live.filter((one) => one.state !== 'void-wanted')
  return [
    ...(live.length > 1 ? [`shipment ${id} has ${live.length} labels`] : []),
    ...(label && label.state !== 'handed-over' && !isPackedOrLater(state)
      ? [`shipment ${id} is ${state} and has a label that is ${label.state}`]
      : []),
    ...(label?.state === 'bought' && carrier !== label.carrier
      ? [`shipment ${id} has a label of ${label.carrier}, and ${carrier ?? 'nobody'} carries it`]
      : []),
  ]
}
