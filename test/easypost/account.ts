import { EasyPostFault } from './easypost-fault.ts'
import type { ShipmentParameters } from './parameters.ts'

/** Statuses of a tracker, by the type `ITrackerStatus` of the client library. */
export type TrackerStatus =
  | 'unknown'
  | 'pre_transit'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'available_for_pickup'
  | 'return_to_sender'
  | 'failure'
  | 'cancelled'
  | 'error'

interface Rate {
  readonly id: string
  readonly object: 'Rate'
  readonly carrier: string
  readonly service: string
  readonly rate: string
  readonly currency: 'USD'
  readonly delivery_days: number | null
  readonly delivery_date: string | null
}

interface Label {
  readonly object: 'PostageLabel'
  readonly label_url: string
  readonly label_file_type: string
  label_pdf_url: string | null
  label_zpl_url: string | null
}

interface Tracker {
  readonly id: string
  readonly object: 'Tracker'
  readonly mode: 'test'
  readonly tracking_code: string
  status: TrackerStatus
  status_detail: string
  updated_at: string
  weight: number | null
  est_delivery_date: string | null
  readonly shipment_id: string
  readonly carrier: string
  readonly tracking_details: { readonly status: TrackerStatus; readonly datetime: string }[]
  readonly public_url: string
}

/** A shipment as the API answers it; `asked` is what it was made of. */
export interface Shipment {
  readonly id: string
  readonly object: 'Shipment'
  readonly mode: 'test'
  readonly reference: string | null
  readonly requested: ShipmentParameters
  rates: readonly Rate[]
  readonly messages: readonly object[]
  tracking_code: string | null
  refund_status: string | null
  selected_rate: Rate | null
  postage_label: Label | null
  tracker: Tracker | null
}

type NewId = (prefix: string) => string

const offered: readonly { readonly abroad: boolean; readonly service: string; readonly rate: string }[] = [
  { abroad: false, service: 'Express', rate: '33.10' },
  { abroad: false, service: 'Priority', rate: '6.90' },
  { abroad: false, service: 'GroundAdvantage', rate: '5.93' },
  { abroad: true, service: 'PriorityMailInternational', rate: '42.10' },
  { abroad: true, service: 'FirstClassPackageInternationalService', rate: '17.05' },
]

const mostOunces = 70 * 16

const isAbroad = ({ to_address: to, from_address: from }: ShipmentParameters): boolean =>
  to.country !== from.country

const ratesFor = (newId: NewId, requested: ShipmentParameters): Rate[] => {
  if (requested.parcel.weight > mostOunces || (isAbroad(requested) && !requested.customs_info)) return []
  return offered
    .filter(({ abroad }) => abroad === isAbroad(requested))
    .map(({ service, rate }) => ({
      id: newId('rate'),
      object: 'Rate',
      carrier: 'USPS',
      service,
      rate,
      currency: 'USD',
      delivery_days: 3,
      delivery_date: null,
    }))
}

const rateError = (message: string) => ({ carrier: 'USPS', type: 'rate_error', message })

const messagesFor = (requested: ShipmentParameters) => [
  ...(isAbroad(requested) && !requested.customs_info
    ? [rateError("'customs_info' is required for international shipments")]
    : []),
  ...(requested.parcel.weight > mostOunces ? [rateError('The package exceeds the maximum weight.')] : []),
]

const heavier = (requested: ShipmentParameters): boolean =>
  (requested.customs_info?.customs_items ?? []).reduce((sum, { weight }) => sum + weight, 0) >
  requested.parcel.weight

/** Why USPS takes no package to it; null when it does. */
const postageProblem = (requested: ShipmentParameters): string | null => {
  const { to_address: to } = requested
  if (to.country === 'US' && !/^\d{5}(-\d{4})?$/.test(to.zip ?? '')) return 'Invalid Zip Code.'
  if (to.street1.includes('Nowhere')) return 'Address Not Found.'
  return heavier(requested) ? 'The weight of the customs items exceeds the weight of the package.' : null
}

