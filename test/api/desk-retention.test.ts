import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { places } from '../support/places.ts'
import { placesOf } from './database-contents.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

const remembered = async () => ({
  sessions: await count('staff_session'),
  links: await count('staff_link'),
  confirmations: await count('staff_step_up'),
})

test('staff sessions and links are deleted after their retention periods; people, passkeys and the log stay', async () => {
  const owner = await joinDesk(api, 'owner')
  // Confirmed and never done, so that something hangs on the session.
  await owner.confirm('own passkey link')
  const by = { actor: 'operator', requestId: 'test' } as const
  await inTransaction(api.opened.deps, (tx) =>
    inviteStaff(tx, by, { email: 'never-came@staff.example', role: 'support' }),
  )
  const before = { people: await count('staff'), passkeys: await count('staff_passkey') }
  const log = await count('audit_entry')
  expect(await remembered()).toEqual({ sessions: 1, links: 2, confirmations: 1 })
  await shop.travelDays(29)
  expect(await remembered()).toMatchObject({ sessions: 1, links: 2 })
  await shop.travelDays(3)
  expect(await remembered()).toEqual({ sessions: 0, links: 0, confirmations: 0 })
  expect({ people: await count('staff'), passkeys: await count('staff_passkey') }).toEqual(before)
  expect(await count('audit_entry')).toBe(log)
})

test('tracking number files are deleted after their retention period, and running imports are kept', async () => {
  const at = `${await shop.today()}T12:00:00Z`
  const add = (id: string, started: boolean) => {
    return sql`insert into desk_tracking_import (id, staff_id, file_name, rows, uploaded_at, started_at)
      values (${id}, ${id}, 'ups.csv', '[]', ${at}, ${started ? at : null})`.execute(db)
  }
  const [read, runs] = [shop.app.deps.ids.uuid(), shop.app.deps.ids.uuid()]
  await add(read, false)
  await add(runs, true)
  await shop.travelDays(89)
  expect(await count('desk_tracking_import')).toBe(2)
  await shop.travelDays(3)
  const { rows } = await sql<{ id: string }>`select id from desk_tracking_import`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual([runs])
})

test('staff texts about a deleted member’s orders, and the buyer of an unconfirmed order, are erased', async () => {
  const person = { ...places.oregon, lastName: 'Quillfeather' }
  const buyer = shop.visitor()
  const buy = async (visitor: typeof buyer) => {
    await visitor.add('vs-rst')
    await visitor.checkout({ email: buyer.email, but: { address: person } })
  }
  await buy(buyer)
  const member = await shop.asMember(buyer)
  await shop.travelDays(1)
  await buy(shop.visitor())
  const said = 'Quillfeather asked for it'
  await sql`insert into order_hold (id, order_id, cause, cause_id, reason, placed_at, released_at, release_reason)
    select gen_random_uuid(), id, 'operator', id, ${said}, placed_at, placed_at, ${said} from "order"`.execute(
    db,
  )
  await sql`insert into order_problem (id, number, order_id, account_id, request_id, kind, wish, details, state, note, reported_at, resolved_at)
    select id, number || '-P1', id, account_id, 'staff', 'damaged', 'refund', ${said}, 'declined', ${said}, placed_at, placed_at
    from "order"`.execute(db)
  await sql`insert into refund (id, request_key, order_id, account_id, amount_cents, credit_cents, currency, reason, state, note, requested_at, settled_at)
    select id, id, id, account_id, 0, 100, 'USD', 'goodwill', 'refunded', ${said}, placed_at, placed_at from "order"`.execute(
    db,
  )
  const sam = await joinDesk(api, 'support')
  const query = String(new URLSearchParams({ state: 'to-ship', q: member.email }))
  await sam.post('/api/desk/views/', { name: 'Theirs', query, is_shared: true })
  await sam.post('/api/desk/orders/tags/', { tag: 'quillfeather', action: 'add', filter: {} })
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
  await shop.settled()
  await shop.travelDays(1)
  expect(await placesOf(db, ['quillfeather', member.email, encodeURIComponent(member.email)])).toEqual([
    'invoice.content',
    'invoice.email',
    'order.email',
    'order.ship_to',
  ])
})
