import type { FastifyReply, FastifyRequest } from 'fastify'
import { chosenCoding, compress } from './content-coding.ts'

type PageRequest = Pick<FastifyRequest, 'headers' | 'method' | 'body' | 'protocol' | 'host'>

/** A request in the form that pages take; only reads and posted forms reach them. */
export const webRequest = (request: PageRequest, address: string): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const one of value ?? []) headers.append(name, one)
  }
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const body = method === 'POST' && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  const origin = `${request.protocol}://${request.host}`
  // A header may have an invalid host; pages only use the path.
  const base = URL.canParse(origin) && !request.host.includes('@') ? origin : 'http://localhost'
  return new Request(`${base}${address}`, { method, headers, body })
}

const isAnonymous = ({ headers }: FastifyRequest): boolean => headers.cookie === undefined

/** Sends a page's response; no proxy may store it. */
export const sendPage = async (reply: FastifyReply, response: Response): Promise<FastifyReply> => {
  reply.header('cache-control', 'no-store')
  // HEAD needs the length of the body, which a stream does not know.
  const isStream = !response.headers.get('content-type')?.startsWith('text/html')
  if (isStream && reply.request.method !== 'HEAD') return reply.send(response)
  reply.status(response.status)
  response.headers.forEach((value, name) => void reply.header(name, value))
  const body = Buffer.from(await response.arrayBuffer())
  // A page with personal facts is not compressed: its length would reveal them.
  const coding = isAnonymous(reply.request) ? chosenCoding(reply.request.headers['accept-encoding']) : null
  if (coding === null) return reply.send(body)
  reply.header('content-encoding', coding).header('vary', 'accept-encoding')
  return reply.send(await compress(body, coding, 'often'))
}
