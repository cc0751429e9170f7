import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { collectorPath } from '#analytics/rules/collector-path.ts'
import { metricsPath } from '#analytics/rules/metrics.ts'

const Message = z.looseObject({
  type: z.string(),
  messageId: z.string(),
  event: z.string().optional(),
  name: z.string().optional(),
  properties: z.looseObject({ path: z.string().optional() }).optional(),
})
const Batch = z.object({ batch: z.array(Message) })
const CollectorReply = z.object({ recorded: z.number() })

export type SentMessage = z.output<typeof Message>

/** How the way to the collector is: open; broken; or open, but answers get lost. */
export type Destination = 'open' | 'broken' | 'answers-lost'

export interface Recorder {
  readonly url: string
  /** Every message that left the browser, in the order of its arrival; repeated ones as often as they came. */
  readonly sent: SentMessage[]
  /** Bodies of everything else that went to analytics. */
  readonly metrics: string[]
  /** How many messages the shop took as new. */
  readonly storedCount: () => number
  /** Requests that were blocked. */
  readonly rejected: () => number
  /** Blocks every message of one page, however late it comes. */
  readonly rejectUploads: (path: string) => void
  readonly setDestination: (destination: Destination) => void
  readonly close: () => void
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of incoming) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const pass = (shop: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, url = '/', headers } = incoming
    const onward = request(new URL(url, shop), { method, headers }, resolve)
    onward.on('error', reject)
    onward.end(body)
  })

/**
 * A proxy between a browser and its shop that records everything the browser sends, from any script and however late.
 */
export const openRecordingProxy = async (shop: string): Promise<Recorder> => {
  const sent: SentMessage[] = []
  const metrics: string[] = []
  let destination: Destination = 'open'
  let storedCount = 0
  let rejected = 0
  let rejectedPath: string | undefined
  const collect = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const destinationOf = destination
    const body = await bodyOf(incoming)
    const { batch } = Batch.parse(JSON.parse(body.toString()))
    const isOfPage = batch.some(({ properties }) => properties?.path === (rejectedPath ?? ''))
    if (destinationOf === 'broken' || isOfPage) {
      rejected += 1
      return void answer.writeHead(503).end()
    }
    sent.push(...batch)
    const reply = await pass(shop, incoming, body)
    const text = await bodyOf(reply)
    if (reply.statusCode === 200) storedCount += CollectorReply.parse(JSON.parse(text.toString())).recorded
    if (destinationOf === 'answers-lost') return void answer.destroy()
    answer.writeHead(reply.statusCode ?? 502, reply.headers).end(text)
  }
  // The answers that it passes on promise 72 seconds of a connection.
  const server = createServer({ keepAliveTimeout: 80_000 }, (incoming, answer) => {
    void (async () => {
      if (incoming.url === collectorPath) return collect(incoming, answer)
      const body = await bodyOf(incoming)
      if (incoming.url === metricsPath) metrics.push(body.toString())
      const reply = await pass(shop, incoming, body)
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })().catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    sent,
    metrics,
    storedCount: () => storedCount,
    rejected: () => rejected,
    rejectUploads: (path) => (rejectedPath = path),
    setDestination: (next) => (destination = next),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
