import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const password = 'tulips in loam'

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

type Browser = ReturnType<typeof newBrowser>

const member = async (email: string) => {
  const { accountId } = await app.guest(email)
  const browser = newBrowser()
  const token = await app.link(accountId, recoveryLinkLifetime)
  await app.handlers.setPassword(await app.from(browser), { token, password, ...endsNothing })
  return { accountId, browser, email }
}

const challengeIn = ({ options }: { readonly options: Readonly<Record<string, unknown>> }): string =>
  String(options['challenge'])

const startAdding = async (browser: Browser) => app.handlers.startPasskey(await app.from(browser), {})

const startSigningIn = async (browser: Browser): Promise<string> =>
  challengeIn(await app.handlers.startPasskeySignIn(await app.from(browser), {}))

const signIn = async (
  browser: Browser,
  credential: ReturnType<ReturnType<typeof softAuthenticator>['answer']>,
) => app.handlers.passkeySignIn(await app.from(browser), { credential })

/** A member with a passkey. */
const holder = async (email: string) => {
  const person = await member(email)
  const authenticator = softAuthenticator('https://shop.example', person.accountId)
  const challenge = challengeIn(await startAdding(person.browser))
  const added = { name: 'my phone', credential: authenticator.register(challenge) }
  const { id } = await app.handlers.addPasskey(await app.from(person.browser), added)
  return { ...person, authenticator, id }
}

const refused = { code: 'SIGN_ON_FAILED', status: 422 }

test('a member gets a mail when a passkey is added or removed, or the password changes', async () => {
  const { accountId, browser, email, id } = await holder('told@example.com')
  await app.handlers.removePasskey(await app.from(browser), { id })
  const token = await app.link(accountId, recoveryLinkLifetime)
  await app.handlers.setPassword(await app.from(newBrowser()), {
    token,
    password: 'clay under loam',
    ...endsNothing,
  })
  const mails = (await app.mails()).filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your Loam account',
    'A passkey was removed from your Loam account',
    'Your Loam password was changed',
  ])
})

test('a passkey is saved, and signs its member in from any browser', async () => {
  const { accountId, authenticator, browser } = await holder('keeps@example.com')
  const elsewhere = newBrowser()
  await signIn(elsewhere, authenticator.answer(await startSigningIn(elsewhere)))
  expect(await app.actor(elsewhere)).toMatchObject({ kind: 'member', accountId })
  const { passkeys } = await app.handlers.listPasskeys(await app.from(browser), {})
  expect(passkeys).toMatchObject([{ name: 'my phone', last_used_at: expect.any(String) }])
  expect(JSON.stringify(passkeys)).not.toMatch(/key_|credential/)
})

test('the registration options name the domain, require user verification, and exclude existing passkeys', async () => {
  const { browser, accountId } = await holder('asked@example.com')
  const { options } = await startAdding(browser)
  expect(options).toMatchObject({
    rp: { id: 'shop.example' },
    user: { id: Buffer.from(accountId).toString('base64url'), name: 'asked@example.com' },
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
    attestation: 'none',
  })
  expect((await startAdding(browser)).options['challenge']).not.toBe(options['challenge'])
})

test('adding and removing a passkey needs a fresh proof, when it starts and when it completes', async () => {
  const needed = { code: 'PROOF_REQUIRED', status: 403 }
  const { browser, accountId } = await member('asks@example.com')
  const authenticator = softAuthenticator('https://shop.example', accountId)
  const credential = authenticator.register(challengeIn(await startAdding(browser)))
  app.travel({ minutes: 9, seconds: 59 })
  // Proved in time, answered when the proof is over.
  const slow = newBrowser()
  await app.handlers.login(await app.from(slow), { email: 'asks@example.com', password })
  const late = authenticator.register(challengeIn(await startAdding(slow)))
  await app.deps.database.updateTable('session').set({ proved_at: null }).execute()
  const finish = app.handlers.addPasskey(await app.from(slow), { name: 'late', credential: late })
  await expect(finish).rejects.toMatchObject(needed)
  await expect(startAdding(browser)).rejects.toMatchObject(needed)
  await app.handlers.proveByPassword(await app.from(browser), { proof_password: password })
  const added = { name: 'in time', credential }
  const { id } = await app.handlers.addPasskey(await app.from(browser), added)
  app.travel({ minutes: 11 })
  const remove = async () => app.handlers.removePasskey(await app.from(browser), { id })
  await expect(remove()).rejects.toMatchObject(needed)
  await app.handlers.proveByPassword(await app.from(browser), { proof_password: password })
  await remove()
})

test('a passkey proves its own member only, and a proof answer does not sign in', async () => {
  const { browser, authenticator } = await holder('proves@example.com')
  const other = await holder('another@example.com')
  app.travel({ minutes: 11 })
  const start = async () => challengeIn(await app.handlers.startPasskeyProof(await app.from(browser), {}))
  const prove = async (credential: ReturnType<typeof authenticator.answer>) =>
    app.handlers.proveByPasskey(await app.from(browser), { credential })
  await expect(prove(other.authenticator.answer(await start()))).rejects.toMatchObject(refused)
  await expect(signIn(browser, authenticator.answer(await start()))).rejects.toMatchObject(refused)
  // A challenge for a sign-in proves nothing in a session either.
  await expect(prove(authenticator.answer(await startSigningIn(browser)))).rejects.toMatchObject(refused)
  await prove(authenticator.answer(await start(), { counter: 5 }))
  await startAdding(browser)
})

