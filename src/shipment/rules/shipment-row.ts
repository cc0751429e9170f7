import { carrierCodes } from './carriers.ts'
import { trackingNumberPattern } from './tracking-number.ts'
import type { WantedLine } from './chosen-shipment.ts'

/** What operators and files say of a shipment that a carrier has. */
export interface HandedOver {
  /** The order's number. */
  readonly order: string
  readonly carrier: string
  readonly service: string | null
  readonly tracking: string
  /** Null: all that is left of the order. */
  readonly lines: readonly WantedLine[] | null
  readonly weightGrams: number | null
}

/** Rows of one request of a program. */
export const maxRows = 100

/** The columns of a file, with `lines` such as `syn-rf:2,pds-wk:1`; weight in grams. */
export const shipmentColumns = ['order', 'carrier', 'service', 'tracking', 'lines', 'weight_grams'] as const

/** Columns that only the export has; an import takes no notice of them. */
export const exportedColumns = [
  'state', 'ship_on', 'shipping_method', 'name', 'company', 'address', 'unit', 'city', 'region', 'zip', 'country', 'phone',
] as const // prettier-ignore

/** What a row says; `empty` has neither carrier nor tracking number, as it was exported. */
export type ShipmentRow =
  | { readonly kind: 'shipment'; readonly shipment: HandedOver }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** A text of a file as a sentence repeats it: not more than its beginning, for a file may be anything. */
export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const wrong = (problem: string): ShipmentRow => ({ kind: 'wrong', problem })

/** Lines such as `syn-rf:2,pds-wk:1`; a string is what is wrong in them. */
const linesIn = (text: string): readonly WantedLine[] | string => {
  const lines: WantedLine[] = []
  for (const part of text.split(/[,;]/)) {
    const { sku, quantity } = /^\s*(?<sku>[\w-]+):(?<quantity>[1-9]\d{0,3})\s*$/.exec(part)?.groups ?? {}
    if (sku === undefined) return part.trim()
    lines.push({ sku, quantity: Number(quantity) })
  }
  return lines
}

const weightIn = (text: string): number | null | 'wrong' => {
  if (text === '') return null
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 'wrong'
}

/** Reads the values of a row by column; a missing column counts as empty. */
export const readShipmentRow = (cells: ReadonlyMap<string, string>): ShipmentRow => {
  const cell = (column: (typeof shipmentColumns)[number]): string => (cells.get(column) ?? '').trim()
  const [order, carrier, tracking] = [
    cell('order').toUpperCase(),
    cell('carrier').toLowerCase(),
    cell('tracking'),
  ]
  if (order === '') return wrong('The order number is missing.')
  if (!/^[A-Z0-9-]{1,32}$/.test(order)) return wrong(`${shortened(cell('order'))} is not an order number.`)
  if (carrier === '' && tracking === '') return { kind: 'empty' }
  if (carrier === '') return wrong('The carrier is missing.')
  if (!carrierCodes.includes(carrier))
    return wrong(`The carrier ${shortened(carrier)} is not known; use ${carrierCodes.join(', ')}.`)
  if (tracking === '') return wrong('The tracking number is missing.')
  if (!trackingNumberPattern.test(tracking)) return wrong(`${shortened(tracking)} is not a tracking number.`)
  const service = cell('service')
  if (service.length > 60) return wrong('The service has more than 60 characters.')
  const lines = cell('lines') === '' ? null : linesIn(cell('lines'))
  if (typeof lines === 'string')
    return wrong(`“${shortened(lines)}” is not a product with a quantity, such as syn-rf:2.`)
  const weightGrams = weightIn(cell('weight_grams'))
  if (weightGrams === 'wrong') return wrong(`${shortened(cell('weight_grams'))} is not a weight in grams.`)
  return {
    kind: 'shipment',
    shipment: { order, carrier, service: service === '' ? null : service, tracking, lines, weightGrams },
  }
}
