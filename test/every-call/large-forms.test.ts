import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { maxPhotoBytes, maxPhotos, maxProblemFormBytes } from '#return/rules/problem-offer.ts'
import { openTestApi } from '../api/test-api.ts'

const api = await openTestApi(undefined, undefined, { TRUST_PROXY: '1' })
const origin = await api.fastify.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => api.close())

const boundary = '----WebKitFormBoundary0123456789abcdef'
const tooMuch = 'That’s too much to send at once.'
const fieldOf = (name: string, value: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A whole report about an order that does not exist. */
const report = {
  step: 'report',
  number: 'L000000000',
  email: 'nobody@example.com',
  request_id: 'a request',
  kind: 'damaged',
  wish: 'refund',
  details: 'Broken',
  'line-0': '1',
}
const head = Buffer.from(Object.entries(report).map(([name, value]) => fieldOf(name, value)).join('')) // prettier-ignore
const fileHead = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
)
const newLine = Buffer.from('\r\n')
const end = Buffer.from(`--${boundary}--\r\n`)

/** A form of a number of bytes: as many of the largest photos as it may have, and a field that nobody reads. */
const formOf = (bytes: number): Buffer => {
  const photo = Buffer.concat([fileHead, Buffer.alloc(maxPhotoBytes, 'a'), newLine])
  const free = bytes - head.length - end.length - fieldOf('unread', '').length
  const photos = Math.min(maxPhotos, Math.floor(free / photo.length))
  const unread = fieldOf('unread', 'a'.repeat(free - photos * photo.length))
  return Buffer.concat([head, ...Array.from({ length: photos }, () => photo), Buffer.from(unread), end])
}

const largest = formOf(maxProblemFormBytes)

interface Answer {
  readonly status: number | undefined
  readonly retryAfter: string | undefined
  readonly text: string
}

interface Sending {
  readonly request: ClientRequest
  readonly answer: Promise<Answer>
}

const answerOf = async (request: ClientRequest): Promise<Answer> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  const retryAfter = response.headers['retry-after']
  return { status: response.statusCode, retryAfter, text: await readAll(response) }
}

/** Opens a form from a network, of a length; without one it is sent in chunks. */
const open = (from: string, bytes: number | null): Sending => {
  const request = openRequest(`${origin}/problem`, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      origin: api.shop.url,
      host: new URL(api.shop.url).host,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': from,
      ...(bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
    },
  })
  request.flushHeaders()
  return { request, answer: answerOf(request) }
}

const send = async (from: string, form: Buffer, isStated = true): Promise<Answer> => {
  const { request, answer } = open(from, isStated ? form.length : null)
  request.end(form)
  return answer
}

test.each([
  ['that says its length', true],
  ['in chunks', false],
])(
  'a form %s is accepted up to its limit, and a larger form gets an error page after all of it was sent',
  async (_, isStated) => {
    const from = isStated ? '198.51.100.1' : '198.51.100.2'
    expect(await send(from, largest, isStated)).toMatchObject({ status: 404 })
    for (const bytes of [maxProblemFormBytes + 1, 2 * maxProblemFormBytes]) {
      const { request, answer } = open(from, isStated ? bytes : null)
      request.end(formOf(bytes))
      // Browsers do not show the answer of a connection that ends while they send.
      const [{ status, text }] = await Promise.all([answer, once(request, 'finish')])
      expect(status).toBe(413)
      expect(text).toContain(tooMuch)
    }
  },
)

test('all other forms have the small limit', async () => {
  const { statusCode } = await api.inject({
    method: 'POST',
    url: '/return',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formOf(200_000).toString(),
  })
  expect(statusCode).toBe(413)
})

test('requests of a network are counted before their bodies are read', async () => {
  const from = '198.51.100.3'
  for (let n = 0; n < 20; n += 1) await send(from, formOf(2_000))
  const { request, answer } = open(from, maxProblemFormBytes)
  const { status, retryAfter } = await answer
  expect([status, Number(retryAfter) > 0]).toEqual([429, true])
  request.destroy()
})

setFlagsFromString('--expose-gc')
const collectGarbage = z.function({ input: [], output: z.void() }).parse(runInNewContext('gc'))

/** Bytes in buffers that somebody still holds. */
const heldBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const write = (request: ClientRequest, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => void request.write(bytes, () => resolve()))

test('of twenty large forms in parallel four are held in memory, and the others are refused with a retry time', async () => {
  const before = heldBytes()
  const sendings = Array.from({ length: 20 }, (_, n) => open(`203.0.113.${n}`, largest.length))
  // Whatever fails: what is open would keep the server from closing.
  onTestFinished(() => sendings.forEach(({ request }) => request.destroy()))
  const refused: Answer[] = []
  const taken = new Set(sendings)
  const sixteenRefused = new Promise<void>((resolve) => {
    for (const sending of sendings)
      void sending.answer.then((answer) => {
        if (answer.status !== 503) return
        taken.delete(sending)
        if (refused.push(answer) === 16) resolve()
      })
  })
  // Everything but the last byte of each: none can be finished.
  await Promise.all(sendings.map(({ request }) => write(request, largest.subarray(0, -1))))
  await sixteenRefused
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  // Another thread gives back what the collector found, when it gets to it.
  await expect.poll(() => heldBytes() - before, { timeout: 60_000 }).toBeLessThan(5 * largest.length)
  for (const { request } of sendings) request.end(largest.subarray(-1))
  const answers = await Promise.all([...taken].map(({ answer }) => answer))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await send('203.0.113.99', largest)).toMatchObject({ status: 404 })
})

test('one network uses at most two upload places, and an aborted upload frees its place', async () => {
  const from = '198.51.100.4'
  const [one, two] = [open(from, largest.length), open(from, largest.length)]
  const third = open(from, largest.length)
  expect(await Promise.race([one, two, third].map(({ answer }) => answer))).toMatchObject({ status: 503 })
  for (const { request, answer } of [one, two, third]) {
    answer.catch(() => undefined)
    request.destroy()
  }
  const small = await send(from, formOf(2_000))
  expect(small.status).toBe(404)
})
