import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../support/test-deps.ts'

let shop: Awaited<ReturnType<typeof openTestDeps>>
const accountId = randomUUID()

beforeAll(async () => {
  shop = await openTestDeps()
  await sql`insert into account (id, email, created_at) values (${accountId}, 'mara@example.com', now())`.execute(
    shop.deps.database,
  )
})

afterAll(() => shop.close())

// Statements as processes of the release before send them while they run beside this one: without the columns that came since.

test('credit that it grants is in dollars, adds up, and is read by currency here', async () => {
  const { database } = shop.deps
  for (const cents of [500, 700])
    await sql`insert into member_credit (account_id, available_cents) values (${accountId}, ${cents})
      on conflict (account_id) do update
      set available_cents = member_credit.available_cents + excluded.available_cents`.execute(database)
  const { rows } = await sql`select available_cents, currency from credit_balance
    where account_id = ${accountId}`.execute(database)
  expect(rows).toEqual([{ available_cents: 1_200, currency: 'USD' }])
  const overspent = sql`update member_credit set available_cents = available_cents - 5000
    where account_id = ${accountId}`.execute(database)
  await expect(overspent).rejects.toThrow('check')
})

test('a charge that it opens has no account that entered the card, and counts by network alone', async () => {
  const { database } = shop.deps
  const request = JSON.stringify({ amountCents: 4_999 })
  await sql`insert into charge (id, idempotency_key, purpose, purpose_id, attempt, account_id, email, amount_cents, currency,
      processor, state, request, created_at, next_check_at, origin)
    values (gen_random_uuid(), 'a key', 'purchase', gen_random_uuid(), 1, ${accountId}, 'mara@example.com', 4999, 'USD',
      'sandbox', 'intended', ${request}, now(), now(), 'a network')`.execute(database)
  const { rows } = await sql`select entered_by from charge where idempotency_key = 'a key'`.execute(database)
  expect(rows).toEqual([{ entered_by: null }])
})
