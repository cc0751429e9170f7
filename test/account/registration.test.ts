import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryLinkLife } from '#account/rules/session-limits.ts'
import { newBrowser, openAccountHouse } from './account-house.ts'
import type { AccountHouseUnderTest } from './account-house.ts'

const password = 'tulips in loam'
const expired = { code: 'LINK_EXPIRED', status: 410 }
const person = { firstName: 'Mara', lastName: 'Ito' }

let house: AccountHouseUnderTest

beforeAll(async () => {
  house = await openAccountHouse()
})

afterAll(() => house.close())

const register = async (email: string, typed = password) =>
  house.handlers.register(await house.from(newBrowser()), { ...person, email, password: typed })

const login = async (email: string, typed = password, browser = newBrowser()) => {
  await house.handlers.login(await house.from(browser), { email, password: typed })
  return browser
}

const verify = async (id: string, browser = newBrowser()) => {
  await house.handlers.verifyAccount(await house.from(browser), { id })
  return browser
}

const enter = async (id: string, browser = newBrowser()) => {
  await house.handlers.useMagicLink(await house.from(browser), { id })
  return browser
}

const askForMagic = async (email: string) =>
  house.handlers.sendMagicLink(await house.from(newBrowser()), { email })

test('a new account is asked to confirm its e-mail, then signs in', async () => {
  const email = 'new@example.com'
  expect(await register(email)).toEqual({ status: 'verification_sent', data: { email } })
  await expect(login(email)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT', status: 403 })
  const [mail] = await house.mails()
  expect(mail).toMatchObject({ to: email, subject: 'Confirm your email for Loam' })
  const browser = await verify(mail?.token ?? '')
  expect(await house.actor(browser)).toMatchObject({ kind: 'member', email })
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  await login(email)
})

test('looking at a link confirms nothing', async () => {
  await register('look@example.com')
  const [mail] = await house.mails()
  const context = await house.from({ ...newBrowser(), secFetch: { site: 'cross-site', dest: 'document' } })
  const id = mail?.token ?? ''
  expect(await house.handlers.viewVerifyLink(context, { id })).toEqual({ email: 'look@example.com' })
  expect(await house.handlers.viewVerifyLink(context, { id })).toEqual({ email: 'look@example.com' })
  await expect(login('look@example.com')).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
})

test('the link can be asked for again; a made-up e-mail gets the same answer and no mail', async () => {
  await register('again@example.com')
  await house.mails()
  const context = await house.from(newBrowser())
  const known = await house.handlers.registerResendMail(context, { email: 'again@example.com' })
  const unknown = await house.handlers.registerResendMail(context, { email: 'nobody@example.com' })
  expect(known).toEqual(unknown)
  const mails = await house.mails()
  expect(mails.map(({ to }) => to)).toEqual(['again@example.com'])
  await verify(mails[0]?.token ?? '')
})

test('registering a known e-mail answers alike, changes nothing and tells its owner by mail', async () => {
  const { accountId } = await house.guest('member@example.com')
  const token = await house.link(accountId, recoveryLinkLife)
  await house.handlers.setPassword(await house.from(newBrowser()), { token, password })
  const answer = await register('member@example.com', 'a thief was here')
  expect(answer.status).toBe('verification_sent')
  const mails = await house.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('member@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
  await login('member@example.com')
})

test('nobody takes the account that a purchase opened by registering its e-mail', async () => {
  await house.guest('buyer@example.com')
  await register('buyer@example.com', 'a thief was here')
  const mails = await house.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('buyer@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
})

test('registering twice before confirming keeps the newer password and closes the older link', async () => {
  await register('twice@example.com', 'a thief was here')
  const [older] = await house.mails()
  await register('twice@example.com', password)
  const [newer] = await house.mails()
  await expect(verify(older?.token ?? '')).rejects.toMatchObject(expired)
  await verify(newer?.token ?? '')
  await login('twice@example.com')
  await expect(login('twice@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
})

test('a password that will not do opens no account', async () => {
  await expect(register('weak@example.com', 'short')).rejects.toMatchObject({
    fields: { password: 'Password must be at least 6 characters long.' },
  })
  await expect(register('weak@example.com', 'password1')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await house.mails()).toEqual([])
})

test('a magic link signs in once, within 15 minutes', async () => {
  const email = 'magic@example.com'
  await house.guest(email)
  await askForMagic(email)
  await askForMagic(email)
  const [first, second] = await house.mails()
  const context = await house.from(newBrowser())
  const id = first?.token ?? ''
  expect(await house.handlers.viewMagicLink(context, { id })).toEqual({ email })
  const browser = await enter(id)
  expect(await house.actor(browser)).toMatchObject({ kind: 'member', email })
  await expect(enter(id)).rejects.toMatchObject(expired)
  // One that was used closes the others that lie in the mailbox.
  await expect(enter(second?.token ?? '')).rejects.toMatchObject(expired)
  await askForMagic(email)
  const [late] = await house.mails()
  house.travel({ minutes: 15 })
  await expect(enter(late?.token ?? '')).rejects.toMatchObject(expired)
})

test('used ten times at once, a magic link lets one in', async () => {
  await house.guest('race@example.com')
  await askForMagic('race@example.com')
  const [mail] = await house.mails()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => enter(mail?.token ?? '')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a link of one kind opens no door of another', async () => {
  await house.guest('kinds@example.com')
  await askForMagic('kinds@example.com')
  const [mail] = await house.mails()
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  const context = await house.from(newBrowser())
  const asPassword = house.handlers.setPassword(context, { token: mail?.token ?? '', password })
  await expect(asPassword).rejects.toMatchObject(expired)
  await enter(mail?.token ?? '')
})

test('a sign-in link for an unknown e-mail is answered alike, after the same statements, and mails nothing', async () => {
  await house.guest('asked@example.com')
  const known = await askForMagic('asked@example.com')
  const unknown = await askForMagic('stranger@example.com')
  expect(known).toEqual(unknown)
  // The request only announces; who has an account is found out later, by the worker.
  expect(house.announced.map(({ kind }) => kind)).toEqual(['link-asked', 'link-asked'])
  expect((await house.mails()).map(({ to }) => to)).toEqual(['asked@example.com'])
})

test('who reads the mail is the owner: a password set before is taken away', async () => {
  await register('squatted@example.com', 'a thief was here')
  await house.mails()
  await askForMagic('squatted@example.com')
  const [mail] = await house.mails()
  await enter(mail?.token ?? '')
  await expect(login('squatted@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
})

test('an account gets five links in an hour and no more', async () => {
  await house.guest('often@example.com')
  for (let n = 0; n < 7; n += 1) await askForMagic('often@example.com')
  expect(await house.mails()).toHaveLength(5)
  house.travel({ minutes: 61 })
  await askForMagic('often@example.com')
  expect(await house.mails()).toHaveLength(1)
})
