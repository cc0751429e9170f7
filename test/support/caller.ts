import { z } from 'zod'
import type { CallShape, PayloadInput, ReplyOf } from '#shared/call.ts'
import { brand } from '#shared/brand.ts'

const ErrorBody = z.object({
  code: z.string(),
  detail: z.string(),
  status: z.number(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

/** A call that was answered by an error of the catalogue. */
export class CallFailed extends Error {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly fields: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, unknown>>

  constructor(body: z.output<typeof ErrorBody>) {
    super(`${body.code}: ${body.detail} ${JSON.stringify(body.fields ?? {})}`)
    this.code = body.code
    this.status = body.status
    this.detail = body.detail
    this.fields = body.fields ?? {}
    this.data = body.data ?? {}
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Sent {
  readonly method: string
  readonly path: string
  /** As it goes over the wire. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Somebody who speaks HTTP to the shop and keeps its cookies. */
export interface Caller {
  readonly origin: string
  readonly jar: Map<string, string>
  readonly send: (sent: Sent) => Promise<Answer>
  /** A call of the call table over HTTP. Throws CallFailed for an error of the catalogue. */
  readonly call: <C extends CallShape>(call: C, payload: PayloadInput<C>) => Promise<ReplyOf<C>>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wire = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The request that a payload of this call makes: path parameters, then query or body. */
const requestOf = (call: CallShape, payload: unknown): Sent => {
  const fields = isRecord(payload) ? payload : {}
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const template: string = call.path
  const path = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(wire(fields[name]))),
    template,
  )
  const rest = Object.entries(fields).filter(([name, value]) => !names.includes(name) && value !== undefined)
  if (call.method === 'GET' || call.method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, wire(value)])).toString()
    return { method: call.method, path: query === '' ? path : `${path}?${query}` }
  }
  return {
    method: call.method,
    path,
    body: JSON.stringify(Object.fromEntries(rest)),
    headers: { 'content-type': 'application/json' },
  }
}

const keepCookies = (jar: Map<string, string>, headers: Headers): void => {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const gone = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one))
    if (gone) jar.delete(name)
    else jar.set(name, pair.slice(name.length + 1))
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What every failed call has to look like (spec §8): the typed body, the same status, the error header. */
const failureOf = (answer: Answer): CallFailed => {
  const body = ErrorBody.safeParse(parseJson(answer.text))
  if (!body.success)
    throw new Error(`not an error of the catalogue: ${answer.status} ${answer.text.slice(0, 300)}`)
  const named = answer.headers.get(brand.keys.errorHeader)
  if (named !== body.data.code || answer.status !== body.data.status) {
    throw new Error(`header ${named}, status ${answer.status} and body ${answer.text} disagree`)
  }
  return new CallFailed(body.data)
}

/** The typed error that an answer carries; throws when it is not one. */
export const errorIn = (answer: Answer): CallFailed => failureOf(answer)

let networks = 0

/** An address of their own for each caller, as the proxy in front of a shop names it: limits count by network. */
const ownNetwork = (): Readonly<Record<string, string>> => {
  networks += 1
  return { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` }
}

const callerWith = (origin: string, headers: Readonly<Record<string, string>>): Caller => {
  const jar = new Map<string, string>()
  const send = async (sent: Sent): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${origin}${sent.path}`, {
      method: sent.method,
      redirect: 'manual',
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }), ...sent.headers },
      ...(sent.body === undefined ? {} : { body: sent.body }),
    })
    keepCookies(jar, response.headers)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    origin,
    jar,
    send,
    call: async <C extends CallShape>(call: C, payload: PayloadInput<C>): Promise<ReplyOf<C>> => {
      const answer = await send(requestOf(call, payload))
      if (answer.status >= 400) throw failureOf(answer)
      return z.parse<C['reply']>(call.reply, parseJson(answer.text))
    },
  }
}

/** A caller without cookies, from a network of their own; `headers` go with every request. */
export const newCaller = (origin: string, own: Readonly<Record<string, string>> = {}): Caller =>
  callerWith(origin, { ...ownNetwork(), ...own })

/** A caller on the shop's own machine and behind no proxy: the outbox and the time machine answer only them. */
export const localCaller = (origin: string): Caller => callerWith(origin, {})
