import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, addressOf, saveAddress } from '#account/server/accounts.ts'
import { linksPerNetwork } from '#account/rules/guess-limits.ts'
import { newAccountLinkLifetime } from '#account/rules/session.ts'
import { inTransaction } from '#platform/transaction.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const password = 'tulips in loam'

let app: TestAccountApp
let discreet: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
  discreet = await openAccountApp('hide')
})

afterAll(() => Promise.all([app.close(), discreet.close()]))

const member = async (email: string) => {
  const { accountId } = await app.guest(email)
  const browser = newBrowser()
  const token = await app.link(accountId, newAccountLinkLifetime)
  await app.handlers.setPassword(await app.from(browser), { token, password, ...endsNothing })
  return { accountId, browser, email }
}

test('a password recovery publishes an event that mails a link', async () => {
  const { accountId } = await app.guest('forgot@example.com')
  const context = await app.from(newBrowser())
  const request = { email: 'forgot@example.com', ...app.check() }
  expect(await app.handlers.recover(context, request)).toEqual({ success: true })
  expect(app.events).toEqual([
    { kind: 'account-opened', accountId },
    { kind: 'password-link-requested', accountId, reason: 'recover' },
  ])
})

test('an unknown e-mail is reported, unless the operator hides it (ruling 19)', async () => {
  const detail = 'Apologies—we do not recognize your email. Kindly try again.'
  const unknown = { email: 'nobody@example.com' }
  const request = app.handlers.recover(await app.from(newBrowser()), { ...unknown, ...app.check() })
  await expect(request).rejects.toMatchObject({ code: 'USER_NOT_FOUND', detail, fields: { email: detail } })
  const context = await discreet.from(newBrowser())
  const hidden = await discreet.handlers.recover(context, { ...unknown, ...discreet.check() })
  expect(hidden).toEqual({ success: true })
  expect(discreet.events).toEqual([])
})

test('one network cannot flood a mailbox with recovery mails', async () => {
  const email = { email: 'flood@example.com' }
  for (const flooded of [app, discreet]) {
    await flooded.guest('flood@example.com')
    for (let n = 0; n < linksPerNetwork; n += 1)
      await flooded.handlers.recover(await flooded.from(newBrowser()), { ...email, ...flooded.check() })
  }
  discreet.events.splice(0)
  const before = app.events.length
  await expect(
    app.handlers.recover(await app.from(newBrowser()), { ...email, ...app.check() }),
  ).rejects.toThrow('TOO_MANY_REQUESTS')
  expect(app.events).toHaveLength(before)
  expect(
    await discreet.handlers.recover(await discreet.from(newBrowser()), { ...email, ...discreet.check() }),
  ).toEqual({ success: true })
  expect(discreet.events).toEqual([])
  app.travel({ hours: 1 })
  await app.handlers.recover(await app.from(newBrowser()), { ...email, ...app.check() })
  expect(app.events).toHaveLength(before + 1)
})

