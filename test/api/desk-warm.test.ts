import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRoutes } from '#app/api-routes.ts'
import { warmDesk } from '#app/warm-desk.ts'
import { countStatements } from '../../bench/statement-count.ts'
import { openBuild } from '../../src/web/rendering/built-pages.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { opened, shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

const source = await openBuild(opened.buildFolder)
const routes = createRoutes(opened)

/** The statements that preparing the desk sends about views of the desk, and about who is signed in. */
const sentByWarming = async (): Promise<readonly string[]> => {
  takeCounts()
  await warmDesk(opened, source, routes)
  return Object.keys(takeCounts().texts).filter((text) => /desk_|staff_session/.test(text))
}

const traces = async () =>
  (
    await sql<{ entries: number; seen: string }>`
      select (select count(*)::int from audit_entry) as entries, (select max(last_seen_at)::text from staff_session) as seen`.execute(
      shop.app.database.kysely,
    )
  ).rows[0]

test('after a start nothing of the desk is prepared while nobody is signed in at it', async () => {
  expect(await sentByWarming()).toEqual([expect.stringContaining('staff_session_person')])
})

test('after a start the first pages of the desk are prepared for who used it last, without a trace in the log or the session', async () => {
  await joinDesk(api, 'owner', 'olive')
  const before = await traces()
  const sent = await sentByWarming()
  for (const view of ['desk_work', 'desk_order'])
    expect(sent.filter((text) => text.includes(view)).length).toBeGreaterThan(0)
  expect(await traces()).toEqual(before)
  expect(api.logged.filter((line) => line.includes('could not be prepared'))).toEqual([])
})

test('for somebody who may not open a page the desk is prepared without an error', async () => {
  await joinDesk(api, 'marketing', 'mira')
  await sentByWarming()
  expect(api.logged.filter((line) => line.includes('could not be prepared'))).toEqual([])
})

test('nothing is prepared for a person who signed out or left', async () => {
  await shop.app.database.kysely
    .updateTable('staff_session')
    .set({ ended_at: sql<string>`last_seen_at` })
    .execute()
  expect(await sentByWarming()).toEqual([expect.stringContaining('staff_session_person')])
})
