import { createHash } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import inject from 'light-my-request'
import type { Clock } from '#platform/clock.ts'
import type { Mailer } from '#platform/mail.ts'
import { OutgoingFailure, type Outgoing } from '#platform/outgoing.ts'
import type { SendWebhook } from '../../sandbox-base/deliveries.ts'
import { openCarrier } from '../../sandbox-carrier/carrier.ts'
import { carrierKeys, readSettings as readCarrierSettings } from '../../sandbox-carrier/settings.ts'
import { openProcessor } from '../../sandbox-processor/sandbox.ts'
import { readSettings } from '../../sandbox-processor/settings.ts'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import type { SeededRandom } from '../support/random.ts'
import { newProcessorFolder } from '../support/processor-folder.ts'

export const shopUrl = 'http://shop.example'
export const processorUrl = 'http://processor.example'
export const carrierUrl = 'http://carrier.example'

/** What can happen to a request on its way to processor or carrier and back. */
export const networkFaults = ['time-out before', 'time-out after success', 'reset mid-reply'] as const

export type NetworkFault = (typeof networkFaults)[number]

interface Webhook {
  readonly from: 'processor' | 'carrier'
  readonly body: string
  readonly signature: string
}

/** What is outside of a shop at one moment, so that it can be opened again as it was. */
export interface OutsideState {
  readonly folder: string
  readonly now: Temporal.Instant
  readonly mails: readonly ReceivedMail[]
  readonly webhooks: readonly Webhook[]
}

/** A mail that reached somebody's mailbox. */
export interface ReceivedMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

const form = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})

const createPost = (received: readonly ReceivedMail[]) => {
  const mails = [...received]
  const mailer: Mailer = {
    // The same mail again is the same file, as in the outbox.
    send: async ({ id, to, subject, text }) => {
      if (!mails.some((mail) => mail.id === id)) mails.push({ id, to, subject, text })
    },
    close: () => undefined,
  }
  return { mails, mailer }
}

/** Ids that take nothing from the randomness of a simulation, so that a seed stays what it is. */
const carrierIds = (salt: string) => {
  let last = 0
  return (prefix: string): string => {
    last += 1
    return `${prefix}_${createHash('sha256').update(`${salt} ${last}`).digest('hex').slice(0, 32)}`
  }
}

/**
 * The environment of a simulated shop: time that stops until it is moved, mailboxes, and the sandboxes themselves
 * behind a network with random faults. Nothing here is a process or a socket.
 */
