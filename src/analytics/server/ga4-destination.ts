import type { Outgoing } from '#platform/outgoing.ts'
import { ga4Request } from '../rules/ga4-event.ts'
import { segmentMessage } from '../rules/segment-message.ts'
import { DestinationFailure } from './destination.ts'
import type { Destination } from './destination.ts'

export interface SegmentSettings {
  readonly writeKey: string
  readonly apiBase: string
}

/** Segment's HTTP tracking API: one batch with the write key as the name of basic authorisation. It knows repeats by messageId. */
export const createSegment = (outgoing: Outgoing, { writeKey, apiBase }: SegmentSettings): Destination => ({
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

export interface Ga4Settings {
  readonly measurementId: string
  readonly apiSecret: string
  readonly apiBase: string
}

/** Google Analytics by the measurement protocol. It knows nothing of repeats but those of purchases. */
export const createGa4 = (outgoing: Outgoing, publicUrl: string, settings: Ga4Settings): Destination => {
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
