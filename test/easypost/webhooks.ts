import { createHmac } from 'node:crypto'
import type { Account, TrackerStatus } from './account.ts'

/** What a carrier says next of a package. */
export interface Scan {
  readonly status: TrackerStatus
  readonly detail?: string
  /** A day. */
  readonly expectedOn?: string
  readonly at?: string
}

/** A webhook as EasyPost sends it. */
export interface SentEvent {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The header of a body under a secret: docs.easypost.com/guides/webhooks-guide. */
export const signatureOf = (secret: string, body: string): string =>
  `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`

interface About {
  readonly id: string
  readonly description: string
  readonly result: object
}

/** An event about any object, signed. */
export const eventOf = (secret: string, { id, description, result }: About): SentEvent => {
  const event = {
    id,
    object: 'Event',
    mode: 'test',
    description,
    status: 'pending',
    previous_attributes: {},
    result,
    pending_urls: [],
    completed_urls: [],
  }
  // EasyPost writes a weight with its decimal point, and signs the bytes (easypost-node, issue 467).
  const body = JSON.stringify(event).replace(/("weight":)(\d+)(?=[,}])/g, '$1$2.0')
  return {
    id,
    body,
    headers: { 'content-type': 'application/json', 'x-hmac-signature': signatureOf(secret, body) },
  }
}

/** Carriers scan packages of an account; each scan is an event. */
export const createScanner =
  (account: Account, secret: string) =>
  (trackingCode: string, { status, detail = status, expectedOn, at }: Scan): SentEvent => {
    const tracker = account.shipments.find((one) => one.tracking_code === trackingCode)?.tracker
    const datetime = at ?? new Date().toISOString()
    if (!tracker) throw new Error(`There is no package ${trackingCode}.`)
    tracker.status = status
    tracker.status_detail = detail
    tracker.updated_at = datetime
    tracker.weight = 136
    tracker.est_delivery_date = expectedOn === undefined ? null : `${expectedOn}T00:00:00Z`
    tracker.tracking_details.push({ status, datetime })
    return eventOf(secret, { id: account.newId('evt'), description: 'tracker.updated', result: tracker })
  }
