import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Provider } from '@openfeature/server-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOfrepProvider, createShopProvider } from '#experiment/server/flag-providers.ts'
import { flagSetOf, FlagsFile } from '#experiment/rules/flags-file.ts'
import type { WrittenFlags } from '#experiment/rules/flags-file.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { adaptersOf } from './adapters.ts'

const known: WrittenFlags = {
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

/** A provider of OpenFeature that has the flags and the experiment of the file, with any values of the same kind. */
interface TestProvider {
  readonly provider: Provider
  /** Its service does not answer any more. */
  readonly breakService: () => Promise<void>
  readonly close: () => Promise<void>
}

const nothing = () => Promise.resolve()

const set = flagSetOf(FlagsFile.parse(known), Temporal.Instant.from('2031-01-06T10:00:00Z'))

const openShopProvider = async (): Promise<TestProvider> => ({
  provider: createShopProvider(
    () => Promise.resolve(set),
    () => undefined,
  ),
  breakService: nothing,
  close: nothing,
})

const openOfrep = async (): Promise<TestProvider> => {
  const server = createServer((_request, response) => {
    const flags = [
      { key: 'ape-cart', value: true },
      { key: 'checkout', value: true },
      { key: 'loyalty_new_user', value: 'exclude' },
    ]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ flags }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const settings = { url: `http://127.0.0.1:${port}`, token: null }
  return {
    provider: createOfrepProvider(createOutgoing(), settings, () => undefined),
    breakService: close,
    close,
  }
}

const adapters = await adaptersOf<(flags: WrittenFlags) => Promise<TestProvider>>('flags', [
  { name: 'the shop', open: openShopProvider },
  { name: 'OFREP', open: openOfrep },
])

const log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined }

describe.each(adapters)('what every provider of flags keeps to: $name', ({ open }) => {
  let opened: TestProvider
  beforeAll(async () => {
    opened = await open(known)
  })
  afterAll(() => opened.close())

  const flag = async (name: string, fallback: boolean, context = {}) =>
    (await opened.provider.resolveBooleanEvaluation(name, fallback, context, log)).value
  const variant = async (targetingKey: string) =>
    (await opened.provider.resolveStringEvaluation('loyalty_new_user', 'none', { targetingKey }, log)).value

  test('a flag is true or false, with and without a member', async () => {
    for (const name of ['ape-cart', 'checkout'])
      for (const context of [{}, { targetingKey: 'account-1' }])
        expect(typeof (await flag(name, false, context))).toBe('boolean')
  })

  test('a member keeps the same variant of an experiment', async () => {
    for (const who of ['account-1', 'account-2', 'account-3']) {
      const first = await variant(who)
      expect(['include', 'exclude']).toContain(first)
      expect(await variant(who)).toBe(first)
    }
  })

  test('an unknown flag, or one of another type, has the shop’s value', async () => {
    for (const fallback of [true, false]) {
      expect(await flag('no such flag', fallback)).toBe(fallback)
      expect(await flag('toString', fallback)).toBe(fallback)
      expect(await flag('loyalty_new_user', fallback, { targetingKey: 'account-1' })).toBe(fallback)
    }
  })

  test('an unavailable service gives the shop’s values, or the last ones, quickly and without an error', async () => {
    await opened.breakService()
    expect(typeof (await flag('checkout', true, { targetingKey: 'somebody new' }))).toBe('boolean')
  })
})
