import { createHmac } from 'node:crypto'
import type { DeliveryRecords } from './delivery-records.ts'
import type { Machine } from './machine.ts'

/** Hands one webhook to the shop; true when the shop took it. Never rejects. */
export type SendWebhook = (body: string, signature: string) => Promise<boolean>

/** `t=<unix seconds>,v1=<hex of HMAC-SHA256 over "t.body">`, or over "sender.t.body" when the sender's name is signed too. */
export const signWebhook = (
  { webhookSecret, signedSender }: Pick<DeliveryDeps, 'webhookSecret' | 'signedSender'>,
  seconds: number,
  body: string,
): string => {
  const signed = [...(signedSender === null ? [] : [signedSender]), seconds, body].join('.')
  return `t=${seconds},v1=${createHmac('sha256', webhookSecret).update(signed).digest('hex')}`
}

/** Seconds until the next attempt. */
const backOff = [1, 5, 30, 120, 600, 3_600, 21_600]

/** What is reported to the shop. */
interface SandboxEvent {
  readonly id: string
  readonly body: string
}

export interface Deliveries {
  /** Writes an event down inside the caller's transaction, and a delivery for each moment at which it is sent. */
  readonly add: (event: SandboxEvent, sendAt: readonly number[]) => void
  /** Sends what is due, one after another, and plans the next attempt; resolves when nothing is due any more. */
  readonly kick: () => Promise<void>
  /** The same, with what the shop did not take before: it is due at once. */
  readonly kickAll: () => Promise<void>
  readonly stop: () => void
}

interface DeliveryDeps {
  readonly records: DeliveryRecords
  readonly machine: Machine
  readonly webhookSecret: string
  /** The name by which the shop's address knows the sender, where it is part of what is signed; null where it is not. */
  readonly signedSender: string | null
  readonly send: SendWebhook | null
  /** After the last attempt: the delivery is given up, or tried again and again after the longest wait. */
  readonly afterLast: 'give up' | 'go on'
}

/** Tries the delivery that is due first; the milliseconds until the next one is, or null when none is left. */
const sendFirst = async (
  deps: DeliveryDeps,
  post: SendWebhook,
  stopped: () => boolean,
): Promise<number | null> => {
  const { records, machine } = deps
  const due = stopped() ? null : records.next()
  if (!due) return null
  const wait = due.dueAt - machine.now()
  if (wait > 0) return wait
  const taken = await post(due.body, signWebhook(deps, Math.floor(machine.now() / 1_000), due.body))
  if (stopped()) return null
  const next = backOff[due.attempts] ?? (deps.afterLast === 'go on' ? backOff.at(-1) : undefined)
  if (taken) records.finish(due.id, 'delivered')
  else if (next === undefined) records.finish(due.id, 'given-up')
  else records.postpone(due.id, machine.now() + next * 1_000)
  return 0
}

/** At least once, with retries that survive a restart of the process. */
export const createDeliveries = (deps: DeliveryDeps): Deliveries => {
  let running: Promise<void> | null = null
  let kicked = false
  let stopped = false
  let cancelTimer = (): void => undefined

  const run = async (post: SendWebhook): Promise<void> => {
    let wait: number | null = 0
    while (wait === 0 || kicked) {
      kicked = false
      wait = await sendFirst(deps, post, () => stopped)
    }
    running = null
    if (wait !== null) cancelTimer = deps.machine.later(wait, () => void kick())
  }

  const kick = (): Promise<void> => {
    const { send } = deps
    kicked = true
    if (stopped || !send) return Promise.resolve()
    if (running) return running
    cancelTimer()
    // Later, because sending may kick again.
    running = Promise.resolve().then(() => run(send))
    return running
  }

  return {
    add: ({ id, body }, sendAt) => {
      const { records, machine, send } = deps
      records.addEvent(id, body, machine.now())
      if (send) for (const at of sendAt) records.addDelivery(id, at)
    },
    kick,
    kickAll: () => {
      deps.records.hurry(deps.machine.now())
      return kick()
    },
    stop: () => {
      stopped = true
      cancelTimer()
    },
  }
}
