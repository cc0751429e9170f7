import { noTelemetry } from './telemetry.ts'

/** One HTTP request to another server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** The reply's body has one character (U+0000 to U+00FF) for each byte, for files that are no text. */
  readonly isBinary?: boolean
  /** Milliseconds until the whole reply, body included, must be here. */
  readonly timeoutMs: number
}

/** Any complete reply, whatever its status. Header names are lower case. */
export interface OutgoingReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The only outgoing HTTP client. Redirects are not followed. */
export interface Outgoing {
  /** Throws OutgoingFailure. */
  readonly request: (request: OutgoingRequest) => Promise<OutgoingReply>
}

/**
 * `refused`: the request never reached the other side. `timeout` and `reset`: it may have arrived and been acted on,
 * so its outcome is unknown.
 */
export type OutgoingFailureKind = 'refused' | 'timeout' | 'reset'

export class OutgoingFailure extends Error {
  readonly kind: OutgoingFailureKind

  constructor(kind: OutgoingFailureKind, cause?: unknown) {
    super(`outgoing request: ${kind}`, { cause })
    this.name = 'OutgoingFailure'
    this.kind = kind
  }
}

const neverArrived = [
  'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT',
] // prettier-ignore

const failureKind = (thrown: unknown): OutgoingFailureKind => {
  if (!(thrown instanceof Error)) return 'reset'
  if (thrown.name === 'TimeoutError') return 'timeout'
  // A host with several addresses fails with one error per address.
  const inner = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  if ('code' in thrown && typeof thrown.code === 'string' && neverArrived.includes(thrown.code))
    return 'refused'
  return inner instanceof Error ? failureKind(inner) : 'reset'
}

const send = async (request: OutgoingRequest): Promise<OutgoingReply> => {
  const { method, url, headers, body, isBinary = false, timeoutMs } = request
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
    const text = isBinary ? Buffer.from(await reply.arrayBuffer()).toString('latin1') : await reply.text()
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: text }
  } catch (thrown) {
    throw new OutgoingFailure(failureKind(thrown), thrown)
  }
}

/** Outgoing requests over the machine's network. Of an address only its host is recorded: paths hold ids. */
export const createOutgoing = (telemetry = noTelemetry): Outgoing => ({
  request: (request) => {
    if (!telemetry.isOn) return send(request)
    const { method, url } = request
    const { hostname } = new URL(url)
    const facts = { 'http.request.method': method, 'server.address': hostname }
    return telemetry.within({ name: `${method} ${hostname}`, kind: 'client', facts }, () => send(request))
  },
})
