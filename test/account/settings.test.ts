import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsNothing, openAccountHouse } from './account-house.ts'
import type { AccountHouseUnderTest, Browser } from './account-house.ts'
import { password, peopleOf } from './account-member.ts'

const home = {
  firstName: 'Mara', lastName: 'Ito', address: '1 Clay Road', unit: '', city: 'Portland', region: 'OR',
  zip: '97201', country: 'US', phone: '', company: '',
} // prettier-ignore

let house: AccountHouseUnderTest

beforeAll(async () => {
  house = await openAccountHouse()
})

afterAll(() => house.close())

const { member, signIn } = peopleOf(() => house)

const sessionsOf = async (browser: Browser) =>
  (await house.handlers.listSessions(await house.from(browser), {})).sessions

test('a member changes their name and phone', async () => {
  const { browser } = await member('name@example.com')
  const names = { firstName: 'Mara', lastName: 'Sol', phone: '+1 503 555 0100' }
  expect(await house.handlers.updateUser(await house.from(browser), names)).toMatchObject(names)
})

test('a new password needs the old one, ends every other session and gives this browser a new token', async () => {
  const { browser, email } = await member('change@example.com')
  const elsewhere = await signIn(email)
  const before = browser.jar.get('__Host-loam_session')
  const change = async (current_password: string, typed: string) =>
    house.handlers.changePassword(await house.from(browser), {
      current_password,
      password: typed,
      ...endsNothing,
    })
  await expect(change('tulips in clay', 'dahlias in clay')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { current_password: 'This is not your password.' },
  })
  await expect(change(password, 'short')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await change(password, 'dahlias in clay')
  expect(await house.actor(elsewhere)).toEqual({ kind: 'visitor' })
  expect(await house.actor(browser)).toMatchObject({ email })
  expect(browser.jar.get('__Host-loam_session')).not.toBe(before)
  await expect(signIn(email)).rejects.toThrow('USER_NOT_FOUND')
  await signIn(email, 'dahlias in clay')
})

test('sessions are listed, the own one marked, and ended one by one or all at once', async () => {
  const { browser, email } = await member('sessions@example.com')
  const second = await signIn(email)
  const third = await signIn(email)
  const listed = await sessionsOf(browser)
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ current }) => current)).toHaveLength(1)
  const other = (await sessionsOf(second)).find(({ current }) => current)
  await house.handlers.revokeSession(await house.from(browser), { id: other?.id ?? '' })
  expect(await house.actor(second)).toEqual({ kind: 'visitor' })
  expect(await sessionsOf(browser)).toHaveLength(2)
  await house.handlers.signOutEverywhere(await house.from(browser), endsNothing)
  expect(await house.actor(third)).toEqual({ kind: 'visitor' })
  expect([...browser.jar.keys()]).toEqual(['__Host-loam_known'])
})

test('a session that has run out is not listed', async () => {
  const { email } = await member('old@example.com')
  house.travel({ hours: 46 * 24 })
  expect(await sessionsOf(await signIn(email))).toHaveLength(1)
})

test("nobody ends somebody else's session", async () => {
  const mine = await member('mine@example.com')
  const theirs = await member('theirs@example.com')
  const [session] = await sessionsOf(theirs.browser)
  const attempt = house.handlers.revokeSession(await house.from(mine.browser), { id: session?.id ?? '' })
  await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await house.actor(theirs.browser)).toMatchObject({ kind: 'member' })
})

test('addresses are added, changed and taken off, each by its own member', async () => {
  const { browser } = await member('address@example.com')
  const stranger = await member('stranger@example.com')
  const context = await house.from(browser)
  const { id } = await house.handlers.addAddress(context, home)
  await house.handlers.changeAddress(context, { ...home, id, city: 'Salem', zip: '97301' })
  const { addresses } = await house.handlers.listAddresses(context, {})
  expect(addresses).toEqual([{ ...home, id, city: 'Salem', zip: '97301' }])
  const other = await house.from(stranger.browser)
  await expect(house.handlers.changeAddress(other, { ...home, id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(house.handlers.removeAddress(other, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await house.handlers.removeAddress(context, { id })
  expect(await house.handlers.listAddresses(context, {})).toEqual({ addresses: [] })
  await expect(house.handlers.removeAddress(context, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an address is asked for what its country needs', async () => {
  const { browser } = await member('country@example.com')
  const context = await house.from(browser)
  const odd = { ...home, region: '', zip: 'EC1A 1BB' }
  await expect(house.handlers.addAddress(context, odd)).rejects.toMatchObject({
    fields: { region: 'Kindly enter your region', zip: 'Kindly enter your zip code' },
  })
  await house.handlers.addAddress(context, { ...odd, country: 'GB', city: 'London' })
})

test('mail preferences start out wanted and are kept', async () => {
  const { browser } = await member('mails@example.com')
  const context = await house.from(browser)
  const changed = { topic: 'order-shipped', wanted: false } as const
  await house.handlers.setMailPreference(context, changed)
  await house.handlers.setMailPreference(context, changed)
  expect(await house.handlers.viewMailPreferences(context, {})).toEqual({
    preferences: [
      { topic: 'order-reminder', wanted: true },
      changed,
      { topic: 'renewal-charged', wanted: true },
    ],
  })
})

test('the download holds what is the member’s and nothing secret', async () => {
  const { browser, email } = await member('export@example.com')
  const context = await house.from(browser)
  await house.handlers.addAddress(context, home)
  const data = await house.handlers.exportUser(context, {})
  expect(data).toMatchObject({ account: { email }, addresses: [{ city: 'Portland' }], orders: [] })
  expect(JSON.stringify(data)).not.toMatch(/argon2|token/)
})

test('deletion asks for the e-mail, waits for live subscriptions, and then forgets', async () => {
  const { accountId, browser, email } = await member('leaving@example.com')
  const context = await house.from(browser)
  await house.handlers.addAddress(context, home)
  const leave = async (typed: string) =>
    house.handlers.deleteAccount(await house.from(browser), { email: typed })
  await expect(leave('other@example.com')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  house.live.add(accountId)
  await expect(leave(email)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect(await house.actor(browser)).toMatchObject({ email })
  house.live.delete(accountId)
  await leave(' Leaving@Example.com ')
  expect([...browser.jar.keys()]).toEqual(['__Host-loam_known'])
  const { database } = house.world
  const kept = [
    await database.selectFrom('account').selectAll().where('id', '=', accountId).execute(),
    await database.selectFrom('address').selectAll().where('account_id', '=', accountId).execute(),
    await database.selectFrom('session').selectAll().where('account_id', '=', accountId).execute(),
  ]
  expect(JSON.stringify(kept)).not.toMatch(/leaving|Mara|Ito|Clay|argon2|a browser/i)
  await expect(signIn(email)).rejects.toThrow('USER_NOT_FOUND')
  // The e-mail is free again.
  expect(await house.guest(email)).toMatchObject({ opened: true })
})
