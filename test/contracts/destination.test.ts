import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDestinations } from '#analytics/server/create-destinations.ts'
import { DestinationFailure } from '#analytics/server/destination.ts'
import type { Destination } from '#analytics/server/destination.ts'
import { OutgoingFailure } from '#platform/outgoing.ts'
import { parseSettings } from '../../src/app/config.ts'
import { startRecorders } from '../support/destination-recorders.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { adaptersOf } from './adapters.ts'

/** A destination of any kind, with the other side controlled by the test. */
interface TestDestination {
  readonly destination: Destination
  /** How many events the other side has; a repeated one that it knows counts once. */
  readonly received: () => number
  /** The next request is answered as if the server were down. */
  readonly breakNext: () => void
  readonly close: () => Promise<void>
}

const openOwn = (name: 'segment' | 'ga4' | 'meta') => async (): Promise<TestDestination> => {
  const recorders = await startRecorders()
  const { deps, close } = await openTestDeps('2031-01-06T15:00:00Z')
  const own = createDestinations(deps, parseSettings(recorders.environment).destinations)
  const destination = own.find((one) => one.name === name)
  if (!destination) throw new Error(`there is no ${name}`)
  return {
    destination,
    received: () => recorders[name].length,
    breakNext: () => recorders.breakNext(1),
    close: async () => {
      await close()
      await recorders.stop()
    },
  }
}

const adapters = await adaptersOf<() => Promise<TestDestination>>('destination', [
  { name: 'Segment', open: openOwn('segment') },
  { name: 'Google Analytics', open: openOwn('ga4') },
  { name: 'Meta', open: openOwn('meta') },
])

const delivery = (messageId: string) =>
  ({
    event: {
      messageId,
      type: 'track',
      name: 'Product Added',
      happenedAt: '2031-01-06T15:00:00Z',
      properties: {
        product_id: 'syn-wk',
        quantity: 1,
        price: 49.99,
        value: 49.99,
        currency: 'USD',
        path: '/',
      },
      visit: 'the-browser',
      accountId: null,
      email: null,
      hashes: null,
      campaign: null,
      click: 'fb.1.1735732800000.abc',
      place: null,
      browser: 'Mozilla/5.0',
      activeGroups: 'C0001,C0002,C0003,C0004,C0005',
    },
    accountId: null,
  }) as const

describe.each(adapters)('what every destination of events keeps to: $name', ({ open }) => {
  let opened: TestDestination
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  const now = Temporal.Instant.from('2031-01-06T15:00:05Z')

  test('the destination accepts as many events at once as it declares', async () => {
    const { destination, received } = opened
    const count = Math.min(destination.maxBatchSize, 50)
    expect(count).toBeGreaterThan(0)
    await destination.send(
      Array.from({ length: count }, (_, number) => delivery(`many-${number}`)),
      now,
    )
    expect(received()).toBe(count)
  })

  test('an unavailable server is reported as an error, and the same events can be sent again', async () => {
    const { destination, received, breakNext } = opened
    const before = received()
    breakNext()
    const failure: unknown = await destination
      .send([delivery('later')], now)
      .catch((thrown: unknown) => thrown)
    expect(
      failure instanceof OutgoingFailure || (failure instanceof DestinationFailure && failure.isTransient),
    ).toBe(true)
    await destination.send([delivery('later')], now)
    expect(received()).toBe(before + 1)
  })

  test('a destination with duplicate detection sends an id for each event', async () => {
    const { destination, received } = opened
    if (!destination.deduplicates || destination.name === 'meta') return
    await destination.send([delivery('twice')], now)
    const before = received()
    await destination.send([delivery('twice')], now)
    expect(received()).toBe(before)
  })
})
