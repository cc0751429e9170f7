import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing.ts'
import { assignedVariant } from '../rules/assignment.ts'
import { flagSetOf, FlagsFile } from '../rules/flags-file.ts'
import { anyVisitor, createShopProvider, openFlags } from './flag-providers.ts'

const known = {
  flags: { 'ape-cart': true, checkout: false },
  experiments: [
    {
      name: 'loyalty_new_user',
      variants: [
        { name: 'include', weight: 9 },
        { name: 'exclude', weight: 1 },
      ],
    },
  ],
}

const set = {
  ...flagSetOf(FlagsFile.parse(known), Temporal.Instant.from('2026-11-20T10:00:00Z')),
  versions: new Map<string, number>(),
  broken: [],
}
const reader = { current: () => Promise.resolve(set), read: () => Promise.resolve(set) }
const visitor = anyVisitor('US')
const member = (accountId: string) => ({ ...visitor, accountId })

const warnings: unknown[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields: object) => void warnings.push(fields),
  error: () => undefined,
}
const clock = { now: () => Temporal.Instant.from('2026-11-20T10:00:45Z') }
const deps = { outgoing: createOutgoing(), clock, log }

/** A flag service that speaks OFREP: everyone's flags in one answer, by who it is. */
const startService = async (status = 200) => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
      const flags = [
        { key: 'checkout', value: true, reason: 'STATIC', variant: 'on', metadata: {} },
        { key: 'ape-cart', errorCode: 'GENERAL', errorDetails: 'broken' },
        { key: 'loyalty_new_user', value: body.includes('mara') ? 'exclude' : 'gone', reason: 'SPLIT' },
        { key: 'unknown', value: true, reason: 'STATIC' },
      ]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ flags }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url, requests, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

test('without a flag service the shop decides, and each member keeps the variant of the hash', async () => {
  const source = await openFlags(deps, reader, null)
  expect(await source.flags(visitor)).toEqual(known.flags)
  const units = Array.from({ length: 50 }, (_, number) => `account-${number}`)
  for (const unit of units)
    expect(await source.variantsFor(member(unit))).toEqual({
      loyalty_new_user: assignedVariant(known.experiments[0] ?? { name: '', variants: [] }, unit),
    })
  expect(source.edition()).toBe(0)
})

test('a flag service decides the flags it knows, is asked once for all, and cannot add unknown ones', async () => {
  const service = await startService()
  const source = await openFlags(deps, reader, { url: service.url, token: 'a token' })
  expect(await source.flags(visitor)).toEqual({ 'ape-cart': true, checkout: true })
  expect(await source.variantsFor(member('mara'))).toEqual({ loyalty_new_user: 'exclude' })
  expect(await source.variantsFor(member('june'))).toEqual({
    loyalty_new_user: assignedVariant(known.experiments[0] ?? { name: '', variants: [] }, 'june'),
  })
  await source.flags(visitor)
  expect(service.requests).toEqual(
    ['visitor', 'mara', 'june'].map(
      (who) => `POST /ofrep/v1/evaluate/flags Bearer a token {"context":{"targetingKey":"${who}"}}`,
    ),
  )
  expect(source.edition()).toBe(Date.UTC(2026, 10, 20, 10, 0, 30) / 30_000)
  await service.stop()
})

test('when the flag service fails the shop decides, and the operator reads why', async () => {
  const service = await startService(500)
  const source = await openFlags(deps, reader, { url: service.url, token: null })
  expect(await source.flags(visitor)).toEqual(known.flags)
  expect(service.requests).toHaveLength(1)
  expect(warnings).toHaveLength(1)
  await service.stop()
})

test('an unknown flag has its default, and the operator gets one message', async () => {
  const unknown: string[] = []
  const provider = createShopProvider(reader.current, (name) => void unknown.push(name))
  for (const fallback of [true, false, true])
    expect((await provider.resolveBooleanEvaluation('gone', fallback, {}, log)).value).toBe(fallback)
  expect(unknown).toEqual(['gone'])
})
