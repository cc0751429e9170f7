import type { Outgoing } from '#platform/outgoing.ts'
import type { Values } from '../rules/event-properties.ts'
import { metaEvent } from '../rules/meta-event.ts'
import { DestinationFailure } from './destination.ts'
import type { Destination } from './destination.ts'

export interface MetaSettings {
  readonly pixelId: string
  readonly accessToken: string
  readonly apiBase: string
  /** Sends events to the test view of Meta's events manager; null in a shop that means it. */
  readonly testEventCode: string | null
}

/** The hashed data of a member; empty without one. */
export type HashesOf = (accountId: string | null) => Promise<Values>

/** Meta's conversions API. It knows repeats by event_id, within two days. */
export const createMeta = (
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
