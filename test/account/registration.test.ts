import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const password = 'tulips in loam'
const expired = { code: 'LINK_EXPIRED', status: 410 }
const person = { firstName: 'Mara', lastName: 'Ito' }

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const register = async (email: string, input = password) =>
  app.handlers.register(await app.from(newBrowser()), { ...person, email, password: input })

const login = async (email: string, input = password, browser = newBrowser()) => {
  await app.handlers.login(await app.from(browser), { email, password: input })
  return browser
}

/** Confirms with the password that was typed, or sets a new one. */
const verify = async (id: string, input = password, chosen = '', browser = newBrowser()) => {
  await app.handlers.verifyAccount(await app.from(browser), {
    id,
    password: input,
    new_password: chosen,
  })
  return browser
}

const enter = async (id: string, browser = newBrowser()) => {
  await app.handlers.useMagicLink(await app.from(browser), { id })
  return browser
}

const requestMagicLink = async (email: string) =>
  app.handlers.sendMagicLink(await app.from(newBrowser()), { email })

test('a new account must confirm its e-mail before signing in', async () => {
  const email = 'new@example.com'
  expect(await register(email)).toEqual({ status: 'verification_sent', data: { email } })
  await expect(login(email)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT', status: 403 })
  const [mail] = await app.mails()
  expect(mail).toMatchObject({ to: email, subject: 'Confirm your email for Loam' })
  const browser = await verify(mail?.token ?? '')
  expect(await app.actor(browser)).toMatchObject({ kind: 'member', email })
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  await login(email)
})

test('viewing a link confirms nothing', async () => {
  await register('look@example.com')
  const [mail] = await app.mails()
  const context = await app.from({ ...newBrowser(), secFetch: { site: 'cross-site', dest: 'document' } })
  const id = mail?.token ?? ''
  const seen = { email: 'look@example.com', has_password: true, shortest_password: 6 }
  expect(await app.handlers.viewVerifyLink(context, { id })).toEqual(seen)
  expect(await app.handlers.viewVerifyLink(context, { id })).toEqual(seen)
  await expect(login('look@example.com')).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
})

test('the confirmation link can be requested again, and an invented e-mail gets the same answer and no mail', async () => {
  await register('again@example.com')
  await app.mails()
  const context = await app.from(newBrowser())
  const known = await app.handlers.registerResendMail(context, { email: 'again@example.com' })
  const unknown = await app.handlers.registerResendMail(context, { email: 'nobody@example.com' })
  expect(known).toEqual(unknown)
  const mails = await app.mails()
  expect(mails.map(({ to }) => to)).toEqual(['again@example.com'])
  await verify(mails[0]?.token ?? '')
})

test('registering a known e-mail answers the same, changes nothing and mails its owner', async () => {
  const { accountId } = await app.guest('member@example.com')
  const token = await app.link(accountId, recoveryLinkLifetime)
  await app.handlers.setPassword(await app.from(newBrowser()), { token, password, ...endsNothing })
  const answer = await register('member@example.com', 'a thief was here')
  expect(answer.status).toBe('verification_sent')
  const mails = await app.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('member@example.com', 'a thief was here')).rejects.toThrow('UNVERIFIED_ACCOUNT')
  await login('member@example.com')
})

test('registering the e-mail of a purchase does not open the account of that purchase', async () => {
  await app.guest('buyer@example.com')
  await register('buyer@example.com', 'a thief was here')
  const mails = await app.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  await expect(login('buyer@example.com', 'a thief was here')).rejects.toThrow('UNVERIFIED_ACCOUNT')
})