const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another domain', { domain: 'evil.example' }],
  ['that was made for a registration', { type: 'webauthn.create' }],
  ['without user verification', { userVerified: false }],
  ['signed with another key', { key: other }],
  ['for another member', { userHandle: '01890000-0000-7000-8000-000000000000' }],
])('a passkey answer %s does not sign in', async (what, twist) => {
  const { authenticator } = await holder(`${what.replaceAll(' ', '-')}@example.com`)
  const browser = newBrowser()
  const attempt = signIn(browser, authenticator.answer(await startSigningIn(browser), twist))
  await expect(attempt).rejects.toMatchObject(refused)
  expect(await app.actor(browser)).toEqual({ kind: 'visitor' })
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another domain', { domain: 'evil.example' }],
  ['that was made for a sign-in', { type: 'webauthn.get' }],
  ['without user verification', { userVerified: false }],
])('a passkey registration %s is not saved', async (what, twist) => {
  const { browser } = await member(`new-${what.replaceAll(' ', '-')}@example.com`)
  const challenge = challengeIn(await startAdding(browser))
  const credential = softAuthenticator().register(challenge, twist)
  const attempt = app.handlers.addPasskey(await app.from(browser), { name: 'forged', credential })
  await expect(attempt).rejects.toMatchObject(refused)
  expect((await app.handlers.listPasskeys(await app.from(browser), {})).passkeys).toEqual([])
})

test('a passkey answer is valid once, in time, and only from the requesting browser', async () => {
  const { authenticator } = await holder('once@example.com')
  const browser = newBrowser()
  const answer = authenticator.answer(await startSigningIn(browser))
  const stolen = new Map(browser.jar)
  await signIn(browser, answer)
  await expect(signIn({ jar: stolen }, answer)).rejects.toMatchObject(refused)
  const thief = newBrowser()
  await startSigningIn(thief)
  const elsewhere = newBrowser()
  const meant = authenticator.answer(await startSigningIn(elsewhere))
  await expect(signIn(thief, meant)).rejects.toMatchObject(refused)
  const slow = newBrowser()
  const late = authenticator.answer(await startSigningIn(slow))
  app.travel({ minutes: 10 })
  await expect(signIn(slow, late)).rejects.toMatchObject(refused)
})

test('a cloned authenticator is detected by its counter', async () => {
  const { authenticator } = await holder('copied@example.com')
  const browser = newBrowser()
  await signIn(browser, authenticator.answer(await startSigningIn(browser), { counter: 7 }))
  const again = authenticator.answer(await startSigningIn(browser), { counter: 7 })
  await expect(signIn(browser, again)).rejects.toMatchObject(refused)
})

test("a member's challenge registers no passkey for another member, and a sign-in challenge registers none", async () => {
  const mine = await member('mine@example.com')
  const theirs = await member('theirs@example.com')
  const challenge = challengeIn(await startAdding(mine.browser))
  const credential = softAuthenticator().register(challenge)
  theirs.browser.jar.set('__Host-loam_passkey', mine.browser.jar.get('__Host-loam_passkey') ?? '')
  const crossed = app.handlers.addPasskey(await app.from(theirs.browser), { name: 'crossed', credential })
  await expect(crossed).rejects.toMatchObject(refused)
  const secondOptions = await startSigningIn(mine.browser)
  const wrong = softAuthenticator().register(secondOptions)
  const used = app.handlers.addPasskey(await app.from(mine.browser), {
    name: 'crossed',
    credential: wrong,
  })
  await expect(used).rejects.toMatchObject(refused)
})

test('a removed passkey does not sign in, and strangers neither rename nor remove passkeys', async () => {
  const { authenticator, id, browser } = await holder('removes@example.com')
  const stranger = await app.from((await member('meddles@example.com')).browser)
  await expect(app.handlers.renamePasskey(stranger, { id, name: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(app.handlers.removePasskey(stranger, { id })).rejects.toMatchObject({ status: 404 })
  await app.handlers.renamePasskey(await app.from(browser), { id, name: 'my old telephone' })
  const { passkeys } = await app.handlers.listPasskeys(await app.from(browser), {})
  expect(passkeys.map(({ name }) => name)).toEqual(['my old telephone'])
  await app.handlers.removePasskey(await app.from(browser), { id })
  const elsewhere = newBrowser()
  const attempt = signIn(elsewhere, authenticator.answer(await startSigningIn(elsewhere)))
  await expect(attempt).rejects.toMatchObject(refused)
})

test('a credential belongs to one member only', async () => {
  const { authenticator } = await holder('first@example.com')
  const second = await member('second@example.com')
  const credential = authenticator.register(challengeIn(await startAdding(second.browser)))
  const attempt = app.handlers.addPasskey(await app.from(second.browser), { name: 'again', credential })
  await expect(attempt).rejects.toMatchObject(refused)
})

test('a deleted account has no passkey', async () => {
  const { browser, email, accountId } = await holder('forgets@example.com')
  await app.handlers.deleteAccount(await app.from(browser), { email })
  const stored = app.deps.database.selectFrom('passkey').select('id').where('account_id', '=', accountId)
  expect(await stored.execute()).toEqual([])
})
