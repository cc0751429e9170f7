import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGuestAccount } from '#account/server/accounts.ts'
import { openDeliveries, deliverBatch } from '#analytics/server/deliveries.ts'
import { recordEvents } from '#analytics/server/record-events.ts'
import { createDestinations } from '#analytics/server/create-destinations.ts'
import { report, reportEvents } from '#analytics/server/report-events.ts'
import type { TrackedEvent } from '#analytics/rules/destinations.ts'
import { createConsentHandlers } from '#consent/server/consents.ts'
import type { DomainEvent } from '#shared/domain-events.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { parseSettings } from '../../src/app/config.ts'
import { visitorContext } from '../support/request-context.ts'
import { startRecorders } from '../support/destination-recorders.ts'
import { everyChoice, expectedOfReport, placesOf } from '../support/expected-event-fields.ts'
import { openTestDeps } from '../support/test-deps.ts'

let recorders: Awaited<ReturnType<typeof startRecorders>>
let opened: Awaited<ReturnType<typeof openTestDeps>>
let events: DomainEvent[] = []

beforeAll(async () => {
  recorders = await startRecorders()
  opened = await openTestDeps('2031-01-06T15:00:00Z')
})

beforeEach(() => {
  events = []
})

afterAll(async () => {
  await opened.close()
  await recorders.stop()
})

const servicesFor = (environment: Readonly<Record<string, string>>) => {
  const handleEvents: AppDeps['handleEvents'] = async (_tx, published) => void events.push(...published)
  const deps = { ...opened.deps, handleEvents }
  return { deps, destinations: createDestinations(deps, parseSettings(environment).destinations) }
}

const eventNamed = (messageId: string): TrackedEvent => ({
  messageId,
  type: 'track',
  name: 'Cart Viewed',
  happenedAt: '2031-01-06T15:00:00Z',
  properties: { value: 49.99, currency: 'USD' },
  visit: 'the-browser',
  accountId: null,
  email: null,
  hashes: null,
  campaign: null,
  click: null,
  place: null,
  browser: null,
  activeGroups: 'C0001,C0002',
})

const origin = { source: 'browser', visitId: null } as const

/** Writes the deliveries of one event; returns the batches, for one destination each. */
const storeEvent = async (services: ReturnType<typeof servicesFor>, messageId: string): Promise<string[]> => {
  await inTransaction(services.deps, (tx) =>
    recordEvents(tx, services.destinations, [{ event: eventNamed(messageId) }], origin),
  )
  return events.flatMap((published) => (published.kind === 'events-to-deliver' ? [published.batchId] : []))
}

const segmentOnly = () => {
  const { SEGMENT_WRITE_KEY, SEGMENT_API_BASE } = recorders.environment
  return servicesFor({ SEGMENT_WRITE_KEY, SEGMENT_API_BASE })
}

const ga4Only = (base = recorders.environment.GA4_API_BASE) =>
  servicesFor({ GA4_MEASUREMENT_ID: 'G-TEST', GA4_API_SECRET: 'secret', GA4_API_BASE: base })

const dead = async (name: string): Promise<number> => {
  const rows = await openDeliveries(opened.deps.database)
  return rows.find(({ destination, state }) => destination === name && state === 'failed')?.count ?? 0
}

test('an unavailable destination is retried ten times, then given up and counted', async () => {
  const services = segmentOnly()
  const [batchId = ''] = await storeEvent(services, 'unlucky')
  recorders.breakNext(11)
  for (let attempt = 1; attempt <= 10; attempt += 1)
    await expect(deliverBatch(services, batchId)).rejects.toThrow('503')
  expect(await dead('segment')).toBe(0)
  await deliverBatch(services, batchId)
  expect(await dead('segment')).toBe(1)
  await deliverBatch(services, batchId)
  expect([recorders.segment, await dead('segment')]).toEqual([[], 1])
})

test('a delivered event is not delivered again when it is recorded or sent again', async () => {
  const services = segmentOnly()
  const [batchId = ''] = await storeEvent(services, 'twice')
  recorders.breakNext(1)
  await expect(deliverBatch(services, batchId)).rejects.toThrow('503')
  await deliverBatch(services, batchId)
  await deliverBatch(services, batchId)
  expect(await storeEvent(services, 'twice')).toEqual([batchId])
  expect(recorders.segment.map(({ messageId }) => messageId)).toEqual(['twice'])
})

