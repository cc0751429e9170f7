import { z } from 'zod'
import {
  chooseRate,
  noRateText,
  Rate,
  refusalOf,
  serviceName,
  shipmentBody,
} from '../rules/easypost-shipment.ts'
import type { ShippingPolicy } from '../rules/shipping-policy.ts'
import type { CarrierPort, LabelFile, LabelFormat, LabelOutcome, LabelRequest } from './carrier.ts'
import { ReportedDay } from './carrier.ts'
import { askEasyPost, downloadFile } from './easypost-api.ts'
import type { EasyPostAnswer, EasyPostDeps } from './easypost-api.ts'

interface Services extends EasyPostDeps {
  readonly policy: ShippingPolicy
}

const fileUrl = z.url({ protocol: /^https?$/ }).nullish()

/** A shipment of EasyPost (docs.easypost.com/docs/shipments), as far as the shop reads it. */
const Shipment = z.object({
  id: z.string(),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  rates: z.array(Rate),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.string() })).nullish(),
  selected_rate: Rate.nullish(),
  postage_label: z
    .object({
      label_url: fileUrl,
      label_file_type: z.string().nullish(),
      label_pdf_url: fileUrl,
      label_zpl_url: fileUrl,
    })
    .nullish(),
  tracker: z.object({ status: z.string(), public_url: z.url() }).nullish(),
})

type Shipment = z.output<typeof Shipment>

const NewRates = z.object({ rates: z.array(Rate) })

/** Together less than the minute after which another process may ask for the same label. */
const readMs = 5_000
const writeMs = 20_000
const downloadMs = 20_000

const read = (services: Services, id: string): Promise<EasyPostAnswer<Shipment>> =>
  askEasyPost(services, {
    method: 'GET',
    path: `shipments/${encodeURIComponent(id)}`,
    timeoutMs: readMs,
    reply: Shipment,
  })

/** The label of a shipment; null while it has none. */
const labelOf = (shipment: Shipment): LabelOutcome | null => {
  const { id, postage_label: label, selected_rate: rate, tracker, tracking_code: tracking } = shipment
  if (!label) return null
  if (shipment.refund_status)
    return { state: 'refused', reason: 'Its label was bought and its refund asked for at EasyPost.' }
  if (!rate || !tracker || !tracking) return { state: 'unknown' }
  const expectedOn = ReportedDay.safeParse(rate.delivery_date?.slice(0, 10)).data ?? null
  const service = serviceName(rate)
  return { state: 'bought', label: { id, service, tracking, trackingUrl: tracker.public_url, expectedOn } }
}

/** What cannot be read now is asked for again. */
const unanswered = (answer: Exclude<EasyPostAnswer<unknown>, { kind: 'ok' }>): LabelOutcome =>
  answer.kind === 'refused' ? { state: 'refused', reason: answer.reason } : { state: 'unknown' }

const payFor = async (services: Services, { id }: Shipment, rate: Rate): Promise<LabelOutcome> => {
  const body = { rate: { id: rate.id } }
  const path = `shipments/${encodeURIComponent(id)}/buy`
  const paid = await askEasyPost(services, {
    method: 'POST',
    path,
    body,
    timeoutMs: writeMs,
    reply: Shipment,
  })
  if (paid.kind === 'ok') return labelOf(paid.value) ?? { state: 'unknown' }
  if (paid.kind !== 'refused') return { state: 'unknown' }
  // A shipment has one label: it is refused as well when somebody else has bought it a moment ago.
  const now = await read(services, id)
  return now.kind === 'ok' ? (labelOf(now.value) ?? unanswered(paid)) : { state: 'unknown' }
}

const choose = (services: Services, request: LabelRequest, shipment: Shipment): Promise<LabelOutcome> => {
  const { policy } = services
  const { rates } = shipment
  const rate = chooseRate(policy, request.shippingMethod, rates)
  if (rate) return payFor(services, shipment, rate)
  const messages = (shipment.messages ?? []).map(
    ({ carrier, message }) => `${carrier ?? 'EasyPost'}: ${message}`,
  )
  const reason = noRateText(policy, request.shippingMethod, { rates, messages })
  return Promise.resolve({ state: 'refused', reason })
}

