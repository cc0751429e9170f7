import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'

interface SiteverifyRequest {
  readonly secret: string
  readonly response: string
  readonly idempotencyKey: string
}

/** How the server answers when it does not answer correctly. */
type Mood = 'honest' | 'broken' | 'hangs up'

const reply = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, ...codes: string[]): void =>
  reply(response, { success: false, 'error-codes': codes, messages: [] })

/**
 * A server that speaks Cloudflare's siteverify: form-encoded questions, a token good once, the same answer for the
 * same idempotency key, and its error codes.
 */
export const startSiteverify = async (secret: string) => {
  const requests: SiteverifyRequest[] = []
  const used = new Map<string, string>()
  let mood: Mood = 'honest'
  const answer = (
    response: ServerResponse,
    { secret: given, response: token, idempotencyKey }: SiteverifyRequest,
  ): void => {
    if (given !== secret) return refuse(response, 'invalid-input-secret')
    if (token === '') return refuse(response, 'missing-input-response')
    if (!token.startsWith('good-')) return refuse(response, 'invalid-input-response')
    const before = used.get(token)
    if (before !== undefined && (before !== idempotencyKey || idempotencyKey === ''))
      return refuse(response, 'timeout-or-duplicate')
    used.set(token, idempotencyKey)
    reply(response, {
      success: true,
      challenge_ts: '2026-11-20T10:00:00.000Z',
      hostname: 'shop.example',
      'error-codes': [],
      action: '',
      cdata: '',
    })
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      if (mood === 'hangs up') return request.socket.destroy()
      if (mood === 'broken') return response.writeHead(502).end('<html>bad gateway</html>')
      if (request.method !== 'POST' || request.url !== '/turnstile/v0/siteverify')
        return response.writeHead(404).end()
      const form = new URLSearchParams(body)
      const question = {
        secret: form.get('secret') ?? '',
        response: form.get('response') ?? '',
        idempotencyKey: form.get('idempotency_key') ?? '',
      }
      requests.push(question)
      answer(response, question)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    become: (next: Mood): void => {
      mood = next
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
