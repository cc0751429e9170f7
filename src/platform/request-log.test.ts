import { expect, test } from 'vitest'
import { createRequestLog } from './request-log.ts'
import type { AnsweredRequest } from './request-log.ts'

const request: AnsweredRequest = {
  method: 'GET',
  route: '/account/orders/:number',
  status: 200,
  ms: 12.345,
  requestId: '0d6c1b3e-9c1a-4f5e-8a45-0a2b3c4d5e6f',
  actor: 'member',
}

const recorded = (level: Parameters<typeof createRequestLog>[0]) => {
  const writes: string[] = []
  return { writes, log: createRequestLog(level, (text) => void writes.push(text)) }
}

test('a request line is JSON in the format of every other line', () => {
  const { writes, log } = recorded('info')
  log.add(request)
  log.flush()
  expect(writes).toHaveLength(1)
  const line: unknown = JSON.parse(writes[0] ?? '')
  expect(line).toEqual({ ...request, ms: 12.3, level: 30, msg: 'request', time: expect.stringMatching(/Z$/) })
  expect(writes[0]).toMatch(/^\{"level":30,"time":"[^\n]+\}\n$/)
})

test('lines are written in batches that fit a pipe, each once and in order', () => {
  const { writes, log } = recorded('info')
  for (let status = 200; status < 400; status += 1) log.add({ ...request, status })
  log.flush()
  log.flush()
  expect(writes.length).toBeGreaterThan(5)
  expect(writes.length).toBeLessThan(40)
  for (const text of writes) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
    expect(text.endsWith('\n')).toBe(true)
  }
  const statuses = writes.join('').trimEnd().split('\n')
  expect(statuses.map((line) => JSON.parse(line).status)).toEqual(
    Array.from({ length: 200 }, (_none, at) => 200 + at),
  )
})

test.each(['warn', 'error', 'silent'] as const)('at the level %s no request line is written', (level) => {
  const { writes, log } = recorded(level)
  log.add(request)
  log.flush()
  expect(writes).toEqual([])
})
