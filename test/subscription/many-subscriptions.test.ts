import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectUnpaidCases } from '#subscription/dunning/server/dunning-store.ts'
import { selectUndone } from '#subscription/record/server/subscription-change-store.ts'
import { selectRemainingOrders } from '#subscription/record/server/subscription-queries.ts'
import { selectBilledWithOwnItem, selectNumbersInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { openTestDeps } from '../support/test-deps.ts'

let app: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  app = await openTestDeps('2026-11-20T10:00:00Z')
})

afterAll(() => app.close())

// PostgreSQL takes 65,535 parameters in a statement; a shop with a million subscriptions can have that many waiting for a card.
test('the data check covers more subscriptions than a statement can have parameters', async () => {
  const ids = Array.from({ length: 66_000 }, () => randomUUID())
  const { database } = app.deps
  expect(await selectUnpaidCases(database, ids)).toEqual(new Map())
  expect(await selectNumbersInFlight(database, ids)).toEqual(new Map())
  expect(await selectUndone(database, ids)).toEqual(new Set())
  expect(await selectBilledWithOwnItem(database, ids)).toEqual([])
  expect(await selectRemainingOrders(database, ids)).toEqual([])
})
