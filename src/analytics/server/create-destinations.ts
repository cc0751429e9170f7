import { createHash } from 'node:crypto'
import { accountById, addressesOf } from '#account/server/accounts.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import type { Values } from '../rules/event-properties.ts'
import { ga4Request } from '../rules/ga4-event.ts'
import { normalizeIdentity } from '../rules/identity-hash.ts'
import type { Identity } from '../rules/identity-hash.ts'
import { metaEvent } from '../rules/meta-event.ts'
import { segmentMessage } from '../rules/segment-message.ts'
import type { Destination } from './destination.ts'
import { DestinationFailure } from './destination.ts'

interface MetaSettings {
  readonly pixelId: string
  readonly accessToken: string
  readonly apiBase: string
  /** Sends events to the test view of Meta's events manager; null in a shop that means it. */
  readonly testEventCode: string | null
}

/** The hashed data of a member; empty without one. */
type HashesOf = (accountId: string | null) => Promise<Values>

/** Meta's conversions API. It knows repeats by event_id, within two days. */
const createMeta = (
  outgoing: Outgoing,
  publicUrl: string,
  hashesOf: HashesOf,
  { pixelId, accessToken, apiBase, testEventCode }: MetaSettings,
): Destination => ({
  name: 'meta',
  deduplicates: true,
  maxBatchSize: 1_000,
  send: async (deliveries, now) => {
    const events = await Promise.all(
      deliveries.map(async ({ event, accountId }) =>
        metaEvent(event, await hashesOf(accountId), publicUrl, now),
      ),
    )
    const data = events.filter((event) => event !== null)
    if (data.length === 0) return
    const { status } = await outgoing.request({
      method: 'POST',
      url: `${apiBase}/${pixelId}/events`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        data,
        access_token: accessToken,
        ...(testEventCode === null ? {} : { test_event_code: testEventCode }),
      }),
      timeoutMs: 10_000,
    })
    if (status >= 300) throw new DestinationFailure(status)
  },
})

interface SegmentSettings {
  readonly writeKey: string
  readonly apiBase: string
}

/** Segment's HTTP tracking API: one batch with the write key as the name of basic authorization. It knows repeats by messageId. */
const createSegment = (outgoing: Outgoing, { writeKey, apiBase }: SegmentSettings): Destination => ({
  name: 'segment',
  deduplicates: true,
  maxBatchSize: 100,
  send: async (deliveries, now) => {
    const { status } = await outgoing.request({
      method: 'POST',
      url: `${apiBase}/v1/batch`,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
      },
      body: JSON.stringify({
        batch: deliveries.map(({ event }) => segmentMessage(event)),
        sentAt: now.toString(),
      }),
      timeoutMs: 10_000,
    })
    if (status >= 300) throw new DestinationFailure(status)
  },
})

interface Ga4Settings {
  readonly measurementId: string
  readonly apiSecret: string
  readonly apiBase: string
}

/** Google Analytics by the measurement protocol. It recognizes repeated events only for purchases. */
const createGa4 = (outgoing: Outgoing, publicUrl: string, settings: Ga4Settings): Destination => {
  const url = new URL('/mp/collect', settings.apiBase)
  url.searchParams.set('measurement_id', settings.measurementId)
  url.searchParams.set('api_secret', settings.apiSecret)
  return {
    name: 'ga4',
    deduplicates: false,
    maxBatchSize: 1,
    send: async (deliveries, now) => {
      for (const { event } of deliveries) {
        const request = ga4Request(event, publicUrl, now)
        if (request === null) continue
        const { status } = await outgoing.request({
          method: 'POST',
          url: url.href,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
          timeoutMs: 10_000,
        })
        if (status >= 300) throw new DestinationFailure(status)
      }
    },
  }
}

/** Which outside destinations the operator switched on; null for those that are off. */
export interface DestinationSettings {
  readonly segment: SegmentSettings | null
  readonly ga4: Ga4Settings | null
  readonly meta: MetaSettings | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const hashed = (identity: Identity) =>
  Object.fromEntries(normalizeIdentity(identity).map(([field, text]) => [field, sha256(text)]))

const createHashesOf =
  ({ database }: Pick<AppDeps, 'database'>): HashesOf =>
  async (accountId) => {
    const account = accountId === null ? null : await accountById(database, accountId)
    if (!account) return {}
    const [address] = await addressesOf(database, account.id)
    return hashed({
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      phone: account.phone === '' ? address?.phone : account.phone,
      zip: address?.zip,
      city: address?.city,
      state: address?.region,
    })
  }

/** The outside destinations of this shop. */
export const createDestinations = (deps: AppDeps, settings: DestinationSettings): readonly Destination[] => {
  const { outgoing, publicUrl } = deps
  const { segment, ga4, meta } = settings
  return [
    ...(segment ? [createSegment(outgoing, segment)] : []),
    ...(ga4 ? [createGa4(outgoing, publicUrl, ga4)] : []),
    ...(meta ? [createMeta(outgoing, publicUrl, createHashesOf(deps), meta)] : []),
  ]
}

const recipients = {
  segment: { group: 'C0002', name: 'Segment' },
  ga4: { group: 'C0002', name: 'Google Analytics' },
  meta: { group: 'C0004', name: 'Meta' },
} as const

/** The recipients as text, and the group that allows them: shown before people choose. */
export const recipientsOf = (destinations: readonly Destination[]) =>
  destinations.map(({ name }) => recipients[name])
