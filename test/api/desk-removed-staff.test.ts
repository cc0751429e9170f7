import { afterAll, expect, test } from 'vitest'
import type { StaffRole } from '#shared/staff.ts'
import { lockLastDay } from '#staff/server/audit-store.ts'
import { endStaff, inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import { untilDoneOrBlocked } from '../support/database-locks.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const { deskCookie, deps } = api.opened
const db = api.shop.app.database.kysely
const json = { 'content-type': 'application/json' }
const by = { actor: 'operator', requestId: 'test' } as const

const send = (method: string, url: string, body: object, cookie: string) =>
  api.inject({ method, url, headers: { ...json, cookie }, body: JSON.stringify(body) })
type Answer = Awaited<ReturnType<typeof send>>

const cookiesOf = (answer: Answer): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const sessionOf = (answer: Answer): string => {
  const found = answer.cookies.find(({ name }) => name === deskCookie)
  return found ? `${found.name}=${found.value}` : ''
}

const idOf = async ({ email }: DeskPerson): Promise<string> =>
  (await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** A sign-in that only has to be sent; `session` is what the browser had before. */
const preparedSignIn = async ({ authenticator }: Pick<DeskPerson, 'authenticator'>, session = '') => {
  const asked = await send('POST', '/api/desk/sign-in/start/', {}, session)
  const credential = authenticator.answer(asked.json().options.challenge)
  return () => send('POST', '/api/desk/sign-in/', { credential }, `${session}; ${cookiesOf(asked)}`)
}

/** A passkey for a link, which only has to be sent. */
const preparedPasskey = async (token: string) => {
  const asked = await send('POST', `/api/desk/join/${token}/start/`, {}, '')
  const authenticator = softAuthenticator(deps.publicUrl)
  const credential = authenticator.register(asked.json().options.challenge)
  const body = { name: 'other', passkey_name: 'other', credential }
  return { authenticator, add: () => send('POST', `/api/desk/join/${token}/`, body, cookiesOf(asked)) }
}

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await send('GET', '/api/desk/person/', {}, cookie)).statusCode === 200

const invite = ({ email }: DeskPerson, role: StaffRole): Promise<string> =>
  inTransaction(deps, (tx) => inviteStaff(tx, by, { email, role }))

/** Sends a request while somebody is being removed, and commits the removal when it was answered or waits. */
const duringRemoval = async (id: string, request: () => Promise<Answer>): Promise<Answer> => {
  let sent: Promise<Answer> | undefined
  await inTransaction(deps, async (tx) => {
    await endStaff(tx, by, id)
    let isDone = false
    sent = request().finally(() => {
      isDone = true
    })
    await untilDoneOrBlocked(db, async () => isDone, 1)
  })
  if (!sent) throw new Error('nothing was sent')
  return sent
}

test('a person removed while signing in is not signed in after a new invitation', async () => {
  const person = await joinDesk(api, 'operations', 'signing-in')
  const answer = await duringRemoval(await idOf(person), await preparedSignIn(person))
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'SIGN_ON_FAILED'])
  await invite(person, 'owner')
  expect(await isSignedIn(sessionOf(answer))).toBe(false)
})

test('a passkey added during the removal does not work after a new invitation', async () => {
  const person = await joinDesk(api, 'operations', 'adding')
  const { authenticator, add } = await preparedPasskey(await invite(person, 'operations'))
  const answer = await duringRemoval(await idOf(person), add)
  expect(sessionOf(answer)).toBe('')
  await invite(person, 'owner')
  const late = await (await preparedSignIn({ authenticator }))()
  expect([sessionOf(answer), sessionOf(late)]).toEqual(['', ''])
})

