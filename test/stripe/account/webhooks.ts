import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Account } from './account.ts'

export interface Delivery {
  readonly eventId: string
  readonly type: Stripe.Event['type']
  /** The receiver's HTTP status; null if it was not reached. */
  readonly status: number | null
}

/** Nothing is sent of itself: a test says when. */
export interface Webhooks {
  /** Where events go from now on, and the secrets that sign them; while a secret is rolled over there are two. */
  readonly sendTo: (url: string, secrets: readonly string[]) => void
  /** Sends what is due by the clock, in the order that it happened or the reverse of it. */
  readonly deliver: (order?: 'as_happened' | 'reversed') => Promise<Delivery[]>
  /** Sends an event once more, whatever became of it. */
  readonly redeliver: (eventId: string) => Promise<Delivery>
  /** The body and header of an event, for a test that sends them itself. */
  readonly signed: (eventId: string) => { readonly body: string; readonly header: string }
  /** The ids of events that the receiver has not accepted. */
  readonly pending: () => readonly string[]
}

interface Progress {
  attempts: number
  dueAt: number
  isOver: boolean
}

const hour = 60 * 60
/** Stripe tries for three days with exponential back-off; the steps are not published. */
const backOff = [5 * 60, hour / 2, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour, 12 * hour, 12 * hour]

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex')

/** `v0` is Stripe's decoy of test mode: a receiver takes `v1` only. */
const headerOf = (seconds: number, body: string, secrets: readonly string[]): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`)}`),
    `v0=${hmac('decoy', body)}`,
  ].join(',')

const post = async (url: string, body: string, header: string): Promise<number | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': header,
      },
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

/** Returns the delivery state of an event, and remembers it. */
const createProgress = (): ((id: string) => Progress) => {
  const progress = new Map<string, Progress>()
  return (id) => {
    const known = progress.get(id) ?? { attempts: 0, dueAt: 0, isOver: false }
    progress.set(id, known)
    return known
  }
}

export const createWebhooks = (account: Account): Webhooks => {
  let target: { readonly url: string; readonly secrets: readonly string[] } | null = null
  const progressOf = createProgress()
  const signed = (id: string) => {
    const event = account.events.get(id)
    if (!event || !target) throw new Error(`no event ${id}, or nowhere to send it`)
    const body = JSON.stringify(event, null, 2)
    return { body, header: headerOf(account.now(), body, target.secrets), type: event.type, url: target.url }
  }
  const sendOne = async (id: string): Promise<Delivery> => {
    const { body, header, type, url } = signed(id)
    const status = await post(url, body, header)
    const state = progressOf(id)
    const wait = backOff[state.attempts]
    state.attempts += 1
    state.isOver ||= wait === undefined || (status !== null && status >= 200 && status < 300)
    state.dueAt = account.now() + (wait ?? 0)
    return { eventId: id, type, status }
  }
  const pending = () => [...account.events.keys()].filter((id) => !progressOf(id).isOver)
  return {
    sendTo: (url, secrets) => void (target = { url, secrets }),
    deliver: async (order = 'as_happened') => {
      const due = pending().filter((id) => progressOf(id).dueAt <= account.now())
      const sent: Delivery[] = []
      for (const id of order === 'reversed' ? due.toReversed() : due) sent.push(await sendOne(id))
      return sent
    },
    redeliver: sendOne,
    signed: (id) => {
      const { body, header } = signed(id)
      return { body, header }
    },
    pending,
  }
}