export const openOutside = (
  random: SeededRandom,
  start: Temporal.Instant,
  from: OutsideState | null = null,
  carrierWord = '',
) => {
  let now = from?.now ?? start
  const clock: Clock = { now: () => now }
  const folder = newProcessorFolder()
  if (from) cpSync(from.folder, folder, { recursive: true })
  const webhooks: Webhook[] = [...(from?.webhooks ?? [])]
  /** A webhook waits until somebody brings it to the shop. */
  const queue =
    (sender: Webhook['from']): SendWebhook =>
    async (body, signature) => {
      webhooks.push({ from: sender, body, signature })
      return true
    }
  const settings = readSettings({
    SANDBOX_DATA: join(folder, 'processor.sqlite'),
    SANDBOX_URL: processorUrl,
    SHOP_ORIGIN: shopUrl,
    WEBHOOK_URL: `${shopUrl}/api/payment/webhook/sandbox`,
    SANDBOX_SLOW_MS: '0',
    SANDBOX_HANG_MS: '0',
  })
  const machine = {
    now: () => now.epochMilliseconds,
    newId: (prefix: string) => `${prefix}_${Buffer.from(random.bytes(16)).toString('hex')}`,
    later: () => () => undefined,
  }
  const processor = openProcessor(settings, machine, queue('processor'), () => processorUrl)
  const carrier = openCarrier(
    readCarrierSettings({
      CARRIER_DATA: join(folder, 'carrier.sqlite'),
      CARRIER_URL: carrierUrl,
      CARRIER_TEST_WORD: carrierWord,
    }),
    { ...machine, newId: carrierIds(from === null ? 'new' : 'again') },
    queue('carrier'),
    () => carrierUrl,
  )
  const ask = (request: Parameters<typeof inject>[1]) => inject(processor.answer, request)
  const askCarrier = (request: Parameters<typeof inject>[1]) => inject(carrier.answer, request)

  let faultOf: (request: string) => NetworkFault | null = () => null
  const outgoing: Outgoing = {
    request: async ({ method, url, headers, body }) => {
      const { pathname, search, origin } = new URL(url)
      // The time machine moves the time of a sandbox; no shop at work has one. The balance is only read, once an hour:
      // `test/payment/payouts.test.ts` has what happens when it is not answered.
      const isPlain = pathname === '/v1/clock' || pathname === '/v1/balance' || pathname === '/v1/payouts'
      const fault = isPlain ? null : faultOf(`${method} ${pathname.split('/').slice(0, 3).join('/')}`)
      if (fault === 'time-out before') throw new OutgoingFailure('timeout')
      const sent = origin === carrierUrl ? askCarrier : ask
      const reply = await sent({ method, url: pathname + search, headers: { ...headers }, payload: body })
      if (fault === 'time-out after success') throw new OutgoingFailure('timeout')
      if (fault === 'reset mid-reply') throw new OutgoingFailure('reset')
      return { status: reply.statusCode, headers: {}, body: reply.body }
    },
  }
  const { mails, mailer } = createPost(from?.mails ?? [])
  return {
    clock,
    outgoing,
    mailer,
    mails,
    webhooks,
    random: random.bytes,
    moveTo: (moment: Temporal.Instant): void => {
      if (Temporal.Instant.compare(moment, now) > 0) now = moment
    },
    /** What happens to each request from now on, by its method and what it is about, as `GET /v1/charges`. */
    injectFaults: (next: (request: string) => NetworkFault | null): void => {
      faultOf = next
    },
    /** Types a test card on the processor's own page; its token. */
    tokenFor: async (cardName: string): Promise<string> => {
      const { number, brand } = testCardNamed(cardName)
      const year = now.toZonedDateTimeISO('UTC').year
      const typed = {
        number,
        expiry: `12/${year + 20}`,
        code: brand === 'amex' ? '1234' : '123',
        return_url: `${shopUrl}/checkout/card`,
      }
      const { headers } = await ask({ method: 'POST', url: '/card', ...form(typed) })
      return new URL(String(headers.location)).searchParams.get('card_token') ?? ''
    },
    answerChallenge: async (url: string, answer: 'approve' | 'refuse'): Promise<void> => {
      await ask({ method: 'POST', url: new URL(url).pathname, ...form({ answer }) })
    },
    /** A page of the processor's records, of all charges in the order in which they were made. */
    records: async (after: string): Promise<string> => {
      const headers = { authorization: `Bearer ${settings.secretKey}` }
      const search = new URLSearchParams(after === '' ? {} : { after })
      return (await ask({ method: 'GET', url: `/v1/charges?${search}`, headers })).body
    },
    /** The carrier's labels, in the order in which they were made, after the label `after`. */
    labels: async (after: string): Promise<string> => {
      const headers = { authorization: `Bearer ${carrierKeys.secretKey}` }
      const search = new URLSearchParams(after === '' ? {} : { after })
      return (await askCarrier({ method: 'GET', url: `/v1/labels?${search}`, headers })).body
    },
    /** A copy of everything as it is now; its folder is the caller's to remove. */
    saveState: (): OutsideState => {
      const copy = newProcessorFolder()
      cpSync(folder, copy, { recursive: true })
      return { folder: copy, now, mails: [...mails], webhooks: [...webhooks] }
    },
    close: (): void => {
      processor.close()
      carrier.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Outside = ReturnType<typeof openOutside>
