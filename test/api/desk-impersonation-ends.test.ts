import { afterAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { signOutEverywhere } from '#account/settings-endpoints.ts'
import { allowWrites, endImpersonation } from '#agent/endpoints.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { fingerprint } from './database-contents.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { deskVisits } from './desk-impersonation.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const json = { 'content-type': 'application/json' }
const { send, visit, seenBy, memberWithId } = deskVisits(api)
const owner = await joinDesk(api, 'owner')

const teamPath = async (person: DeskPerson): Promise<{ readonly id: string; readonly path: string }> => {
  const { people } = (await owner.get('/api/desk/team/')).json()
  const { id } = people.find(({ email }: { email: string }) => email === person.email)
  return { id, path: `/api/desk/team/${id}/` }
}

const byOwner = (method: string, url: string, payload: object = {}) =>
  api.inject({ method, url, headers: { ...json, cookie: owner.cookie }, body: JSON.stringify(payload) })

type End = (
  person: DeskPerson,
  cookie: string,
  member: Awaited<ReturnType<typeof memberWithId>>,
) => Promise<unknown>

/** Each with whether the end is stored, so that the member reads when it was. */
const ends: readonly (readonly [what: string, isStored: boolean, end: End])[] = [
  ['the button of the banner', true, (_person, cookie) => send(endImpersonation, cookie)],
  ['signing out of the shop', true, (_, cookie) => api.inject({ method: 'GET', url: '/api/auth/logout', headers: { cookie } })],
  ['signing out of the desk', true, (person) => person.post('/api/desk/sign-out/', {})],
  ['an operator who signs the person out', true, (person) => runShopCommand(shop, 'staff', 'sign-out', person.email)],
  ['its time', false, () => db.updateTable('impersonation').set({ ends_at: '2020-01-05T00:00:00Z' }).where('ended_at', 'is', null).execute()],
  ['the end of the desk session', false, (person) => db.updateTable('staff_session').set({ expires_at: '2020-01-05T00:00:00Z' }).where('staff_id', '=', db.selectFrom('staff').select('id').where('email', '=', person.email)).execute()],
  ['a removal of the person', true, async (person) => {
    const { id, path } = await teamPath(person)
    await owner.confirm(`end ${id}`)
    expect((await byOwner('DELETE', path)).statusCode).toBe(200)
  }],
  ['another role', true, async (person) => {
    const { id, path } = await teamPath(person)
    await owner.confirm(`role of ${id} to finance`)
    expect((await byOwner('PUT', `${path}role/`, { role: 'finance' })).statusCode).toBe(200)
  }],
  ['a role that was taken in the database alone', false, (person) => db.updateTable('staff').set({ role: 'finance' }).where('email', '=', person.email).execute()],
  ['the member, who signs out everywhere', true, async (_person, _cookie, member) => {
    await member.signIn()
    await member.client.call(signOutEverywhere, {})
  }],
  ['an operator who signs the member out', true, (_person, _cookie, member) => runShopCommand(shop, 'sign-out', member.email)],
  ['a deletion of the account', true, async (_person, _cookie, member) => {
    for (const { id } of await member.subscriptions()) await member.client.call(cancelSubscription, { id })
    await member.prove()
    await member.client.call(deleteAccount, { email: member.email })
  }],
  // The last one: nobody is signed in afterwards.
  ['an operator who signs everybody out', true, () => runShopCommand(shop, 'sign-out', '--everybody')],
] // prettier-ignore

describe.each(ends)('%s ends an impersonation session', (what, isStored, end) => {
  test('at once, for reading and for writing', async () => {
    const person = await joinDesk(api, 'support', 'leaving')
    const member = await memberWithId()
    const { cookie } = await visit(person, 'writes', member.id)
    expect(await seenBy(cookie)).toBe(member.email)
    await end(person, cookie, member)
    expect(await seenBy(cookie)).toBeNull()
    const before = await fingerprint(db)
    expect((await send(allowWrites, cookie, { intent: 'once more' })).json().code).toBe('UNAUTHENTICATED')
    const address = await api.inject({ method: 'GET', url: '/account/addresses/', headers: { cookie } })
    expect(address.json().code).toBe('UNAUTHENTICATED')
    expect(await fingerprint(db)).toEqual(before)
    const stored = await db
      .selectFrom('impersonation')
      .select('ended_at')
      .where('account_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect([what, stored.ended_at !== null]).toEqual([what, isStored])
  })
})
