import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccountLinkLifetime, recoveryLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const password = 'tulips in loam'
const expired = { code: 'LINK_EXPIRED', status: 410 }

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const use = async (token: string, input = password, browser = newBrowser()) => {
  await app.handlers.setPassword(await app.from(browser), { token, password: input, ...endsNothing })
  return browser
}

test('a link works once: it sets the password, confirms the e-mail and signs in', async () => {
  const { accountId, isNew: opened } = await app.guest('once@example.com')
  expect(opened).toBe(true)
  const token = await app.link(accountId, newAccountLinkLifetime)
  const browser = await use(token)
  expect(await app.actor(browser)).toMatchObject({ kind: 'member', email: 'once@example.com' })
  await expect(use(token, 'another password')).rejects.toMatchObject(expired)
  const again = await app.from(newBrowser())
  await app.handlers.login(again, { email: 'once@example.com', password })
})

test('of ten concurrent uses of a link one succeeds', async () => {
  const { accountId } = await app.guest('race@example.com')
  const token = await app.link(accountId, newAccountLinkLifetime)
  const attempts = Array.from({ length: 10 }, (_, n) => use(token, `tulips number ${n}`))
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(expired)
  }
})

test('viewing a link names its account and does not use it up', async () => {
  const { accountId } = await app.guest('look@example.com')
  const token = await app.link(accountId, newAccountLinkLifetime)
  const context = await app.from(newBrowser())
  const seen = {
    email: 'look@example.com',
    has_password: false,
    shortest_password: 6,
    providers: [],
    passkeys: [],
    has_choice: false,
  }
  expect(await app.handlers.viewPasswordLink(context, { token })).toEqual(seen)
  expect(await app.handlers.viewPasswordLink(context, { token })).toEqual(seen)
  await use(token)
  await expect(app.handlers.viewPasswordLink(context, { token })).rejects.toMatchObject(expired)
})

test('the link of a new account is valid for 7 days, a requested one for 1 hour', async () => {
  const { accountId } = await app.guest('late@example.com')
  const token = await app.link(accountId, newAccountLinkLifetime)
  const short = await app.link(accountId, recoveryLinkLifetime)
  app.travel({ minutes: 60 })
  await expect(use(short)).rejects.toMatchObject(expired)
  app.travel({ hours: 7 * 24 - 2, minutes: 59, seconds: 59, milliseconds: 999 })
  const context = await app.from(newBrowser())
  await expect(app.handlers.viewPasswordLink(context, { token })).resolves.toMatchObject({})
  app.travel({ milliseconds: 1 })
  await expect(use(token)).rejects.toMatchObject(expired)
})

test('an invented link is answered like an expired one', async () => {
  await expect(use('x'.repeat(43))).rejects.toMatchObject(expired)
  await expect(use('')).rejects.toMatchObject(expired)
})

test('an invalid password does not use up the link', async () => {
  const { accountId } = await app.guest('short@example.com')
  const token = await app.link(accountId, newAccountLinkLifetime)
  await expect(use(token, 'short')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { password: 'Password must be at least 6 characters long.' },
  })
  await expect(use(token, 'password1')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await use(token)
})

test('a new password ends every session and every other link of the account', async () => {
  const { accountId } = await app.guest('reset@example.com')
  const elsewhere = await use(await app.link(accountId, newAccountLinkLifetime))
  const unused = await app.link(accountId, recoveryLinkLifetime)
  const here = await use(await app.link(accountId, recoveryLinkLifetime), 'dahlias in clay')
  expect(await app.actor(elsewhere)).toEqual({ kind: 'visitor' })
  expect(await app.actor(here)).toMatchObject({ accountId })
  await expect(use(unused)).rejects.toMatchObject(expired)
  const context = await app.from(newBrowser())
  const login = app.handlers.login(context, { email: 'reset@example.com', password })
  await expect(login).rejects.toThrow('USER_NOT_FOUND')
})

test('the database contains only the hash of a link', async () => {
  const { accountId } = await app.guest('kept@example.com')
  const token = await app.link(accountId, newAccountLinkLifetime)
  const rows = await app.deps.database.selectFrom('account_link').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a purchase with a known e-mail uses the account and leaves it unchanged', async () => {
  const first = await app.guest('twice@example.com')
  const second = await app.guest(' Twice@Example.com ')
  expect(second).toEqual({ accountId: first.accountId, isNew: false })
})

test('two purchases at once create one account', async () => {
  const both = await Promise.all([app.guest('both@example.com'), app.guest('both@example.com')])
  expect(both[0].accountId).toBe(both[1].accountId)
  expect(both.filter(({ isNew: opened }) => opened)).toHaveLength(1)
})

test('none of these secrets was written to the log', () => {
  expect(app.logged).toEqual([])
})
