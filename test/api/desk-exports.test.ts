import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeExport } from '#desk/server/write-export.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const { deps } = api.opened

beforeAll(async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
})

const sam = await joinDesk(api, 'support', 'sam')
const rita = await joinDesk(api, 'read-only', 'rita')
const owner = await joinDesk(api, 'owner', 'olive')

const linesIn = (body: string): string[] => body.trimEnd().split('\r\n')

/** A file that is written. */
const written = async (person: DeskPerson, list: object): Promise<string> => {
  const answer = await person.post('/api/desk/orders/exports/', { request_id: deps.ids.uuid(), list })
  expect(answer.statusCode, answer.body).toBe(200)
  await shop.settled()
  return answer.json().id
}

const view = async (person: DeskPerson, id: string) => {
  const answer = await person.get(`/api/desk/orders/exports/${id}/`)
  return answer.statusCode === 200 ? answer.json() : answer.statusCode
}

const fileOf = (person: DeskPerson, id: string) => person.get(`/desk/orders/exports/${id}/orders.csv`)

const setRole = (role: string) => sql`update staff set role = ${role} where email = ${sam.email}`.execute(db)

test('an export opens only for the person who requested it, and only while the role allows it', async () => {
  const id = await written(sam, { filter: { q: 'L' } })
  expect(await view(sam, id)).toMatchObject({ state: 'ready', orders: 1 })
  expect((await fileOf(sam, id)).statusCode).toBe(200)
  for (const other of [owner, rita])
    expect([await view(other, id), (await fileOf(other, id)).statusCode]).toEqual([404, 404])
  // A role without names gets no file with names, not even its own.
  await setRole('read-only')
  expect([await view(sam, id), (await fileOf(sam, id)).statusCode]).toEqual([404, 404])
  expect((await sam.get('/api/desk/orders/exports/')).json()).toEqual({ exports: [] })
  await setRole('support')
  expect((await fileOf(sam, id)).statusCode).toBe(200)
})

test('an export job of a person who lost the right writes no file', async () => {
  const id = await written(sam, { filter: {} })
  await sql`update desk_export set finished_at = null, parts = 0, orders = 0 where id = ${id}`.execute(db)
  await setRole('read-only')
  await writeExport(deps, id)
  await setRole('support')
  expect(await view(sam, id)).toMatchObject({
    state: 'failed',
    failure: 'Who asked for it may not have it any more.',
  })
  expect((await fileOf(sam, id)).statusCode).toBe(404)
  const { rows } = await sql`select from desk_export_part where export_id = ${id}`.execute(db)
  expect(rows).toHaveLength(0)
})

test('a role without names gets an export without names, and cannot filter by email', async () => {
  const id = await written(rita, { filter: {}, cols: 'member,email,place' })
  const [, first = ''] = linesIn((await fileOf(rita, id)).body)
  expect(first).toMatch(/^L\w+,,,[A-Z]{2},$/)
  const requested = { request_id: deps.ids.uuid(), list: { filter: { q: 'june@' } } }
  expect((await rita.post('/api/desk/orders/exports/', requested)).statusCode).toBe(400)
})

test('an export link expires after 24 hours, and then the file is deleted', async () => {
  const id = await written(sam, { filter: {} })
  // Sessions end earlier than links.
  const download = async () => {
    const { email, ...person } = await joinDesk(api, 'support', 'sam')
    await sql`update desk_export set staff_id = (select id from staff where email = ${email}) where id = ${id}`.execute(
      db,
    )
    return (await person.get(`/desk/orders/exports/${id}/orders.csv`)).statusCode
  }
  await shop.advanceSeconds(23 * 3_600)
  expect(await download()).toBe(200)
  await shop.advanceSeconds(3_600)
  expect(await download()).toBe(404)
  await shop.travelDays(2)
  for (const table of ['desk_export', 'desk_export_part']) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
    expect([table, rows[0]?.n]).toEqual([table, 0])
  }
})
