import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'

/** A message as it arrived, with what a receiver knows of it. */
export interface ReceivedMessage {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
  readonly headers: IncomingMessage['headers']
  /** Which of the receiver's secrets signed it. */
  readonly signedBy: readonly string[]
  /** What was answered. */
  readonly status: number
}

const isSigned = (secret: string, message: Pick<ReceivedMessage, 'headers' | 'body'>): boolean => {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = message.headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${message.body}`)
    .digest()
  return String(signatures)
    .split(' ')
    .some((signature) => {
      const found = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
      return found.length === expected.length && timingSafeEqual(found, expected)
    })
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/**
 * A partner's server on this machine: keeps what it gets with who signed it, and answers as the test says. Signatures are
 * checked by the words of Standard Webhooks, not by the shop's own code.
 */
export const startReceiver = async () => {
  const secrets: string[] = []
  const received: ReceivedMessage[] = []
  const waiting: (() => void)[] = []
  let answer: (message: Omit<ReceivedMessage, 'status'>) => number = () => 200
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const { headers } = request
      const { type, data } = JSON.parse(body)
      const signedBy = secrets.filter((secret) => isSigned(secret, { headers, body }))
      const message = { id: String(headers['webhook-id']), type, data, body, headers, signedBy }
      const status = answer(message)
      received.push({ ...message, status })
      response.writeHead(status).end(status < 300 ? 'taken' : 'not now')
      for (const look of waiting) look()
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const taken = () => received.filter(({ status }) => status < 300)
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    taken,
    knows: (secret: string) => void secrets.push(secret),
    /** From now on it answers so. */
    answers: (by: typeof answer) => {
      answer = by
    },
    /** Resolves once what it has got is enough. */
    until: (isEnough: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isEnough()) return
          waiting.splice(waiting.indexOf(look), 1)
          resolve()
        }
        waiting.push(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
