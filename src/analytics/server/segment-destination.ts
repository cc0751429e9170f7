import type { Outgoing } from '#platform/outgoing.ts'
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
