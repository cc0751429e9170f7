import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const sessionCookie = '__Host-loam_session'
const password = 'tulips in loam'

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

/** A member with a password, and the browser that set it. */
const member = async (email: string) => {
  const { accountId } = await app.guest(email)
  const browser = newBrowser()
  const token = await app.link(accountId, recoveryLinkLifetime)
  await app.handlers.setPassword(await app.from(browser), { token, password, ...endsNothing })
  return { accountId, browser, email }
}

const signIn = async (email: string, input: string, browser = newBrowser()) => {
  const reply = await app.handlers.login(await app.from(browser), { email, password: input })
  return { browser, reply }
}

test('a member signs in and is recognized by the session cookie', async () => {
  const { accountId, email } = await member('known@example.com')
  const { browser } = await signIn(email, password)
  expect(await app.actor(browser)).toMatchObject({ kind: 'member', accountId, email })
})

test('a wrong password, an unknown e-mail and an account without a password get the same answer', async () => {
  const { email } = await member('wrong@example.com')
  await app.guest('guest@example.com')
  const refused = { code: 'USER_NOT_FOUND', detail: 'Incorrect username/password', status: 401 }
  await expect(signIn(email, 'tulips in clay')).rejects.toMatchObject(refused)
  await expect(signIn('nobody@example.com', password)).rejects.toMatchObject(refused)
  await expect(signIn('guest@example.com', password)).rejects.toMatchObject(refused)
})

test('a refused sign-in changes nothing in the browser', async () => {
  const { email, browser } = await member('still@example.com')
  const before = new Map(browser.jar)
  await expect(signIn(email, 'tulips in clay', browser)).rejects.toThrow('USER_NOT_FOUND')
  expect(browser.jar).toEqual(before)
})

test('each sign-in gets its own token and ends the browser’s previous session', async () => {
  const { email, browser } = await member('again@example.com')
  const first = new Map(browser.jar)
  await signIn(email, password, browser)
  expect(browser.jar.get(sessionCookie)).not.toBe(first.get(sessionCookie))
  expect(await app.actor({ jar: first })).toEqual({ kind: 'visitor' })
  expect(await app.actor(browser)).toMatchObject({ email })
})

test('the credential is in no reply, and the database contains only its hash', async () => {
  const { email } = await member('hash@example.com')
  const { browser, reply } = await signIn(email, password)
  const credential = browser.jar.get(sessionCookie) ?? ''
  expect(credential).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(reply)).not.toContain(credential)
  const rows = await app.deps.database.selectFrom('session').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(credential)
})

test('the identity token names the member and is refused as a credential', async () => {
  const { accountId, email } = await member('identity@example.com')
  const { browser, reply } = await signIn(email, password)
  const token = reply.loamSessionToken ?? ''
  expect(browser.jar.get('loam_jwt')).toBe(token)
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', typ: 'loam-identity+jwt' })
  expect(decodeJwt(token)).toMatchObject({ email, uuid: accountId, aud: 'loam-browser' })
  const thief = { jar: new Map([[sessionCookie, token], ['loam_jwt', token]]) } // prettier-ignore
  expect(await app.actor(thief)).toEqual({ kind: 'visitor' })
  await expect(app.handlers.viewUser(await app.from(thief), {})).rejects.toThrow('UNAUTHENTICATED')
})

test('signing out ends the session for every copy of the cookie, and signing out twice is no error', async () => {
  const { browser } = await member('out@example.com')
  const jarBefore = new Map(browser.jar)
  expect(await app.handlers.signOut(await app.from(browser), {})).toEqual({ success: true })
  expect([...browser.jar.keys()]).toEqual(['__Host-loam_known'])
  expect(await app.actor({ jar: jarBefore })).toEqual({ kind: 'visitor' })
  expect(await app.handlers.signOut(await app.from(browser), {})).toEqual({ success: true })
})

test('ruling 18: a link from another site or an image does not sign out', async () => {
  const { browser, accountId } = await member('stays@example.com')
  for (const secFetch of [
    { site: 'cross-site', dest: 'document' },
    { site: 'same-origin', dest: 'image' },
  ]) {
    const lured = { ...browser, secFetch }
    await expect(app.handlers.signOut(await app.from(lured), {})).rejects.toThrow('FORBIDDEN')
  }
  expect(await app.actor(browser)).toMatchObject({ accountId })
})

test('an idle session ends after 45 days, a used one continues, and none lasts beyond 180 days', async () => {
  const idle = await member('idle@example.com')
  const busy = await member('busy@example.com')
  for (let day = 0; day < 180; day += 20) {
    expect(await app.actor(busy.browser)).toMatchObject({ kind: 'member' })
    app.travel({ hours: 20 * 24 })
  }
  expect(await app.actor(idle.browser)).toEqual({ kind: 'visitor' })
  expect(await app.actor(busy.browser)).toEqual({ kind: 'visitor' })
})

test('the last use of a session is written at most every ten minutes', async () => {
  const { browser, accountId } = await member('touched@example.com')
  const lastSeen = async () => {
    const sessions = app.deps.database.selectFrom('session').select('last_seen_at')
    const row = await sessions.where('account_id', '=', accountId).executeTakeFirstOrThrow()
    return Temporal.Instant.from(row.last_seen_at)
  }
  const opened = await lastSeen()
  app.travel({ minutes: 9 })
  await app.actor(browser)
  expect((await lastSeen()).equals(opened)).toBe(true)
  app.travel({ minutes: 1 })
  await app.actor(browser)
  expect((await lastSeen()).equals(opened.add({ minutes: 10 }))).toBe(true)
})

test('a password with older parameters is hashed again at the next sign-in', async () => {
  const { accountId, email } = await member('older@example.com')
  const { hash } = await import('@node-rs/argon2')
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const accounts = app.deps.database
  await accounts.updateTable('account').set({ password_hash: old }).where('id', '=', accountId).execute()
  await signIn(email, password)
  const read = accounts.selectFrom('account').select('password_hash').where('id', '=', accountId)
  const { password_hash } = await read.executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await signIn(email, password)
})

test('an account with an unconfirmed e-mail is told to confirm it', async () => {
  const email = 'unverified@example.com'
  const input = { email, password, firstName: 'Mara', lastName: 'Ito' }
  await app.handlers.register(await app.from(newBrowser()), input)
  await expect(signIn(email, password)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT', status: 403 })
  await expect(signIn(email, 'a guess')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  // Nor can any statement leave a password in an account whose mailbox nobody has confirmed.
  const { accountId } = await member('shown@example.com')
  const unshown = app.deps.database.updateTable('account').set({ verified_at: null })
  await expect(unshown.where('id', '=', accountId).execute()).rejects.toThrow('account_password_is_proven')
})

test('none of these secrets was written to the log', () => {
  expect(app.logged).toEqual([])
})
