import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'
import { password, peopleOf } from './account-member.ts'

const expired = { code: 'LINK_EXPIRED' }
let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const { member, signIn, withoutPassword, prove } = peopleOf(() => app)

/** Asks for a change; answers the links: the one that stops it, and the one that confirms it. */
const requestChange = async (browser: Browser, new_email: string) => {
  await app.mails()
  await app.handlers.changeEmail(await app.from(browser), { new_email })
  const [stop, confirm] = await app.mails()
  return { stop, confirm }
}

const confirm = async (browser: Browser, id: string | undefined, input = '') =>
  app.handlers.confirmEmail(await app.from(browser), { id: id ?? '', password: input })

const stop = async (browser: Browser, id: string | undefined) =>
  app.handlers.stopEmailChange(await app.from(browser), { id: id ?? '' })

test('a requested e-mail change is mailed to the old address, and the requesting session confirms it', async () => {
  const { accountId, browser, email } = await member('former@example.com')
  const elsewhere = await signIn(email)
  const mails = await requestChange(browser, 'newer@example.com')
  expect(mails.stop).toMatchObject({ to: email, subject: 'Your Loam email is about to change' })
  expect(mails.stop?.text).toContain('newer@example.com')
  expect(mails.confirm).toMatchObject({ to: 'newer@example.com', subject: 'Confirm your new email for Loam' })
  const id = mails.confirm?.token ?? ''
  expect(await app.handlers.viewEmailLink(await app.from(browser), { id })).toEqual({
    email: 'newer@example.com',
    confirm_by: 'session',
  })
  expect(await app.actor(browser)).toMatchObject({ email })
  await confirm(browser, id)
  expect(await app.actor(browser)).toMatchObject({ accountId, email: 'newer@example.com' })
  expect(await app.actor(elsewhere)).toEqual({ kind: 'visitor' })
  expect((await app.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Your Loam email was changed'],
  ])
  await expect(confirm(browser, id)).rejects.toMatchObject(expired)
  await expect(stop(newBrowser(), mails.stop?.token)).rejects.toMatchObject(expired)
})

