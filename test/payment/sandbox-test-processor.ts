import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as readText } from 'node:stream/consumers'
import { z } from 'zod'
import { machineClock } from '#platform/clock.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { createSandboxAdapter } from '#payment/processor/server/sandbox-adapter.ts'
import { launchSandbox } from '../../sandbox-processor/launch.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import { cardExpiry, cardYear } from '../support/card-pages.ts'
import { createMailbox, shopUrl, silent } from './test-processor.ts'
import type { LostAnswer, TestProcessor, RefundTrouble } from './test-processor.ts'

const { secretKey, publicKey, webhookSecret } = developmentKeys

const Token = z.object({ token: z.string() })
const SandboxRecord = z.object({
  state: z.string(),
  amount: z.number().optional(),
  refunded: z.number().optional(),
})

const startReceiver = async (take: (rawBody: string, signature: string) => number) => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const signature = request.headers['sandbox-signature']
    const body = await readText(request)
    response.writeHead(take(body, typeof signature === 'string' ? signature : '')).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    server,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/webhook`,
  }
}

const unluckyCards: Record<LostAnswer, string> = { silent: 'time-out', reset: 'reset', lost: 'lost' }

const refundCards: Record<RefundTrouble, string> = {
  silent: 'refund-time-out',
  lost: 'refund-lost',
  refused: 'refund-refused',
}

interface SandboxRequest {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface SandboxTestOptions {
  readonly timeoutMs?: number
  /** Webhooks that the shop refuses before it takes the first one. */
  readonly refusedWebhooks?: number
}

/** The sandbox processor as a process of its own, with a shop that receives its webhooks. */
export const openSandboxTestProcessor = async ({
  timeoutMs,
  refusedWebhooks = 0,
}: SandboxTestOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-sandbox-'))
  const mailbox = createMailbox()
  let refusals = refusedWebhooks
  const receiver = await startReceiver((rawBody, signature) => {
    refusals -= 1
    if (refusals >= 0) return 503
    mailbox.put({ rawBody, headers: { 'sandbox-signature': signature } })
    return 200
  })
  const environment = {
    SANDBOX_PORT: '0',
    SANDBOX_DATA: join(folder, 'processor.sqlite'),
    SANDBOX_SLOW_MS: '300',
    SHOP_ORIGIN: shopUrl,
    WEBHOOK_URL: receiver.url,
  }
  let sandbox = await launchSandbox(environment)
  const { port } = sandbox
  const url = `http://127.0.0.1:${port}`
  const processor = createSandboxAdapter({
    settings: { apiUrl: url, publicUrl: url, secretKey, publicKey, webhookSecret, shopUrl },
    outgoing: createOutgoing(),
    log: silent,
    machineClock,
    shopClock: machineClock,
    timeoutMs,
  })
  const tokenOf = async (name: string): Promise<string> => {
    const { number, brand } = testCardNamed(name)
    const code = brand === 'amex' ? '1234' : '123'
    const reply = await fetch(`${url}/v1/tokens`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ key: publicKey, number, expiry: cardExpiry, code }),
    })
    return Token.parse(await reply.json()).token
  }
  const ask = (path: string, { method, body, headers }: SandboxRequest = {}): Promise<Response> =>
    fetch(`${url}${path}`, { method, body, headers: { authorization: `Bearer ${secretKey}`, ...headers } })
  const testProcessor: TestProcessor = {
    processor,
    token: tokenOf,
    unluckyToken: (how) => tokenOf(unluckyCards[how]),
    refundToken: (how) => tokenOf(refundCards[how]),
    cardExpiry: { expMonth: 12, expYear: cardYear },
    refuseRefunds: () => undefined,
    answerChallenge: async ({ url: challenge }, answer) => {
      const page = await fetch(challenge)
      if (page.status !== 200) throw new Error(`The bank's page answered ${page.status}.`)
      const body = new URLSearchParams({ answer })
      const reply = await fetch(challenge, { method: 'POST', body, redirect: 'manual' })
      return reply.headers.get('location') ?? ''
    },
    takenFor: async (key) => {
      const reply = await ask(`/v1/charges/by-key/${encodeURIComponent(key)}`)
      if (reply.status === 404) return 0
      const charge = SandboxRecord.parse(await reply.json())
      return charge.state === 'succeeded' ? (charge.amount ?? 0) - (charge.refunded ?? 0) : 0
    },
    takeOther: (key, { cents, currency }) => {
      const records = new DatabaseSync(join(folder, 'processor.sqlite'), { timeout: 5_000 })
      records
        .prepare('update charge set amount = ?, currency = ? where idempotency_key = ?')
        .run(cents, currency, key)
      records.close()
    },
    webhook: async (holding) => (await mailbox.find(holding))[0] ?? { headers: {}, rawBody: '' },
    sign: (rawBody, secondsAgo) => {
      const seconds = Math.floor(Date.now() / 1_000) - secondsAgo
      const digest = createHmac('sha256', webhookSecret).update(`${seconds}.${rawBody}`).digest('hex')
      return { 'sandbox-signature': `t=${seconds},v1=${digest}` }
    },
    stop: async () => {
      sandbox.process.kill('SIGKILL')
      receiver.server.closeAllConnections()
      receiver.server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return {
    ...testProcessor,
    url,
    ask,
    tokenOf,
    /** For another processor's data. */
    spareFile: join(folder, 'spare.sqlite'),
    webhooks: mailbox.find,
    arrived: mailbox.arrived,
    /** Kills the processor as a power cut would, and starts it again on its data. */
    killAndRestart: async (): Promise<void> => {
      sandbox.process.kill('SIGKILL')
      await once(sandbox.process, 'exit')
      sandbox = await launchSandbox({ ...environment, SANDBOX_PORT: String(port) })
    },
    process: () => sandbox.process,
  }
}
