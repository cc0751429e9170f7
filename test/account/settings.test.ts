import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsNothing, openAccountApp } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'
import { password, peopleOf } from './account-member.ts'

const home = {
  firstName: 'Mara', lastName: 'Ito', address: '1 Clay Road', unit: '', city: 'Portland', region: 'OR',
  zip: '97201', country: 'US', phone: '', company: '',
} // prettier-ignore

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const { member, signIn } = peopleOf(() => app)

const sessionsOf = async (browser: Browser) =>
  (await app.handlers.listSessions(await app.from(browser), { limit: 20 })).sessions

test('a member changes their name and phone', async () => {
  const { browser } = await member('name@example.com')
  const names = { firstName: 'Mara', lastName: 'Sol', phone: '+1 503 555 0100' }
  expect(await app.handlers.updateUser(await app.from(browser), names)).toMatchObject(names)
})

test('a new password needs the old one, ends every other session and gives this browser a new token', async () => {
  const { browser, email } = await member('change@example.com')
  const elsewhere = await signIn(email)
  const before = browser.jar.get('__Host-loam_session')
  const change = async (current_password: string, input: string) =>
    app.handlers.changePassword(await app.from(browser), {
      current_password,
      password: input,
      ...endsNothing,
    })
  await expect(change('tulips in clay', 'dahlias in clay')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { current_password: 'That’s not your password.' },
  })
  await expect(change(password, 'short')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await change(password, 'dahlias in clay')
  expect(await app.actor(elsewhere)).toEqual({ kind: 'visitor' })
  expect(await app.actor(browser)).toMatchObject({ email })
  expect(browser.jar.get('__Host-loam_session')).not.toBe(before)
  await expect(signIn(email)).rejects.toThrow('USER_NOT_FOUND')
  await signIn(email, 'dahlias in clay')
})

test('sessions are listed, the current one marked, and ended one by one or all at once', async () => {
  const { browser, email } = await member('sessions@example.com')
  const second = await signIn(email)
  const third = await signIn(email)
  const listed = await sessionsOf(browser)
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ current }) => current)).toHaveLength(1)
  const other = (await sessionsOf(second)).find(({ current }) => current)
  await app.handlers.revokeSession(await app.from(browser), { id: other?.id ?? '' })
  expect(await app.actor(second)).toEqual({ kind: 'visitor' })
  expect(await sessionsOf(browser)).toHaveLength(2)
  await app.handlers.signOutEverywhere(await app.from(browser), endsNothing)
  expect(await app.actor(third)).toEqual({ kind: 'visitor' })
  expect([...browser.jar.keys()]).toEqual(['__Host-loam_known'])
})

test('an expired session is not listed', async () => {
  const { email } = await member('old@example.com')
  app.travel({ hours: 46 * 24 })
  expect(await sessionsOf(await signIn(email))).toHaveLength(1)
})

test('a member cannot end another member’s session', async () => {
  const mine = await member('mine@example.com')
  const theirs = await member('theirs@example.com')
  const [session] = await sessionsOf(theirs.browser)
  const attempt = app.handlers.revokeSession(await app.from(mine.browser), { id: session?.id ?? '' })
  await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await app.actor(theirs.browser)).toMatchObject({ kind: 'member' })
})

test('addresses are added, changed and removed by their own member only', async () => {
  const { browser } = await member('address@example.com')
  const stranger = await member('stranger@example.com')
  const context = await app.from(browser)
  const { id } = await app.handlers.addAddress(context, home)
  await app.handlers.changeAddress(context, { ...home, id, city: 'Salem', zip: '97301' })
  const { addresses } = await app.handlers.listAddresses(context, {})
  expect(addresses).toEqual([{ ...home, id, city: 'Salem', zip: '97301' }])
  const other = await app.from(stranger.browser)
  await expect(app.handlers.changeAddress(other, { ...home, id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(app.handlers.removeAddress(other, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.handlers.removeAddress(context, { id })
  expect(await app.handlers.listAddresses(context, {})).toEqual({ addresses: [] })
  await expect(app.handlers.removeAddress(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an address must have the fields that its country requires', async () => {
  const { browser } = await member('country@example.com')
  const context = await app.from(browser)
  const odd = { ...home, region: '', zip: 'EC1A 1BB' }
  await expect(app.handlers.addAddress(context, odd)).rejects.toMatchObject({
    fields: { region: 'Kindly enter your region', zip: 'Kindly enter your zip code' },
  })
  await app.handlers.addAddress(context, { ...odd, country: 'GB', city: 'London' })
})

test('mail preferences are on by default and are saved', async () => {
  const { browser } = await member('mails@example.com')
  const context = await app.from(browser)
  const changed = { topic: 'order-shipped', wanted: false } as const
  await app.handlers.setMailPreference(context, changed)
  await app.handlers.setMailPreference(context, changed)
  expect(await app.handlers.viewMailPreferences(context, {})).toEqual({
    preferences: [
      { topic: 'order-reminder', wanted: true },
      changed,
      { topic: 'renewal-charged', wanted: true },
      { topic: 'review-request', wanted: true },
    ],
  })
})

test('the data download contains the member’s data and no secrets', async () => {
  const { browser, email } = await member('export@example.com')
  const context = await app.from(browser)
  await app.handlers.addAddress(context, home)
  const data = await app.handlers.exportUser(context, {})
  expect(data).toMatchObject({ account: { email }, addresses: [{ city: 'Portland' }], orders: [] })
  expect(JSON.stringify(data)).not.toMatch(/argon2|token/)
})

test('deletion needs the e-mail typed, is refused with live subscriptions, and then erases the account', async () => {
  const { accountId, browser, email } = await member('leaving@example.com')
  const context = await app.from(browser)
  await app.handlers.addAddress(context, home)
  const leave = async (input: string) => app.handlers.deleteAccount(await app.from(browser), { email: input })
  await expect(leave('other@example.com')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  app.live.add(accountId)
  await expect(leave(email)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect(await app.actor(browser)).toMatchObject({ email })
  app.live.delete(accountId)
  await leave(' Leaving@Example.com ')
  expect([...browser.jar.keys()]).toEqual(['__Host-loam_known'])
  const { database } = app.deps
  const remaining = [
    await database.selectFrom('account').selectAll().where('id', '=', accountId).execute(),
    await database.selectFrom('address').selectAll().where('account_id', '=', accountId).execute(),
    await database.selectFrom('session').selectAll().where('account_id', '=', accountId).execute(),
  ]
  expect(JSON.stringify(remaining)).not.toMatch(/leaving|Mara|Ito|Clay|argon2|a browser/i)
  await expect(signIn(email)).rejects.toThrow('USER_NOT_FOUND')
  // The e-mail is free again.
  expect(await app.guest(email)).toMatchObject({ isNew: true })
})
