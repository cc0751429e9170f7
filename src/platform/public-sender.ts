import { lookup } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isLoopbackAddress, isPublicAddress } from './public-addresses.ts'

/** The addresses of a name. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

interface PublicRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds until the whole answer must be here. */
  readonly timeoutMs: number
  /** Of the answer's body no more is read. */
  readonly maxBytes: number
}

/** An answer, whatever its status, with the beginning of its body. */
export interface PublicReply {
  readonly status: number
  readonly text: string
}

/** Why there was no answer: `address` when the name leads into a private network, and nothing was sent. */
export class PublicSenderFailure extends Error {
  readonly reason: 'address' | 'timeout' | 'connection'

  constructor(reason: PublicSenderFailure['reason'], cause?: unknown) {
    super(`outgoing message: ${reason}`, { cause })
    this.name = 'PublicSenderFailure'
    this.reason = reason
  }
}

/**
 * Sends to addresses that people have entered. A server inside of a private network could be reached by it, so each
 * connection goes to an address that was checked, and a redirect is not followed.
 */
export interface PublicSender {
  /** Throws PublicSenderFailure. */
  readonly post: (request: PublicRequest) => Promise<PublicReply>
  readonly close: () => void
}

const resolveByMachine: Resolve = (name) => lookup(name, { all: true })

const forbidden = (): PublicSenderFailure => new PublicSenderFailure('address')

/** Resolves a name once, for the connection itself: what was checked is what is connected to. */
const guardedLookup = (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction => {
  const checked = callbackify(async (name: string) => {
    const found = await resolve(name)
    const [first] = found
    if (!first || found.some(({ address }) => !isAllowed(address))) throw forbidden()
    return { first, found }
  })
  return (name, { all }, done) =>
    checked(name, (thrown, answer) => {
      if (thrown) done(thrown, '')
      else if (all === true) done(null, [...answer.found])
      else done(null, answer.first.address, answer.first.family)
    })
}

/** The beginning of a body; the rest is not read. */
const beginningOf = async (reply: IncomingMessage, maxBytes: number): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of reply) {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
}

const failureOf = (thrown: unknown, isTimeout: boolean): PublicSenderFailure => {
  if (thrown instanceof PublicSenderFailure) return thrown
  return new PublicSenderFailure(isTimeout ? 'timeout' : 'connection', thrown)
}

const open = (secure: boolean, url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = (secure ? httpsRequest : httpRequest)(url, { ...options, method: 'POST' }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })

/** Sockets that are kept for the next message to the same server. */
const agentOptions = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: 30_000 } as const

/**
 * `allowsLoopback`: also to this machine, for a sandbox shop and its partners in development. Every other private network
 * stays closed.
 */
export const createPublicSender = (options: {
  readonly allowsLoopback: boolean
  readonly resolve?: Resolve
}): PublicSender => {
  const { allowsLoopback, resolve = resolveByMachine } = options
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) }
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
  return {
    post: async ({ url: text, headers, body, timeoutMs, maxBytes }) => {
      const url = new URL(text)
      const secure = url.protocol === 'https:'
      const name = url.hostname.replaceAll(/^\[|\]$/g, '')
      // A connection to an address needs no look-up.
      if (isIP(name) !== 0 && !isAllowed(name)) throw forbidden()
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await open(
          secure,
          url,
          {
            agent: secure ? agents.https : agents.http,
            headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
            lookup: guardedLookup(resolve, isAllowed),
            signal,
          },
          body,
        )
        return { status: reply.statusCode ?? 0, text: await beginningOf(reply, maxBytes) }
      } catch (thrown) {
        throw failureOf(thrown, signal.aborted)
      }
    },
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