test('a destination without duplicate detection gets no retry after an attempt without an answer', async () => {
  // Ends the process between the request and its outcome: the batch stays claimed.
  const crashing = ga4Only()
  const [batchId = ''] = await storeEvent(crashing, 'crashed')
  await opened.database.kysely
    .updateTable('analytics_delivery')
    .set({ state: 'sending', attempts: 1 })
    .where('batch_id', '=', batchId)
    .execute()
  await deliverBatch(crashing, batchId)
  expect([recorders.ga4, await dead('ga4')]).toEqual([[], 1])
  // Nobody answers at this address, so nothing can have arrived: that is tried again.
  const gone = await startRecorders()
  await gone.stop()
  const nobody = ga4Only(gone.environment.GA4_API_BASE)
  const [next = ''] = await storeEvent(nobody, 'refused').then((ids) => ids.slice(-1))
  await expect(deliverBatch(nobody, next)).rejects.toThrow('refused')
  await deliverBatch(ga4Only(), next)
  expect(recorders.ga4).toHaveLength(1)
})

test('an event that a destination refuses permanently, or that no destination accepts any more, is given up at once', async () => {
  const wrong = servicesFor({
    SEGMENT_WRITE_KEY: 'another',
    SEGMENT_API_BASE: recorders.environment.SEGMENT_API_BASE,
  })
  const before = await dead('segment')
  const [refused = ''] = await storeEvent(wrong, 'refused-for-good')
  await deliverBatch(wrong, refused)
  const off = segmentOnly()
  const [, left = ''] = await storeEvent(off, 'switched-off')
  await deliverBatch(servicesFor({}), left)
  expect(await dead('segment')).toBe(before + 2)
})

/** A member who chose, and of whom the server reports two orders; the account's id. */
const reportOf = async (services: ReturnType<typeof servicesFor>, choice: (typeof everyChoice)[number]) => {
  const { visit, groups, signal } = choice
  const email = `${visit}@example.com`
  const { accountId } = await inTransaction(services.deps, (tx) =>
    openGuestAccount(tx, { email, firstName: 'Mara', lastName: 'Ito', phone: '' }),
  )
  const member = { kind: 'member', accountId, email, sessionId: '' } as const
  await createConsentHandlers(services.deps, []).setConsent(
    { ...visitorContext(), actor: member, privacySignal: signal },
    { groups: Object.fromEntries(groups.map((name) => [name, true])), page: '/' },
  )
  const orderOf = (sku: string, at: number) =>
    report('Order Completed', `${visit}-${at}`, { order_id: 'L1', total: 49.99, products: [{ sku }] })
  const reports = ['syn-rf', 'vs-rf'].map(orderOf)
  await reportEvents(services, accountId, '2031-01-06T15:00:00Z', reports)
  return accountId
}

test('under each of the 32 consent choices of a member, with and without Global Privacy Control, events have exactly the allowed fields', async () => {
  const services = servicesFor(recorders.environment)
  for (const choice of everyChoice) {
    events = []
    const accountId = await reportOf(services, choice)
    for (const published of events)
      if (published.kind === 'events-to-deliver') await deliverBatch(services, published.batchId)
    const segment = recorders.segment.filter(({ userId }) => userId === accountId)
    const google = recorders.ga4.filter(({ user_id: id }) => id === accountId)
    const meta = recorders.meta.filter(({ event_id: id }) => id.startsWith(`${choice.visit}-`))
    expect(
      {
        segment: placesOf(segment.find(({ messageId }) => messageId.endsWith('-0'))).toSorted(),
        google: placesOf(google[0]).toSorted(),
        meta: placesOf(meta[0]).toSorted(),
        counts: [segment.length, google.length, meta.length],
      },
      JSON.stringify(choice),
    ).toEqual(expectedOfReport(choice))
  }
  expect(recorders.faults).toEqual([])
  expect(JSON.stringify([recorders.segment, recorders.ga4, recorders.meta])).not.toContain('@example.com')
})
