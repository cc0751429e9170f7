import { afterAll, beforeAll, expect, test } from 'vitest'
import { magicLinkLifetime, recoveryLinkLifetime } from '#account/rules/session.ts'
import { mintLink } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'
import { password, peopleOf } from './account-member.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const expired = { code: 'LINK_EXPIRED' }
let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const { member, signIn, prove, mailsTo } = peopleOf(() => app)

const addPasskey = async (browser: Browser, accountId: string, name: string) => {
  const { options } = await app.handlers.startPasskey(await app.from(browser), {})
  const credential = softAuthenticator('https://shop.example', accountId).register(
    String(options['challenge']),
  )
  return (await app.handlers.addPasskey(await app.from(browser), { name, credential })).id
}

const connect = (accountId: string, provider: 'google' | 'facebook') =>
  app.deps.database
    .insertInto('sign_on_identity')
    .values({
      issuer: `https://${provider}.example`,
      subject: accountId,
      account_id: accountId,
      provider,
      created_at: app.deps.clock.now().toString(),
    }) // prettier-ignore
    .execute()

/** A link of every purpose in the member's mailboxes. */
const linksOf = async (browser: Browser, accountId: string) => {
  await app.mails()
  await app.handlers.changeEmail(await app.from(browser), { new_email: `${accountId}@example.com` })
  const [stop, change] = await app.mails()
  return {
    signIn: await inTransaction(app.deps, (tx) => mintLink(tx, accountId, 'sign-in', magicLinkLifetime)),
    password: await app.link(accountId, recoveryLinkLifetime),
    change: change?.token ?? '',
    stop: stop?.token ?? '',
  }
}

const expectAllLinksExpired = async (links: Awaited<ReturnType<typeof linksOf>>) => {
  const context = await app.from(newBrowser())
  const { handlers } = app
  await expect(handlers.useMagicLink(context, { id: links.signIn })).rejects.toMatchObject(expired)
  const set = handlers.setPassword(context, { token: links.password, password: 'a thief', ...endsNothing })
  await expect(set).rejects.toMatchObject(expired)
  const moved = handlers.confirmEmail(context, { id: links.change, password })
  await expect(moved).rejects.toMatchObject(expired)
  await expect(handlers.stopEmailChange(context, { id: links.stop })).rejects.toMatchObject(expired)
}

const signInMethods: Readonly<Record<string, (browser: Browser, accountId: string) => Promise<void>>> = {
  'a new password in the settings': async (browser) =>
    void (await app.handlers.changePassword(await app.from(browser), {
      current_password: password,
      password: 'dahlias in clay',
      ...endsNothing,
    })),
  'a new password by a mailed link': async (_browser, accountId) => {
    const token = await app.link(accountId, recoveryLinkLifetime)
    const used = { token, password: 'dahlias in clay', ...endsNothing }
    await app.handlers.setPassword(await app.from(newBrowser()), used)
  },
  'signing out everywhere': async (browser) =>
    void (await app.handlers.signOutEverywhere(await app.from(browser), endsNothing)),
}

test.each(Object.entries(signInMethods))(
  '%s invalidates every link of every purpose and every session',
  async (what, end) => {
    const { browser, accountId, email } = await member(`${what.replaceAll(' ', '-')}@example.com`)
    const elsewhere = await signIn(email)
    const links = await linksOf(browser, accountId)
    await end(browser, accountId)
    await expectAllLinksExpired(links)
    expect(await app.actor(elsewhere)).toEqual({ kind: 'visitor' })
    // Other modules end the access that they gave.
    expect(app.ended).toContain(accountId)
  },
)

test('a new password lists the other sign-in methods, and ends those chosen from the list', async () => {
  const { browser, accountId, email } = await member('lists@example.com')
  await connect(accountId, 'google')
  await connect(accountId, 'facebook')
  const otherPasskey = await addPasskey(browser, accountId, 'my phone')
  const lost = await addPasskey(browser, accountId, 'a lost laptop')
  const token = await app.link(accountId, recoveryLinkLifetime)
  const context = await app.from(newBrowser())
  const listed = await app.handlers.viewPasswordLink(context, { token })
  expect(listed.providers).toEqual(['google', 'facebook'])
  // Both were added at the same moment of the stopped clock.
  expect(listed.passkeys.map(({ id, name }) => `${id} ${name}`).toSorted()).toEqual(
    [`${otherPasskey} my phone`, `${lost} a lost laptop`].toSorted(),
  )
  await app.mails()
  const there = newBrowser()
  await app.handlers.setPassword(await app.from(there), {
    token,
    password: 'dahlias in clay',
    use_choice: false,
    end_providers: ['google'],
    end_passkeys: [lost],
  })
  const { passkeys } = await app.handlers.listPasskeys(await app.from(there), {})
  expect(passkeys.map(({ id }) => id)).toEqual([otherPasskey])
  const { providers } = await app.handlers.viewSignInMethods(await app.from(there), {})
  expect(providers).toEqual([{ provider: 'facebook', connected: true }])
  const mails = await mailsTo(email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A passkey was removed from your Loam account',
    'Google was disconnected from your Loam account',
    'Your Loam password was changed',
  ])
  const passwordMail = mails.find(({ subject }) => subject.includes('password'))
  expect(passwordMail?.text).toContain('Facebook, the passkey “my phone”')
})

test("signing out everywhere ends the chosen sign-in methods only with a fresh proof, and only the member's own", async () => {
  const { browser, accountId, email } = await member('ends@example.com')
  const other = await member('keeps@example.com')
  const theirs = await addPasskey(other.browser, other.accountId, 'theirs')
  await connect(accountId, 'google')
  app.travel({ minutes: 11 })
  const leave = async (from: Browser) =>
    app.handlers.signOutEverywhere(await app.from(from), {
      end_providers: ['google'],
      end_passkeys: [theirs],
    })
  await expect(leave(browser)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await app.actor(browser)).toMatchObject({ email })
  await prove(browser)
  await leave(browser)
  const { passkeys } = await app.handlers.listPasskeys(await app.from(other.browser), {})
  expect(passkeys).toHaveLength(1)
  const tied = app.deps.database.selectFrom('sign_on_identity').where('account_id', '=', accountId)
  expect(await tied.select('provider').execute()).toEqual([])
})

test('of a sign-in with the old password and a password change at once, no session of the old password remains', async () => {
  const { browser, email } = await member('moment@example.com')
  const thieves = [newBrowser(), newBrowser(), newBrowser()]
  const change = app.handlers.changePassword(await app.from(browser), {
    current_password: password,
    password: 'dahlias in clay',
    ...endsNothing,
  })
  const attempts = thieves.map(async (thief) =>
    app.handlers.login(await app.from(thief), { email, password }),
  )
  await Promise.allSettled([...attempts, change])
  for (const thief of thieves) expect(await app.actor(thief)).toEqual({ kind: 'visitor' })
  expect(await app.actor(browser)).toMatchObject({ email })
})

test('an ended session cannot change the password, even with the correct old one', async () => {
  const { browser, email } = await member('ended@example.com')
  const thief = await app.from(await signIn(email))
  await app.handlers.signOutEverywhere(await app.from(browser), endsNothing)
  // Its request passed the check of the session a moment before.
  const change = app.handlers.changePassword(thief, {
    current_password: password,
    password: 'a thief was here',
    ...endsNothing,
  })
  await expect(change).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await signIn(email)
})
