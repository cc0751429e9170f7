import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryLinkLife } from '#account/rules/session-limits.ts'
import { endsNothing, newBrowser, openAccountHouse } from './account-house.ts'
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

/** Confirms with the password that was typed, or sets a new one. */
const verify = async (id: string, typed = password, chosen = '', browser = newBrowser()) => {
  await house.handlers.verifyAccount(await house.from(browser), {
    id,
    password: typed,
    new_password: chosen,
  })
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
  const seen = { email: 'look@example.com', has_password: true, shortest_password: 6 }
  expect(await house.handlers.viewVerifyLink(context, { id })).toEqual(seen)
  expect(await house.handlers.viewVerifyLink(context, { id })).toEqual(seen)
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
  await house.handlers.setPassword(await house.from(newBrowser()), { token, password, ...endsNothing })
  const answer = await register('member@example.com', 'a thief was here')
  expect(answer.status).toBe('verification_sent')
  const mails = await house.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('member@example.com', 'a thief was here')).rejects.toThrow('UNVERIFIED_ACCOUNT')
  await login('member@example.com')
})

test('nobody takes the account that a purchase opened by registering its e-mail', async () => {
  await house.guest('buyer@example.com')
  await register('buyer@example.com', 'a thief was here')
  const mails = await house.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('buyer@example.com', 'a thief was here')).rejects.toThrow('UNVERIFIED_ACCOUNT')
})

test('a second registration leaves the first one as it is; each link takes the password typed there', async () => {
  const email = 'twice@example.com'
  await register(email, password)
  const [mine] = await house.mails()
  await register(email, 'a thief was here')
  const [theirs] = await house.mails()
  await expect(login(email)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
  await expect(verify(theirs?.token ?? '', password)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(verify(mine?.token ?? '', 'a thief was here')).rejects.toMatchObject({
    fields: { password: expect.stringContaining('not the password that was typed') },
  })
  const browser = await verify(mine?.token ?? '')
  expect(await house.actor(browser)).toMatchObject({ email })
  // The account is opened: nothing that waited beside it opens anything any more.
  await expect(verify(theirs?.token ?? '', 'a thief was here')).rejects.toMatchObject(expired)
  await expect(login(email, 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
  await login(email)
})

test('who confirms what a stranger registered sets a password of their own; the stranger is not let in', async () => {
  const email = 'victim@example.com'
  await register(email, 'a thief was here')
  const [mail] = await house.mails()
  await expect(verify(mail?.token ?? '', '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(verify(mail?.token ?? '', '', 'short')).rejects.toMatchObject({
    fields: { new_password: 'Password must be at least 6 characters long.' },
  })
  await verify(mail?.token ?? '', '', 'dahlias in clay')
  await expect(login(email, 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
  await login(email, 'dahlias in clay')
})

test('two registrations of one e-mail confirmed at the same moment open one account for one of them', async () => {
  const email = 'moment@example.com'
  await register(email, password)
  await register(email, 'dahlias in clay')
  const [first, second] = await house.mails()
  const outcomes = await Promise.allSettled([
    verify(first?.token ?? ''),
    verify(second?.token ?? '', 'dahlias in clay'),
    verify(first?.token ?? ''),
    verify(second?.token ?? '', 'dahlias in clay'),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(expired)
  }
})

test('a registration that nobody confirms is no account, and is forgotten after a day', async () => {
  await register('forgotten@example.com')
  const [mail] = await house.mails()
  house.travel({ hours: 24 })
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  await expect(login('forgotten@example.com')).rejects.toThrow('USER_NOT_FOUND')
  await register('somebody@example.com')
  await house.mails()
  const { database } = house.world
  const kept = database.selectFrom('registration').select('id').where('email', '=', 'forgotten@example.com')
  expect(await kept.execute()).toEqual([])
  expect(await house.guest('forgotten@example.com')).toMatchObject({ opened: true })
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
  const asPassword = house.handlers.setPassword(context, {
    token: mail?.token ?? '',
    password,
    ...endsNothing,
  })
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

test('a sign-in link for an e-mail that waits to be confirmed is the confirming link again', async () => {
  await register('squatted@example.com', 'a thief was here')
  await house.mails()
  await askForMagic('squatted@example.com')
  const [mail] = await house.mails()
  expect(mail?.subject).toBe('Confirm your email for Loam')
  await expect(enter(mail?.token ?? '')).rejects.toMatchObject(expired)
  await verify(mail?.token ?? '', '', password)
  await expect(login('squatted@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
})

test('strangers of one network have three links an hour mailed to an address', async () => {
  await house.guest('often@example.com')
  for (let n = 0; n < 7; n += 1) await askForMagic('often@example.com')
  expect(await house.mails()).toHaveLength(3)
  house.travel({ minutes: 61 })
  await askForMagic('often@example.com')
  expect(await house.mails()).toHaveLength(1)
})
