import type { Deliveries } from '../sandbox-base/deliveries.ts'
import type { Machine } from '../sandbox-base/machine.ts'
import type { Charge } from './charge-records.ts'
import { testCardNamed } from './test-cards.ts'

export type EventType =
  | 'charge.pending'
  | 'charge.succeeded'
  | 'charge.declined'
  | 'charge.challenge'
  | 'charge.closed'
  | 'charge.refunded'
  | 'refund.failed'
  | 'setup.succeeded'
  | 'setup.declined'
  | 'setup.challenge'
  | 'setup.closed'

/** How much later each earlier event of a `reversed` card is sent, in milliseconds. */
const reversal = 200

interface EventDeps {
  readonly deliveries: Deliveries
  readonly machine: Machine
}

/** Writes the events of a charge down inside the caller's transaction; its card says how they are sent. */
export const recordChargeEvents = (
  { deliveries, machine }: EventDeps,
  charge: Charge,
  types: readonly EventType[],
  refundKey?: string,
): void => {
  const { webhooks } = testCardNamed(charge.card.testCard)
  for (const [place, type] of types.entries()) {
    const id = machine.newId('evt')
    const data = { charge: charge.id, idempotency_key: charge.idempotencyKey, refund_key: refundKey }
    const late = webhooks === 'reversed' ? (types.length - 1 - place) * reversal : 0
    const sendAt = machine.now() + late
    const body = JSON.stringify({ id, type, created: machine.now(), data })
    deliveries.add({ id, body }, webhooks === 'twice' ? [sendAt, sendAt] : [sendAt])
  }
}
