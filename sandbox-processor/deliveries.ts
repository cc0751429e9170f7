import { createHmac } from 'node:crypto'
import type { DeliveryRecords } from './delivery-records.ts'
import type { Machine } from './machine.ts'
import type { Charge } from './charge-records.ts'
import { testCardNamed } from './test-cards.ts'

export type EventType =
  | 'charge.pending'
  | 'charge.succeeded'
  | 'charge.declined'
  | 'charge.challenge'
  | 'charge.closed'
  | 'charge.refunded'
  | 'setup.succeeded'
  | 'setup.declined'
  | 'setup.challenge'
  | 'setup.closed'

/** Hands one webhook to the shop; true when the shop took it. Never rejects. */
export type SendWebhook = (body: string, signature: string) => Promise<boolean>

/** `t=<unix seconds>,v1=<hex of HMAC-SHA256 over "t.body">`. */
const signWebhook = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Seconds until the next attempt; after the last one the delivery is given up. */
const backOff = [1, 5, 30, 120, 600, 3_600, 21_600]

/** How much later each earlier event of a `reversed` card is sent, in milliseconds. */
const reversal = 200

export interface Deliveries {
  /** Writes the events down inside the caller's transaction. */
  readonly record: (charge: Charge, types: readonly EventType[], refundKey?: string) => void
  /** Sends what is due, one after another, and plans the next attempt. */
  readonly kick: () => void
  readonly stop: () => void
}

interface DeliveryTools {
  readonly records: DeliveryRecords
  readonly machine: Machine
  readonly webhookSecret: string
  readonly send: SendWebhook | null
}

const recordEvents = (
  { records, machine, send }: DeliveryTools,
  charge: Charge,
  types: readonly EventType[],
  refundKey?: string,
) => {
  const { webhooks } = testCardNamed(charge.card.testCard)
  for (const [place, type] of types.entries()) {
    const id = machine.newId('evt')
    const data = { charge: charge.id, idempotency_key: charge.idempotencyKey, refund_key: refundKey }
    records.addEvent(id, JSON.stringify({ id, type, created: machine.now(), data }), machine.now())
    if (!send) continue
    const late = webhooks === 'reversed' ? (types.length - 1 - place) * reversal : 0
    const copies = webhooks === 'twice' ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) records.addDelivery(id, machine.now() + late)
  }
}

/** Tries the delivery that is due first; the milliseconds until the next one is, or null when none is left. */
const sendFirst = async (
  tools: DeliveryTools,
  post: SendWebhook,
  stopped: () => boolean,
): Promise<number | null> => {
  const { records, machine } = tools
  const due = stopped() ? null : records.next()
  if (!due) return null
  const wait = due.dueAt - machine.now()
  if (wait > 0) return wait
  const taken = await post(
    due.body,
    signWebhook(tools.webhookSecret, Math.floor(machine.now() / 1_000), due.body),
  )
  if (stopped()) return null
  const next = backOff[due.attempts]
  if (taken) records.finish(due.id, 'delivered')
  else if (next === undefined) records.finish(due.id, 'given-up')
  else records.postpone(due.id, machine.now() + next * 1_000)
  return 0
}

/** At least once, with retries that survive a restart of the processor. */
export const createDeliveries = (tools: DeliveryTools): Deliveries => {
  let running = false
  let kicked = false
  let stopped = false
  let cancelTimer = (): void => undefined

  const run = async (post: SendWebhook): Promise<void> => {
    let wait: number | null = 0
    while (wait === 0 || kicked) {
      kicked = false
      wait = await sendFirst(tools, post, () => stopped)
    }
    running = false
    if (wait !== null) cancelTimer = tools.machine.later(wait, kick)
  }

  const kick = (): void => {
    kicked = true
    if (running || stopped || !tools.send) return
    running = true
    cancelTimer()
    void run(tools.send)
  }

  return {
    record: (charge, types, refundKey) => recordEvents(tools, charge, types, refundKey),
    kick,
    stop: () => {
      stopped = true
      cancelTimer()
    },
  }
}