/** An account of EasyPost in test mode: its shipments, in the order in which they were made. */
export const createAccount = (baseUrl: () => string) => {
  const shipments: Shipment[] = []
  let lastNumber = 9_400_100_110_368_000_000_000n
  let refundStatus = 'submitted'
  let lastId = 0
  const newId: NewId = (prefix) => `${prefix}_${(lastId += 1).toString(16).padStart(32, '0')}`
  const find = (idOrReference: string): Shipment => {
    const found =
      shipments.find(({ id }) => id === idOrReference) ??
      shipments.findLast(({ reference }) => reference === idOrReference)
    if (!found) throw EasyPostFault.missing()
    return found
  }
  const newTracker = (shipment: Shipment, code: string): Tracker => ({
    id: newId('trk'),
    object: 'Tracker',
    mode: 'test',
    tracking_code: code,
    status: 'unknown',
    status_detail: 'unknown',
    updated_at: new Date().toISOString(),
    weight: null,
    est_delivery_date: null,
    shipment_id: shipment.id,
    carrier: 'USPS',
    tracking_details: [],
    public_url: `https://track.easypost.com/${code}`,
  })
  return {
    shipments,
    newId,
    find,
    create: (requested: ShipmentParameters): Shipment => {
      const shipment: Shipment = {
        id: newId('shp'),
        object: 'Shipment',
        mode: 'test',
        reference: requested.reference ?? null,
        requested,
        rates: ratesFor(newId, requested),
        messages: messagesFor(requested),
        tracking_code: null,
        refund_status: null,
        selected_rate: null,
        postage_label: null,
        tracker: null,
      }
      shipments.push(shipment)
      return shipment
    },
    rerate: (shipment: Shipment): Shipment => {
      shipment.rates = ratesFor(newId, shipment.requested)
      return shipment
    },
    buy: (shipment: Shipment, rateId: string): Shipment => {
      if (shipment.postage_label)
        throw new EasyPostFault(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
      const rate = shipment.rates.find(({ id }) => id === rateId)
      if (!rate) throw new EasyPostFault(422, 'SHIPMENT.INVALID_PARAMS', 'Unable to find the rate.')
      const problem = postageProblem(shipment.requested)
      if (problem !== null)
        throw new EasyPostFault(422, 'SHIPMENT.POSTAGE.FAILURE', `Unable to buy shipment: ${problem}`)
      const code = String((lastNumber += 1n))
      const format = (shipment.requested.options?.label_format ?? 'PNG').toLowerCase()
      shipment.selected_rate = rate
      shipment.tracking_code = code
      shipment.tracker = newTracker(shipment, code)
      shipment.postage_label = {
        object: 'PostageLabel',
        label_url: `${baseUrl()}/files/${shipment.id}.${format}`,
        label_file_type: format === 'pdf' ? 'application/pdf' : `image/${format}`,
        label_pdf_url: null,
        label_zpl_url: null,
      }
      return shipment
    },
    convert: (shipment: Shipment, format: string): Shipment => {
      const { postage_label: label } = shipment
      if (!label)
        throw new EasyPostFault(422, 'SHIPMENT.LABEL.UNAVAILABLE', 'The shipment has no postage label.')
      const url = `${baseUrl()}/files/${shipment.id}.${format.toLowerCase()}`
      if (format === 'PDF') label.label_pdf_url = url
      else if (format === 'ZPL') label.label_zpl_url = url
      else throw EasyPostFault.parameter('file_format', 'is not a format')
      return shipment
    },
    refund: (shipment: Shipment): Shipment => {
      if (!shipment.postage_label)
        throw new EasyPostFault(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'The shipment has no postage.')
      const hasLeft = !['unknown', 'pre_transit'].includes(shipment.tracker?.status ?? 'unknown')
      shipment.refund_status = hasLeft ? 'rejected' : refundStatus
      return shipment
    },
    /** What carriers say of refunds from now on. */
    answerRefundsWith: (status: 'submitted' | 'refunded' | 'rejected' | 'not_applicable'): void => {
      refundStatus = status
    },
  }
}

export type Account = ReturnType<typeof createAccount>
