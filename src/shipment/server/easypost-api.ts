import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { OutgoingFailure } from '#platform/outgoing.ts'
import type { Outgoing, OutgoingReply } from '#platform/outgoing.ts'
import { parseJson } from './carrier.ts'

export interface EasyPostDeps {
  /** Where its API is, without a trailing slash. */
  readonly apiBase: string
  readonly apiKey: string
  readonly outgoing: Outgoing
  readonly log: Log
}

/**
 * An answer of EasyPost. `refused`: it does not do this, with the reason as a sentence. `unknown`: it may have been done, or
 * will be when it is asked again; what an operator has to do about it is in the log.
 */
export type EasyPostAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown' }

interface Call<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly timeoutMs: number
  readonly reply: Schema
}

const FieldError = z.union([
  z.string(),
  z
    .object({ field: z.string().nullish(), message: z.string() })
    .transform(({ field, message }) => (field ? `${field}: ${message}` : message)),
])

/** docs.easypost.com/docs/errors; the message of some is a list. */
const Refusal = z.object({
  error: z.object({
    message: z.union([z.string(), z.array(z.string()).transform((list) => list.join(', '))]),
    errors: z.array(FieldError).nullish().catch(null),
  }),
})

const longestReason = 500

const reasonOf = ({ status, body }: OutgoingReply): string => {
  const refusal = Refusal.safeParse(parseJson(body)).data?.error
  if (!refusal) return `EasyPost refuses it without a reason (${status}).`
  const fields = refusal.errors?.length ? ` (${refusal.errors.join('; ')})` : ''
  return `${refusal.message}${fields}`.slice(0, longestReason)
}

/** What an operator has to know of statuses that say nothing about the label itself. */
const sentences: ReadonlyMap<number, string> = new Map([
  [401, 'EasyPost does not know EASYPOST_API_KEY; set the right one, labels wait until then'],
  [402, 'EasyPost takes no more money; see to its billing, labels wait until then'],
  [403, 'EasyPost does not allow this to EASYPOST_API_KEY; set another one, labels wait until then'],
  [408, 'EasyPost took too long'],
  [429, 'EasyPost is asked too often; it is asked again later'],
])

const answerOf = <Schema extends z.ZodType>(
  { log }: EasyPostDeps,
  schema: Schema,
  reply: OutgoingReply,
): EasyPostAnswer<z.output<Schema>> => {
  const { status } = reply
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(parseJson(reply.body))
    if (parsed.success) return { kind: 'ok', value: parsed.data }
    log.error({ status }, 'EasyPost answered in a form that the shop does not know')
    return { kind: 'unknown' }
  }
  if (status === 404) return { kind: 'missing' }
  const sentence = sentences.get(status)
  if (sentence === undefined && status >= 400 && status < 500)
    return { kind: 'refused', reason: reasonOf(reply) }
  log.error({ status }, sentence ?? 'EasyPost failed')
  return { kind: 'unknown' }
}

/** Asks EasyPost (docs.easypost.com); never throws for an answer that is lost or wrong. */
export const askEasyPost = async <Schema extends z.ZodType>(
  deps: EasyPostDeps,
  { method, path, body, timeoutMs, reply }: Call<Schema>,
): Promise<EasyPostAnswer<z.output<Schema>>> => {
  const { apiBase, apiKey, outgoing, log } = deps
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? undefined : JSON.stringify(body)
  try {
    const answer = await outgoing.request({
      method,
      url: `${apiBase}/v2/${path}`,
      headers,
      body: sent,
      timeoutMs,
    })
    return answerOf(deps, reply, answer)
  } catch (thrown) {
    if (!(thrown instanceof OutgoingFailure)) throw thrown
    log.warn({ kind: thrown.kind }, 'EasyPost did not answer')
    return { kind: 'unknown' }
  }
}

/** A file that EasyPost keeps at an address of its own, for everybody who has the address; null when it does not come. */
export const downloadFile = async (
  { outgoing, log }: EasyPostDeps,
  url: string,
  timeoutMs: number,
): Promise<Uint8Array | null> => {
  try {
    const { status, body } = await outgoing.request({ method: 'GET', url, isBinary: true, timeoutMs })
    if (status === 200) return Buffer.from(body, 'latin1')
    log.warn({ status }, 'a file of EasyPost did not come')
  } catch (thrown) {
    if (!(thrown instanceof OutgoingFailure)) throw thrown
    log.warn({ kind: thrown.kind }, 'a file of EasyPost did not come')
  }
  return null
}
