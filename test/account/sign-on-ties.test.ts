import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'
import { peopleOf } from './account-member.ts'
import { client, openIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
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
const { start, finish, signOn } = signOns(
  () => app,
  () => outside,
)

test('an e-mail that the provider has not verified links to no account, and its mailbox can open an account of its own', async () => {
  const email = 'unsure@example.com'
  const who = { ...person('unsure', email), email_verified: false }
  await app.mails()
  await expect(signOn(who, newBrowser(), 'facebook')).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
  const [mail] = await app.mails()
  expect(mail).toMatchObject({ to: email, subject: 'Confirm your email for Loam' })
  const owner = newBrowser()
  const confirm = async (new_password: string) =>
    app.handlers.verifyAccount(await app.from(owner), {
      id: mail?.token ?? '',
      password: '',
      new_password,
    })
  await expect(confirm('')).rejects.toMatchObject({ fields: { new_password: 'Please choose a password.' } })
  await confirm('tulips in loam')
  expect(await app.actor(owner)).toMatchObject({ email })
  // The person from the provider still has no account here, and the mailbox is notified that it has one.
  await expect(signOn(who, newBrowser(), 'facebook')).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
  const identities = app.deps.database.selectFrom('sign_on_identity').where('subject', '=', 'unsure')
  expect(await identities.select('account_id').execute()).toEqual([])
  // Their own member connects it, signed in and with a fresh proof.
  await signOn(who, owner, 'facebook')
  expect(await app.actor((await signOn(who, newBrowser(), 'facebook')).browser)).toMatchObject({ email })
})

test('an unverified e-mail of a member gets the same answer as an unknown one', async () => {
  const email = 'known@example.com'
  await app.guest(email)
  const who = { ...person('prober', email), email_verified: false }
  await app.mails()
  await expect(signOn(who)).rejects.toMatchObject({ code: 'UNVERIFIED_ACCOUNT' })
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['You already have a Loam account'])
})

test('connecting a provider needs a fresh proof in the session that started it, and sends the member a mail', async () => {
  const { browser } = await signOn(person('opens'))
  await expect(start(browser)).rejects.toMatchObject({ code: 'PROOF_REQUIRED', status: 403 })
  const { browser: mine, email } = await people.withoutPassword('connects@example.com')
  const slow = await outside.signIn(person('second'), await start(mine))
  app.travel({ minutes: 11 })
  await expect(finish(await app.from(mine), slow)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
  const again = await people.withoutPassword('connects@example.com')
  const back = await outside.signIn(person('second'), await start(again.browser))
  // Signed out on the way: what a member began signs nobody in.
  const stranger = { jar: new Map([...again.browser.jar].filter(([name]) => name.includes('sign_on'))) }
  await expect(finish(await app.from(stranger), back)).rejects.toMatchObject(failed)
  await signOn(person('second'), again.browser)
  expect((await people.mailsTo(email)).map(({ subject }) => subject)).toContain(
    'Google was connected to your Loam account',
  )
})

test('disconnecting a provider needs a fresh proof, happens once, and sends a mail', async () => {
  const { browser, email } = await people.member('parts@example.com')
  await signOn(person('parting'), browser)
  app.travel({ minutes: 10, milliseconds: 1 })
  const disconnect = async () =>
    app.handlers.disconnectSignOn(await app.from(browser), { provider: 'google' })
  await expect(disconnect()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
  await people.prove(browser)
  await app.mails()
  await disconnect()
  await disconnect()
  expect((await people.mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Google was disconnected from your Loam account',
  ])
  await expect(signOn(person('parting', email))).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})
