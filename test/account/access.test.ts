import { afterAll, beforeAll, expect, test } from 'vitest'
import { magicLinkLife, recoveryLinkLife } from '#account/rules/session-limits.ts'
import { mintLink } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import { endsNothing, newBrowser, openAccountHouse } from './account-house.ts'
import type { AccountHouseUnderTest, Browser } from './account-house.ts'
import { password, peopleOf } from './account-member.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const expired = { code: 'LINK_EXPIRED' }
let house: AccountHouseUnderTest

beforeAll(async () => {
  house = await openAccountHouse()
})

afterAll(() => house.close())

const { member, signIn, prove, mailsTo } = peopleOf(() => house)

const addPasskey = async (browser: Browser, accountId: string, name: string) => {
  const { options } = await house.handlers.startPasskey(await house.from(browser), {})
  const credential = softAuthenticator('https://shop.example', accountId).register(
    String(options['challenge']),
  )
  return (await house.handlers.addPasskey(await house.from(browser), { name, credential })).id
}

const connect = (accountId: string, provider: 'google' | 'facebook') =>
  house.world.database
    .insertInto('sign_on_identity')
    .values({
      issuer: `https://${provider}.example`,
      subject: accountId,
      account_id: accountId,
      provider,
      created_at: house.world.clock.now().toString(),
    }) // prettier-ignore
    .execute()

/** A link of every purpose in the member's mailboxes. */
const linksOf = async (browser: Browser, accountId: string) => {
  await house.mails()
  await house.handlers.changeEmail(await house.from(browser), { new_email: `${accountId}@example.com` })
  const [stop, change] = await house.mails()
  return {
    signIn: await inTransaction(house.world, (work) => mintLink(work, accountId, 'sign-in', magicLinkLife)),
    password: await house.link(accountId, recoveryLinkLife),
    change: change?.token ?? '',
    stop: stop?.token ?? '',
  }
}

const expectAllClosed = async (links: Awaited<ReturnType<typeof linksOf>>) => {
  const context = await house.from(newBrowser())
  const { handlers } = house
  await expect(handlers.useMagicLink(context, { id: links.signIn })).rejects.toMatchObject(expired)
  const set = handlers.setPassword(context, { token: links.password, password: 'a thief', ...endsNothing })
  await expect(set).rejects.toMatchObject(expired)
  const moved = handlers.confirmEmail(context, { id: links.change, password })
  await expect(moved).rejects.toMatchObject(expired)
  await expect(handlers.stopEmailChange(context, { id: links.stop })).rejects.toMatchObject(expired)
}

const ways: Readonly<Record<string, (browser: Browser, accountId: string) => Promise<void>>> = {
  'a new password in the settings': async (browser) =>
    void (await house.handlers.changePassword(await house.from(browser), {
      current_password: password,
      password: 'dahlias in clay',
      ...endsNothing,
    })),
  'a new password by a mailed link': async (_browser, accountId) => {
    const token = await house.link(accountId, recoveryLinkLife)
    const used = { token, password: 'dahlias in clay', ...endsNothing }
    await house.handlers.setPassword(await house.from(newBrowser()), used)
  },
  'signing out everywhere': async (browser) =>
    void (await house.handlers.signOutEverywhere(await house.from(browser), endsNothing)),
}

test.each(Object.entries(ways))(
  '%s closes every link of every purpose and every session',
  async (what, end) => {
    const { browser, accountId, email } = await member(`${what.replaceAll(' ', '-')}@example.com`)
    const elsewhere = await signIn(email)
    const links = await linksOf(browser, accountId)
    await end(browser, accountId)
    await expectAllClosed(links)
    expect(await house.actor(elsewhere)).toEqual({ kind: 'visitor' })
    // Other modules end what they let in.
    expect(house.ended).toContain(accountId)
  },
)

test('a new password lists what else signs in, and ends what is chosen from the list', async () => {
  const { browser, accountId, email } = await member('lists@example.com')
  await connect(accountId, 'google')
  await connect(accountId, 'facebook')
  const kept = await addPasskey(browser, accountId, 'my telephone')
  const lost = await addPasskey(browser, accountId, 'a lost laptop')
  const token = await house.link(accountId, recoveryLinkLife)
  const context = await house.from(newBrowser())
  const listed = await house.handlers.viewPasswordLink(context, { token })
  expect(listed.providers).toEqual(['google', 'facebook'])
  // Both were added in the same moment of the standing clock.
  expect(listed.passkeys.map(({ id, name }) => `${id} ${name}`).toSorted()).toEqual(
    [`${kept} my telephone`, `${lost} a lost laptop`].toSorted(),
  )
  await house.mails()
  const there = newBrowser()
  await house.handlers.setPassword(await house.from(there), {
    token,
    password: 'dahlias in clay',
    end_providers: ['google'],
    end_passkeys: [lost],
  })
  const { passkeys } = await house.handlers.listPasskeys(await house.from(there), {})
  expect(passkeys.map(({ id }) => id)).toEqual([kept])
  const { providers } = await house.handlers.viewSignInWays(await house.from(there), {})
  expect(providers).toEqual([{ provider: 'facebook', connected: true }])
  const mails = await mailsTo(email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A passkey was removed from your Loam account',
    'Google was disconnected from your Loam account',
    'Your Loam password was changed',
  ])
  const told = mails.find(({ subject }) => subject.includes('password'))
  expect(told?.text).toContain('Facebook, the passkey “my telephone”')
})

test("signing out everywhere ends chosen ways in with a fresh proof alone, and nobody else's", async () => {
  const { browser, accountId, email } = await member('ends@example.com')
  const other = await member('keeps@example.com')
  const theirs = await addPasskey(other.browser, other.accountId, 'theirs')
  await connect(accountId, 'google')
  house.travel({ minutes: 11 })
  const leave = async (from: Browser) =>
    house.handlers.signOutEverywhere(await house.from(from), {
      end_providers: ['google'],
      end_passkeys: [theirs],
    })
  await expect(leave(browser)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await house.actor(browser)).toMatchObject({ email })
  await prove(browser)
  await leave(browser)
  const { passkeys } = await house.handlers.listPasskeys(await house.from(other.browser), {})
  expect(passkeys).toHaveLength(1)
  const tied = house.world.database.selectFrom('sign_on_identity').where('account_id', '=', accountId)
  expect(await tied.select('provider').execute()).toEqual([])
})

test('of a sign-in by the former password and a new password at the same moment no session of the former is left', async () => {
  const { browser, email } = await member('moment@example.com')
  const thieves = [newBrowser(), newBrowser(), newBrowser()]
  const change = house.handlers.changePassword(await house.from(browser), {
    current_password: password,
    password: 'dahlias in clay',
    ...endsNothing,
  })
  const attempts = thieves.map(async (thief) =>
    house.handlers.login(await house.from(thief), { email, password }),
  )
  await Promise.allSettled([...attempts, change])
  for (const thief of thieves) expect(await house.actor(thief)).toEqual({ kind: 'visitor' })
  expect(await house.actor(browser)).toMatchObject({ email })
})

test('a session that was ended changes no password, however right the former one is typed', async () => {
  const { browser, email } = await member('ended@example.com')
  const thief = await house.from(await signIn(email))
  await house.handlers.signOutEverywhere(await house.from(browser), endsNothing)
  // Its request was let in a moment before.
  const change = house.handlers.changePassword(thief, {
    current_password: password,
    password: 'a thief was here',
    ...endsNothing,
  })
  await expect(change).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await signIn(email)
})
