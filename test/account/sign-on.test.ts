import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'
import { client, openIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { peopleOf } from './account-member.ts'
import { pages, person, signOns } from './sign-ons.ts'

const failed = { code: 'SIGN_ON_FAILED', status: 422 }

let app: TestAccountApp
let outside: IdentityProvider

beforeAll(async () => {
  outside = await openIdentityProvider(Object.values(pages))
  const settings = { issuer: outside.issuer, ...client, tokenEndpoint: null }
  app = await openAccountApp('show', { google: settings, facebook: settings })
})

afterAll(async () => {
  await app.close()
  await outside.close()
})

const people = peopleOf(() => app)
const {
  start,
  callbackOf: answerOf,
  finish,
  signOn,
} = signOns(
  () => app,
  () => outside,
)

test('a new person gets an account, and the same one the second time', async () => {
  const first = await signOn(person('new'))
  expect(first.reply).toMatchObject({ is_new_user: true, return_to: '/account/home' })
  const actor = await app.actor(first.browser)
  expect(actor).toMatchObject({ kind: 'member', email: 'new@example.com' })
  const second = await signOn(person('new'))
  expect(second.reply.is_new_user).toBe(false)
  expect(await app.actor(second.browser)).toMatchObject({ email: 'new@example.com' })
})

test('a person is identified by the subject, not by the e-mail', async () => {
  const { browser } = await signOn(person('subject', 'before@example.com'))
  const moved = await signOn(person('subject', 'after@example.com'))
  const first = await app.actor(browser)
  const second = await app.actor(moved.browser)
  if (first.kind !== 'member' || second.kind !== 'member') throw new Error('nobody is signed in')
  expect(second).toMatchObject({ accountId: first.accountId, email: 'before@example.com' })
  // Somebody else at the provider who has the e-mail now does not get in by it.
  const taken = signOn(person('impostor', 'before@example.com'))
  await expect(taken).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})

test('a provider’s e-mail does not open an existing account, and its member connects the provider after signing in', async () => {
  const email = 'member@example.com'
  const { accountId } = await app.guest(email)
  await expect(signOn(person('tied', email))).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', status: 409 })
  const browser = newBrowser()
  await app.handlers.sendMagicLink(await app.from(browser), { email })
  const [mail] = await app.mails()
  await app.handlers.useMagicLink(await app.from(browser), { id: mail?.token ?? '' })
  const { reply } = await signOn(person('tied', 'another@example.com'), browser)
  expect(reply.is_new_user).toBe(false)
  const { browser: later } = await signOn(person('tied', 'another@example.com'))
  expect(await app.actor(later)).toMatchObject({ accountId, email })
})

test('a provider identity belongs to one account', async () => {
  await signOn(person('owner'))
  const { browser } = await people.member('envious@example.com')
  await expect(signOn(person('owner'), browser)).rejects.toMatchObject(failed)
})

test('a wrong or missing state is refused, and the attempt is used up', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('state'), await start(browser))
  const right = back.searchParams.get('state') ?? ''
  const jar = new Map(browser.jar)
  back.searchParams.set('state', 'x'.repeat(43))
  await expect(finish(await app.from(browser), back)).rejects.toMatchObject(failed)
  back.searchParams.set('state', right)
  await expect(finish(await app.from({ jar }), back)).rejects.toMatchObject(failed)
})

test('a provider answer for one browser signs in no other', async () => {
  const thief = newBrowser()
  const back = await outside.signIn(person('lured'), await start(thief))
  await expect(finish(await app.from(newBrowser()), back)).rejects.toMatchObject(failed)
  const victim = newBrowser()
  await start(victim)
  await expect(finish(await app.from(victim), back)).rejects.toMatchObject(failed)
})

const changeAttempt = (fields: { nonce?: string; code_verifier?: string }) =>
  app.deps.database.updateTable('sign_on_attempt').set(fields).execute()

test('a wrong nonce is refused', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('nonce'), await start(browser))
  await changeAttempt({ nonce: 'y'.repeat(43) })
  await expect(finish(await app.from(browser), back)).rejects.toMatchObject(failed)
})

test('a wrong verifier is refused by the provider', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('verifier'), await start(browser))
  await changeAttempt({ code_verifier: 'z'.repeat(43) })
  await expect(finish(await app.from(browser), back)).rejects.toMatchObject(failed)
})

test('a provider code works once', async () => {
  const { back, browser } = await signOn(person('once'))
  await expect(finish(await app.from(browser), back)).rejects.toMatchObject(failed)
  // Even with a fresh attempt around it.
  const again = newBrowser()
  const fresh = new URL(await start(again))
  back.searchParams.set('state', fresh.searchParams.get('state') ?? '')
  await expect(finish(await app.from(again), back)).rejects.toMatchObject(failed)
})

test('a sign-in started at one provider cannot be completed at another', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('crossed'), await start(browser, 'google'))
  const before = outside.exchanges()
  await expect(finish(await app.from(browser), back, 'facebook')).rejects.toMatchObject(failed)
  // The code of one is not sent to the other, which could use it.
  expect(outside.exchanges()).toBe(before)
})

test('a sign-in attempt expires after 20 minutes', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('slow'), await start(browser))
  app.travel({ minutes: 20 })
  await expect(finish(await app.from(browser), back)).rejects.toMatchObject(failed)
})

test('a return page of another site is refused', async () => {
  const browser = newBrowser()
  const back = await outside.signIn(person('elsewhere'), await start(browser))
  const answer = { ...answerOf(back), redirect_url: 'https://evil.example/sign-on/google' }
  const context = await app.from(browser)
  await expect(app.handlers.googleSignon(context, answer)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})

test('sign-in returns only to a path of the shop', async () => {
  const browser = newBrowser()
  const there = await outside.signIn(person('path'), await start(browser, 'google', '/account/orders'))
  expect((await finish(await app.from(browser), there)).return_to).toBe('/account/orders')
  const lured = newBrowser()
  const away = await outside.signIn(person('path'), await start(lured, 'google', '//evil.example'))
  expect((await finish(await app.from(lured), away)).return_to).toBe('/account/home')
})

test('a shop without providers offers none', async () => {
  const plain = await openAccountApp()
  const context = await plain.from(newBrowser())
  expect(await plain.handlers.viewSignOnProviders(context, {})).toEqual({ providers: [] })
  await expect(plain.handlers.startSignOn(context, { provider: 'google' })).rejects.toThrow('NOT_FOUND')
  await plain.close()
})

test('refusals are logged without codes or tokens', () => {
  expect(app.logged.length).toBeGreaterThan(0)
  expect(app.logged.join('\n')).not.toMatch(/code=|eyJ|a secret between/)
})
