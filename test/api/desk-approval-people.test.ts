import { afterAll, expect, test } from 'vitest'
import { viewDeskEntry } from '#desk/catalogue-endpoints.ts'
import { changeRole, endStaff, inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { untilDoneOrBlocked } from '../support/database-locks.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())
const { deps } = api.opened
const { kysely: db } = api.shop.app.database

const by = { actor: 'operator', requestId: 'test' } as const
const path = '/api/desk/catalogue/entries/syn-wk'

const idOf = async ({ email }: DeskPerson): Promise<string> =>
  (await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Asks for another name of the kit; the id of the request. */
const ask = async (person: DeskPerson, name: string): Promise<string> => {
  const { values, versions } = viewDeskEntry.reply.parse((await person.get(`${path}/`)).json())
  const sent = {
    base: versions[0]?.number ?? 0,
    values: values.map((one) => (one.field === 'name' ? { ...one, value: name } : one)),
    reason: 'For the autumn',
    request_id: deps.ids.uuid(),
  }
  return (await person.post(`${path}/request/`, sent)).json().id
}

const decide = (person: DeskPerson, id: string, decision: string) =>
  person.post(`/api/desk/approvals/${id}/decide/`, { decision, note: 'seen' })

const stateOf = async (id: string): Promise<string> =>
  (await db.selectFrom('desk_approval').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const end = async (person: DeskPerson): Promise<void> => {
  const id = await idOf(person)
  await inTransaction(deps, (tx) => endStaff(tx, by, id))
}

test('what a person asked for who has left the team since can be refused, but not approved', async () => {
  const mira = await joinDesk(api, 'marketing', 'mira')
  const id = await ask(mira, 'Autumn Synbiotic')
  await end(mira)
  const omar = await joinDesk(api, 'operations', 'omar')
  const left = 'mira, who asked for it, has left the team since.'
  expect((await omar.get(`/api/desk/approvals/${id}/`)).json().refusal).toContain(left)
  await omar.confirm(`approve ${id}`)
  const approved = await decide(omar, id, 'approve')
  expect([approved.statusCode, approved.json().detail]).toEqual([409, expect.stringContaining(left)])
  expect((await decide(omar, id, 'refuse')).statusCode).toBe(200)
  expect(await stateOf(id)).toBe('refused')
})

test('a person who asked, left and came back does not approve their own request, and another one does', async () => {
  const mira = await joinDesk(api, 'operations', 'mia')
  const id = await ask(mira, 'Winter Synbiotic')
  await end(mira)
  await inTransaction(deps, (tx) => inviteStaff(tx, by, { email: mira.email, role: 'operations' }))
  const omar = await joinDesk(api, 'operations', 'ola')
  await omar.confirm(`approve ${id}`)
  expect((await decide(omar, id, 'approve')).statusCode).toBe(200)
})

test('a role that was taken away after the passkey was used does not decide with it', async () => {
  const [mira, omar] = [await joinDesk(api, 'marketing', 'mona'), await joinDesk(api, 'operations', 'oda')]
  const id = await ask(mira, 'Spring Synbiotic')
  await omar.confirm(`approve ${id}`)
  const omarId = await idOf(omar)
  await inTransaction(deps, (tx) => changeRole(tx, by, omarId, 'read-only'))
  expect((await decide(omar, id, 'approve')).statusCode).toBe(401)
  expect(await stateOf(id)).toBe('open')
})

test.each(['approve', 'refuse'] as const)(
  'a person who is removed at the same moment does not %s a request any more',
  async (decision) => {
    const [mira, omar] = [await joinDesk(api, 'marketing', 'mel'), await joinDesk(api, 'operations', 'oto')]
    const id = await ask(mira, `Summer Synbiotic, ${decision}`)
    await omar.confirm(`approve ${id}`)
    const omarId = await idOf(omar)
    let sent: ReturnType<typeof decide> | undefined
    await inTransaction(deps, async (tx) => {
      await endStaff(tx, by, omarId)
      let isDone = false
      sent = decide(omar, id, decision).finally(() => {
        isDone = true
      })
      await untilDoneOrBlocked(db, async () => isDone, 1)
    })
    expect((await sent)?.statusCode).toBe(401)
    expect(await stateOf(id)).toBe('open')
  },
)