test('an e-mail change link alone changes nothing: another browser needs the password, whatever session it has', async () => {
  const { accountId, browser, email } = await member('linked@example.com')
  const { confirm: mail } = await requestChange(browser, 'linked-new@example.com')
  const thief = (await member('thief@example.com')).browser
  const other = await signIn(email)
  for (const there of [newBrowser(), thief, other]) {
    const id = mail?.token ?? ''
    expect(await app.handlers.viewEmailLink(await app.from(there), { id })).toMatchObject({
      confirm_by: 'password',
    })
    await expect(confirm(there, id)).rejects.toMatchObject({
      fields: { password: 'That’s not your password.' },
    })
    await expect(confirm(there, id, 'tulips in clay')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  }
  const there = newBrowser()
  await confirm(there, mail?.token, password)
  expect(await app.actor(there)).toMatchObject({ accountId, email: 'linked-new@example.com' })
})

test('without a password only the requesting session confirms an e-mail change', async () => {
  const { browser } = await withoutPassword('plain@example.com')
  const { confirm: mail } = await requestChange(browser, 'plain-new@example.com')
  const there = newBrowser()
  const id = mail?.token ?? ''
  const seen = await app.handlers.viewEmailLink(await app.from(there), { id })
  expect(seen.confirm_by).toBe('elsewhere')
  await expect(confirm(there, id, password)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await confirm(browser, id)
  expect(await app.actor(browser)).toMatchObject({ email: 'plain-new@example.com' })
})

test('the old mailbox cancels an e-mail change and ends the requesting session, and nobody can confirm it afterwards', async () => {
  const { browser, email } = await member('stops@example.com')
  const thief = await signIn(email)
  const mails = await requestChange(thief, 'thief-new@example.com')
  const id = mails.stop?.token ?? ''
  const mailbox = newBrowser()
  // Opening the page stops nothing.
  expect(await app.handlers.viewStopEmailLink(await app.from(mailbox), { id })).toEqual({
    email: 'thief-new@example.com',
  })
  expect(await app.actor(thief)).toMatchObject({ kind: 'member' })
  await stop(mailbox, id)
  expect(await app.actor(thief)).toEqual({ kind: 'visitor' })
  expect(await app.actor(browser)).toMatchObject({ email })
  await expect(confirm(thief, mails.confirm?.token, password)).rejects.toMatchObject(expired)
  await expect(stop(mailbox, id)).rejects.toMatchObject(expired)
  // Neither link does what the other is for.
  const again = await requestChange(browser, 'own-new@example.com')
  await expect(stop(mailbox, again.confirm?.token)).rejects.toMatchObject(expired)
  await expect(confirm(browser, again.stop?.token, password)).rejects.toMatchObject(expired)
})

test('a newer e-mail change replaces the older one, and five can be requested in an hour', async () => {
  const { browser } = await member('repeats@example.com')
  const first = await requestChange(browser, 'first@example.com')
  const second = await requestChange(browser, 'second@example.com')
  await expect(confirm(browser, first.confirm?.token)).rejects.toMatchObject(expired)
  for (let n = 3; n <= 5; n += 1) await requestChange(browser, `number-${n}@example.com`)
  await expect(requestChange(browser, 'sixth@example.com')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await expect(confirm(browser, second.confirm?.token)).rejects.toMatchObject(expired)
})

test.each([
  [
    'a new password',
    async (browser: Browser) =>
      void (await app.handlers.changePassword(await app.from(browser), {
        current_password: password,
        password: 'dahlias in clay',
        ...endsNothing,
      })),
  ],
  [
    'signing out everywhere',
    async (browser: Browser) =>
      void (await app.handlers.signOutEverywhere(await app.from(browser), endsNothing)),
  ],
  [
    'the end of the session that began it',
    async (browser: Browser) => {
      const context = await app.from(browser)
      const { sessions } = await app.handlers.listSessions(context, { limit: 20 })
      const other = sessions.find(({ current }) => !current)
      await app.handlers.revokeSession(context, { id: other?.id ?? '' })
    },
  ],
])('%s ends a pending e-mail change, also one whose mail was not sent yet', async (what, end) => {
  // prettier-ignore
  const { browser, email } = await member(`${what.replaceAll(' ', '-')}@example.com`)
  const thief = await signIn(email)
  const { confirm: mail } = await requestChange(thief, `${what.replaceAll(' ', '-')}-new@example.com`)
  await app.handlers.changeEmail(await app.from(thief), { new_email: 'late@example.com' })
  const waiting = app.events.splice(0)
  await end(browser)
  app.events.splice(0, app.events.length, ...waiting)
  expect(await app.mails()).toEqual([])
  await expect(confirm(thief, mail?.token, password)).rejects.toMatchObject(expired)
})

test('requesting an e-mail change needs a fresh proof of this session', async () => {
  const { browser, email } = await member('proves@example.com')
  app.travel({ minutes: 10, milliseconds: 1 })
  await expect(requestChange(browser, 'unproved@example.com')).rejects.toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  // The proof was given in another session, not in this one.
  await prove(await signIn(email))
  await expect(requestChange(browser, 'unproved@example.com')).rejects.toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  await prove(browser)
  await requestChange(browser, 'proved@example.com')
})

test('an e-mail that is registered at the same moment makes the link expired, without an internal error', async () => {
  const { browser } = await member('racer@example.com')
  const email = 'raced@example.com'
  const { confirm: mail } = await requestChange(browser, email)
  const context = await app.from(browser)
  const { database } = app.deps
  const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const moved = await database.transaction().execute(async (other) => {
    const id = app.deps.ids.uuid()
    const now = app.deps.clock.now().toString()
    await other.insertInto('account').values({ id, email, created_at: now }).execute()
    const moving = app.handlers
      .confirmEmail(context, { id: mail?.token ?? '', password: '' })
      .catch((thrown: unknown) => thrown)
    // The other account is not committed before the move waits for it.
    while ((await waiting.execute(database)).rows[0]?.n === 0) await setImmediate()
    return { moving }
  })
  expect(await moved.moving).toMatchObject(expired)
})

test('of confirming and canceling an e-mail change at once, exactly one succeeds', async () => {
  const { browser, email, accountId } = await member('both@example.com')
  const mails = await requestChange(browser, 'both-new@example.com')
  const outcomes = await Promise.allSettled([
    confirm(browser, mails.confirm?.token),
    stop(newBrowser(), mails.stop?.token),
    confirm(newBrowser(), mails.confirm?.token, password),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const stopped = outcomes[1]?.status === 'fulfilled'
  const row = app.deps.database.selectFrom('account').select('email').where('id', '=', accountId)
  expect(await row.executeTakeFirst()).toEqual({ email: stopped ? email : 'both-new@example.com' })
  const expectedMails = stopped ? [] : [[email, 'Your Loam email was changed']]
  expect((await app.mails()).map(({ to, subject }) => [to, subject])).toEqual(expectedMails)
})

test('nobody can change to the e-mail of an existing account, and only its owner learns why', async () => {
  const { browser, email: former } = await member('mover@example.com')
  const { email } = await member('there@example.com')
  const reply = await app.handlers.changeEmail(await app.from(browser), { new_email: email })
  expect(reply).toEqual({ success: true })
  expect((await app.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [former, 'Your Loam email is about to change'],
    [email, 'You already have a Loam account'],
  ])
})

test('a mailbox gets at most one mail an hour about changes to its address, and the first link stays valid', async () => {
  const own = await member('moves@example.com')
  const email = 'wanted@example.com'
  const { confirm: mail } = await requestChange(own.browser, email)
  const again = async (browser: Browser) => {
    await app.handlers.changeEmail(await app.from(browser), { new_email: email })
    return (await app.mails()).filter(({ to }) => to === email)
  }
  expect(await again(own.browser)).toEqual([])
  const others = ['flood-1@example.com', 'flood-2@example.com']
  for (const other of others) expect(await again((await member(other)).browser)).toEqual([])
  await confirm(own.browser, mail?.token)
  expect(await app.actor(own.browser)).toMatchObject({ email })
  // It belongs to a member by now, who is notified once.
  const third = (await member('flood-3@example.com')).browser
  expect((await again(third)).map(({ subject }) => subject)).toContain('You already have a Loam account')
  const fourth = (await member('flood-4@example.com')).browser
  expect(await again(fourth)).toEqual([])
})
