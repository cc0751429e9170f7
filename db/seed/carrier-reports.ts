import { z } from 'zod'
import { recordCarrierEvent } from '#order/server/orders.ts'
import { readCarrierReport } from '#shipment/server/carrier-webhook.ts'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'
import type { Shop } from '../../src/app/shop.ts'

const Events = z.object({ data: z.array(z.unknown()) })

/**
 * Takes what the sandbox carrier has to say until the shop's time. Nobody hears its webhooks before the shop is open, and
 * then those of the days before it are known.
 */
export const recordReports = async (
  { deps, settings }: Pick<Shop, 'deps' | 'settings'>,
  carrierUrl: string,
): Promise<void> => {
  if (settings.carrier.kind !== 'sandbox') return
  const until = new URLSearchParams({ until: deps.clock.now().toString() })
  const reply = await deps.outgoing.request({
    method: 'GET',
    url: `${carrierUrl}/v1/events?${until}`,
    headers: { authorization: `Bearer ${carrierKeys.secretKey}` },
    timeoutMs: 10_000,
  })
  for (const event of z.parse(Events, JSON.parse(reply.body)).data)
    await recordCarrierEvent(deps, { carrier: 'sandbox', source: 'carrier', ...readCarrierReport(event) })
}