test('a second registration leaves the first one unchanged, and each link accepts the password of its own registration', async () => {
  const email = 'twice@example.com'
  await register(email, password)
  const [mine] = await app.mails()
  await register(email, 'a thief was here')
  const [theirs] = await app.mails()
  await expect(login(email)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
  await expect(verify(theirs?.token ?? '', password)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(verify(mine?.token ?? '', 'a thief was here')).rejects.toMatchObject({
    fields: { password: expect.stringContaining('not the password you entered') },
  })
  const browser = await verify(mine?.token ?? '')
  expect(await app.actor(browser)).toMatchObject({ email })
  // The account is opened: the other registrations give no access anymore.
  await expect(verify(theirs?.token ?? '', 'a thief was here')).rejects.toMatchObject(expired)
  await expect(login(email, 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
  await login(email)
})

test('an owner who confirms a stranger’s registration sets a new password, and the stranger is not signed in', async () => {
  const email = 'victim@example.com'
  await register(email, 'a thief was here')
  const [mail] = await app.mails()
  await expect(verify(mail?.token ?? '', '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(verify(mail?.token ?? '', '', 'short')).rejects.toMatchObject({
    fields: { new_password: 'Password must be at least 6 characters long.' },
  })
  await verify(mail?.token ?? '', '', 'dahlias in clay')
  await expect(login(email, 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
  await login(email, 'dahlias in clay')
})

test('two registrations of one e-mail confirmed at once open one account for one of them', async () => {
  const email = 'moment@example.com'
  await register(email, password)
  await register(email, 'dahlias in clay')
  const [first, second] = await app.mails()
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

test('an unconfirmed registration is no account and is deleted after a day', async () => {
  await register('forgotten@example.com')
  const [mail] = await app.mails()
  app.travel({ hours: 24 })
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  await expect(login('forgotten@example.com')).rejects.toThrow('USER_NOT_FOUND')
  await register('somebody@example.com')
  await app.mails()
  const { database } = app.deps
  const stored = database.selectFrom('registration').select('id').where('email', '=', 'forgotten@example.com')
  expect(await stored.execute()).toEqual([])
  expect(await app.guest('forgotten@example.com')).toMatchObject({ isNew: true })
})

test('an invalid password opens no account', async () => {
  await expect(register('weak@example.com', 'short')).rejects.toMatchObject({
    fields: { password: 'Password must be at least 6 characters long.' },
  })
  await expect(register('weak@example.com', 'password1')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await app.mails()).toEqual([])
})

test('a magic link signs in once, within 15 minutes', async () => {
  const email = 'magic@example.com'
  await app.guest(email)
  await requestMagicLink(email)
  await requestMagicLink(email)
  const [first, second] = await app.mails()
  const context = await app.from(newBrowser())
  const id = first?.token ?? ''
  expect(await app.handlers.viewMagicLink(context, { id })).toEqual({ email })
  const browser = await enter(id)
  expect(await app.actor(browser)).toMatchObject({ kind: 'member', email })
  await expect(enter(id)).rejects.toMatchObject(expired)
  // A link that was used closes the other ones in the mailbox.
  await expect(enter(second?.token ?? '')).rejects.toMatchObject(expired)
  await requestMagicLink(email)
  const [late] = await app.mails()
  app.travel({ minutes: 15 })
  await expect(enter(late?.token ?? '')).rejects.toMatchObject(expired)
})

test('of ten concurrent uses of a magic link one succeeds', async () => {
  await app.guest('race@example.com')
  await requestMagicLink('race@example.com')
  const [mail] = await app.mails()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => enter(mail?.token ?? '')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a link of one kind is refused where another kind is expected', async () => {
  await app.guest('kinds@example.com')
  await requestMagicLink('kinds@example.com')
  const [mail] = await app.mails()
  await expect(verify(mail?.token ?? '')).rejects.toMatchObject(expired)
  const context = await app.from(newBrowser())
  const asPassword = app.handlers.setPassword(context, {
    token: mail?.token ?? '',
    password,
    ...endsNothing,
  })
  await expect(asPassword).rejects.toMatchObject(expired)
  await enter(mail?.token ?? '')
})

test('a sign-in link for an unknown e-mail gets the same answer, with the same statements, and sends no mail', async () => {
  await app.guest('asked@example.com')
  const known = await requestMagicLink('asked@example.com')
  const unknown = await requestMagicLink('stranger@example.com')
  expect(known).toEqual(unknown)
  // The request only publishes an event; the worker finds out later who has an account.
  expect(app.events.map(({ kind }) => kind)).toEqual(['account-opened', 'link-requested', 'link-requested'])
  expect((await app.mails()).map(({ to }) => to)).toEqual(['asked@example.com'])
})

test('a sign-in link for an unconfirmed e-mail sends the confirmation link again', async () => {
  await register('squatted@example.com', 'a thief was here')
  await app.mails()
  await requestMagicLink('squatted@example.com')
  const [mail] = await app.mails()
  expect(mail?.subject).toBe('Confirm your email for Loam')
  await expect(enter(mail?.token ?? '')).rejects.toMatchObject(expired)
  await verify(mail?.token ?? '', '', password)
  await expect(login('squatted@example.com', 'a thief was here')).rejects.toThrow('USER_NOT_FOUND')
})

test('strangers of one network can request three links an hour for one address', async () => {
  await app.guest('often@example.com')
  for (let n = 0; n < 7; n += 1) await requestMagicLink('often@example.com')
  expect(await app.mails()).toHaveLength(3)
  app.travel({ minutes: 61 })
  await requestMagicLink('often@example.com')
  expect(await app.mails()).toHaveLength(1)
})