/** Rates of a shipment from before are too old to be bought. */
const goOn = async (services: Services, request: LabelRequest, found: Shipment): Promise<LabelOutcome> => {
  const label = labelOf(found)
  if (label) return label
  const path = `shipments/${encodeURIComponent(found.id)}/rerate`
  const rated = await askEasyPost(services, { method: 'POST', path, timeoutMs: writeMs, reply: NewRates })
  return rated.kind === 'ok'
    ? choose(services, request, { ...found, rates: rated.value.rates })
    : unanswered(rated)
}

/** A shipment is free until it is bought, once; its reference finds it again after an answer that was lost. */
const buyLabel = async (services: Services, request: LabelRequest): Promise<LabelOutcome> => {
  const refusal = refusalOf(services.policy, request)
  if (refusal !== null) return { state: 'refused', reason: refusal }
  const found = await read(services, request.key)
  if (found.kind === 'ok') return goOn(services, request, found.value)
  if (found.kind !== 'missing') return unanswered(found)
  const created = await askEasyPost(services, {
    method: 'POST',
    path: 'shipments',
    body: shipmentBody(services.policy, request),
    timeoutMs: writeMs,
    reply: Shipment,
  })
  return created.kind === 'ok' ? choose(services, request, created.value) : unanswered(created)
}

/** From these on a carrier has the package, or had it. */
const carried: readonly string[] = [
  'in_transit', 'out_for_delivery', 'available_for_pickup', 'delivered', 'return_to_sender', 'failure',
] // prettier-ignore
/** `not_applicable`: a carrier that is paid when it scans a package, and has not. */
const refunded: readonly string[] = ['submitted', 'refunded', 'not_applicable']

const voidLabel = async (services: Services, key: string): Promise<'voided' | 'used' | 'unknown'> => {
  const found = await read(services, key)
  if (found.kind === 'missing') return 'voided'
  if (found.kind !== 'ok') return 'unknown'
  const { id, postage_label: label, tracker, refund_status: status } = found.value
  if (!label || refunded.includes(status ?? '')) return 'voided'
  if (tracker && carried.includes(tracker.status)) return 'used'
  const path = `shipments/${encodeURIComponent(id)}/refund`
  const answer = await askEasyPost(services, { method: 'POST', path, timeoutMs: writeMs, reply: Shipment })
  if (answer.kind === 'ok' && refunded.includes(answer.value.refund_status ?? '')) return 'voided'
  // A refusal soon after the purchase may be an error of the carrier's (docs: Shipping Refund).
  if (answer.kind !== 'unknown')
    services.log.error(
      { shipment: id },
      'EasyPost does not refund a label that was not used; it is asked again',
    )
  return 'unknown'
}

const urlIn = ({ postage_label: label }: Shipment, format: LabelFormat): string | null => {
  if (format === 'zpl') return label?.label_zpl_url ?? null
  const isPdf = label?.label_file_type === 'application/pdf'
  return label?.label_pdf_url ?? (isPdf ? (label.label_url ?? null) : null)
}

const silent: LabelFile = { kind: 'none', problem: 'The carrier does not answer; try again in a moment.' }

const labelFile = async (services: Services, id: string, format: LabelFormat): Promise<LabelFile> => {
  const found = await read(services, id)
  if (found.kind === 'missing') return { kind: 'none', problem: 'The carrier has no such label.' }
  if (found.kind !== 'ok') return silent
  const known = urlIn(found.value, format)
  const path = `shipments/${encodeURIComponent(id)}/label?file_format=${format.toUpperCase()}`
  const made =
    known === null
      ? await askEasyPost(services, { method: 'GET', path, timeoutMs: writeMs, reply: Shipment })
      : found
  if (made.kind === 'refused') return { kind: 'none', problem: made.reason }
  const url = made.kind === 'ok' ? urlIn(made.value, format) : null
  const bytes = url === null ? null : await downloadFile(services, url, downloadMs)
  return bytes === null ? silent : { kind: 'file', bytes }
}

/** The port with EasyPost's API (docs.easypost.com, decision 100). */
export const createEasyPost = (services: Services): CarrierPort => ({
  code: 'easypost',
  buyLabel: (request) => buyLabel(services, request),
  voidLabel: (key) => voidLabel(services, key),
  labelFile: (labelId, format) => labelFile(services, labelId, format),
  // Carriers know a package from its first scan on.
  handOver: () => Promise.resolve(true),
  time: null,
})