test('a recovery needs a human check that is used once, not too early, and with the hidden field empty', async () => {
  await app.guest('person@example.com')
  const requestRecovery = async (check: { captcha: string; website: string }) =>
    app.handlers.recover(await app.from(newBrowser()), { email: 'person@example.com', ...check })
  const before = app.events.length
  const failed = { code: 'CAPTCHA_FAILED' }
  await expect(requestRecovery({ captcha: '', website: '' })).rejects.toMatchObject(failed)
  await expect(requestRecovery({ captcha: 'made.up', website: '' })).rejects.toMatchObject(failed)
  await expect(requestRecovery({ ...app.check(), website: 'https://spam.example' })).rejects.toMatchObject(
    failed,
  )
  expect(app.events).toHaveLength(before)
  const check = app.check()
  const twice = await Promise.allSettled([requestRecovery(check), requestRecovery(check)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(requestRecovery(check)).rejects.toMatchObject(failed)
  expect(app.events).toHaveLength(before + 1)
})

test('a signed-in member requests a password link without a check, five an hour', async () => {
  const { browser } = await member('signed-in@example.com')
  const context = await app.from(browser)
  const before = app.events.length
  await app.handlers.mailPasswordLink(context, {})
  expect(app.events).toHaveLength(before + 1)
  await expect(app.handlers.mailPasswordLink(await app.from(newBrowser()), {})).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
})

test('the session check answers for a visitor, for a member, and for a browser without its identity token', async () => {
  const nobody = await app.from(newBrowser())
  expect(await app.handlers.checkAuthentication(nobody, {})).toEqual({ success: false })
  const { browser } = await member('checked@example.com')
  const checked = await app.handlers.checkAuthentication(await app.from(browser), {})
  expect(checked).toEqual({ success: true, loamSessionToken: browser.jar.get('loam_jwt') })
  browser.jar.delete('loam_jwt')
  await app.handlers.checkAuthentication(await app.from(browser), {})
  expect(browser.jar.get('loam_jwt')).toMatch(/^eyJ/)
})

test('spec §4: the token of another user is a mismatch that ends the session and returns both tokens', async () => {
  const mara = await member('mara@example.com')
  const tom = await member('tom@example.com')
  const foreign = tom.browser.jar.get('loam_jwt') ?? ''
  mara.browser.jar.set('loam_jwt', foreign)
  const jarBefore = new Map(mara.browser.jar)
  const context = await app.from(mara.browser)
  await expect(app.handlers.checkAuthentication(context, {})).rejects.toMatchObject({
    code: 'SessionVerificationError',
    status: 401,
    data: {
      msg: 'SessionVerificationError',
      token: expect.stringMatching(/^eyJ/),
      sessionToken: foreign,
    },
  })
  expect([...mara.browser.jar.keys()]).toEqual(['__Host-loam_known'])
  expect(await app.actor({ jar: jarBefore })).toEqual({ kind: 'visitor' })
  expect(await app.actor(tom.browser)).toMatchObject({ email: 'tom@example.com' })
})

test('an identity token without its session is a mismatch without a second token', async () => {
  const { browser } = await member('outlived@example.com')
  browser.jar.delete('__Host-loam_session')
  const sessionToken = browser.jar.get('loam_jwt')
  const context = await app.from(browser)
  await expect(app.handlers.checkAuthentication(context, {})).rejects.toMatchObject({
    data: { token: null, sessionToken },
  })
  expect(browser.jar.has('loam_jwt')).toBe(false)
})

test('a forged identity token is treated as no token', async () => {
  const { browser } = await member('forged@example.com')
  const [header = '', , signature = ''] = (browser.jar.get('loam_jwt') ?? '').split('.')
  const claims = Buffer.from(JSON.stringify({ email: 'tom@example.com', uuid: 'x' })).toString('base64url')
  browser.jar.set('loam_jwt', [header, claims, signature].join('.'))
  const checked = await app.handlers.checkAuthentication(await app.from(browser), {})
  expect(checked).toMatchObject({ success: true })
})

test('the user state has the fields of spec §3, with the newest address first', async () => {
  const { accountId, browser, email } = await member('state@example.com')
  const home = {
    firstName: 'Mara',
    lastName: 'Ito',
    address: '418 Alder Street',
    unit: '',
    city: 'Portland',
    region: 'OR',
    zip: '97205',
    country: 'US',
    phone: '',
    company: '',
  }
  await inTransaction(app.deps, (tx) => saveAddress(tx, accountId, home))
  app.travel({ hours: 1 })
  const studio = { ...home, address: '12 Birch Lane' }
  const id = await inTransaction(app.deps, (tx) => saveAddress(tx, accountId, studio))
  expect(await addressOf(app.deps.database, accountId, id)).toEqual(studio)
  expect(await addressesOf(app.deps.database, accountId)).toEqual([studio, home])
  const user = await app.handlers.viewUser(await app.from(browser), {})
  expect(user).toMatchObject({ email, externalId: accountId, firstName: 'Mara', lastName: 'Ito' })
  expect(user.account.details.shipping_addresses[0]).toMatchObject({
    postal_code: '97205',
    city: 'Portland',
    region: 'OR',
    address: '12 Birch Lane',
  })
})

test("a member's address cannot be read for another account", async () => {
  const mara = await member('mine@example.com')
  const tom = await member('yours@example.com')
  const address = { address: '1 Elm', unit: '', city: 'Bend', region: 'OR', zip: '97701', country: 'US' }
  const completeAddress = { ...address, firstName: 'Mara', lastName: 'Ito', phone: '', company: '' }
  const id = await inTransaction(app.deps, (tx) => saveAddress(tx, mara.accountId, completeAddress))
  expect(await addressOf(app.deps.database, tom.accountId, id)).toBe(null)
})