test.each(['signs in', 'adds a passkey'] as const)(
  'a person who %s at the moment before the removal is not signed in after a new invitation',
  async (what) => {
    const person = await joinDesk(api, 'operations', 'before')
    const { authenticator, add } = await preparedPasskey(await invite(person, 'operations'))
    const request = what === 'signs in' ? await preparedSignIn(person) : add
    const id = await idOf(person)
    let both: Promise<readonly [Answer, unknown]> | undefined
    await inTransaction(deps, async (tx) => {
      // Both wait for the log at their ends: the request has done everything else before the removal begins.
      await lockLastDay(tx)
      const answer = request()
      await untilDoneOrBlocked(db, async () => false, 1)
      both = Promise.all([answer, inTransaction(deps, (removal) => endStaff(removal, by, id))])
      await untilDoneOrBlocked(db, async () => false, 2)
    })
    const [answer] = (await both) ?? []
    if (!answer) throw new Error('nothing was sent')
    expect(sessionOf(answer)).not.toBe('')
    await invite(person, 'owner')
    const late = await (await preparedSignIn({ authenticator }))()
    expect([await isSignedIn(sessionOf(answer)), sessionOf(late)]).toEqual([false, ''])
  },
)

test('an owner who is being removed can no longer remove or invite anybody', async () => {
  const [other, target] = [await joinDesk(api, 'owner', 'other'), await joinDesk(api, 'support', 'target')]
  const targetId = await idOf(target)
  for (const change of ['remove', 'invite'] as const) {
    const person = await joinDesk(api, 'owner', change)
    await person.confirm(`end ${targetId}`)
    await person.confirm('invite own@staff.example as owner')
    const answer = await duringRemoval(await idOf(person), () =>
      change === 'remove'
        ? send('DELETE', `/api/desk/team/${targetId}/`, {}, person.cookie)
        : send('POST', '/api/desk/team/', { email: 'own@staff.example', role: 'owner' }, person.cookie),
    )
    expect([change, answer.statusCode]).toEqual([change, 401])
  }
  const { people } = (await other.get('/api/desk/team/')).json()
  expect(people.map(({ email }: { email: string }) => email)).not.toContain('own@staff.example')
  expect(people.find(({ id }: { id: string }) => id === targetId).ended_at).toBeNull()
})

test('of two owners who remove each other at once, one remains', async () => {
  const [a, b] = [await joinDesk(api, 'owner', 'first'), await joinDesk(api, 'owner', 'second')]
  const [idOfA, idOfB] = [await idOf(a), await idOf(b)]
  await a.confirm(`end ${idOfB}`)
  await b.confirm(`end ${idOfA}`)
  const answers = await Promise.all([
    send('DELETE', `/api/desk/team/${idOfB}/`, {}, a.cookie),
    send('DELETE', `/api/desk/team/${idOfA}/`, {}, b.cookie),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  expect([await isSignedIn(a.cookie), await isSignedIn(b.cookie)].toSorted()).toEqual([false, true])
})

test('removing a lost passkey also ends its sessions and links', async () => {
  const person = await joinDesk(api, 'owner', 'lost')
  // Another passkey, with which they notice it, and the thief with the one that was lost.
  const { authenticator, add } = await preparedPasskey(await invite(person, 'owner'))
  const own = sessionOf(await add())
  const thief = sessionOf(await (await preparedSignIn(person))())
  const confirmIn = async (session: string, used: DeskPerson['authenticator'], action: string) => {
    const asked = await send('POST', '/api/desk/step-up/start/', {}, session)
    const credential = used.answer(asked.json().options.challenge)
    await send('POST', '/api/desk/step-up/', { action, credential }, `${session}; ${cookiesOf(asked)}`)
  }
  await confirmIn(thief, person.authenticator, 'own passkey link')
  const link = (await send('POST', '/api/desk/person/link/', {}, thief)).json().url
  const { passkeys } = (await send('GET', '/api/desk/person/', {}, own)).json()
  const { id } = passkeys.find(({ name }: { name: string }) => name === 'laptop')
  await confirmIn(own, authenticator, `remove passkey ${id}`)
  expect((await send('DELETE', `/api/desk/person/passkeys/${id}`, {}, own)).statusCode).toBe(200)
  expect([await isSignedIn(own), await isSignedIn(thief)]).toEqual([true, false])
  const token = link.split('/').at(-1)
  expect((await send('GET', `/api/desk/join/${token}/`, {}, '')).json().code).toBe('LINK_EXPIRED')
})

test('signing in again ends the previous session of the browser', async () => {
  const person = await joinDesk(api, 'support', 'again')
  const answer = await (await preparedSignIn(person, person.cookie))()
  expect(await isSignedIn(sessionOf(answer))).toBe(true)
  expect(await isSignedIn(person.cookie)).toBe(false)
})
