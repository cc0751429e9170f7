import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp, Browser } from './account-app.ts'
import { password, peopleOf } from './account-member.ts'

const needed = { code: 'PROOF_REQUIRED', status: 403 }
let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp()
})

afterAll(() => app.close())

const { member, signIn, withoutPassword, prove, mailsTo } = peopleOf(() => app)

const exportData = async (browser: Browser) => app.handlers.exportUser(await app.from(browser), {})
const isFresh = async (browser: Browser) => (await app.handlers.viewProof(await app.from(browser), {})).fresh

const mailCode = async ({ browser, email }: { readonly browser: Browser; readonly email: string }) => {
  await app.handlers.mailProofCode(await app.from(browser), {})
  const [mail] = await mailsTo(email)
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? 'no code'
}

const typeCode = async (browser: Browser, proof_code: string) =>
  app.handlers.proveByCode(await app.from(browser), { proof_code })

test('export and deletion need a proof from the last ten minutes, and both send a mail', async () => {
  const { browser, email } = await member('leaves@example.com')
  app.travel({ minutes: 10 })
  await exportData(browser)
  app.travel({ milliseconds: 1 })
  const leave = async () => app.handlers.deleteAccount(await app.from(browser), { email })
  await expect(exportData(browser)).rejects.toMatchObject(needed)
  await expect(leave()).rejects.toMatchObject(needed)
  await expect(prove(browser, 'tulips in clay')).rejects.toMatchObject({
    fields: { proof_password: 'That’s not your password.' },
  })
  await expect(leave()).rejects.toMatchObject(needed)
  await prove(browser)
  await app.mails()
  await exportData(browser)
  await leave()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Loam account was deleted'])
})

test('the member gets a mail about an export', async () => {
  const { browser, email } = await member('exports@example.com')
  await app.mails()
  await exportData(browser)
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Loam data was downloaded'])
})

test('a proof belongs to one session, and another session of the same person is not proved', async () => {
  const { browser, email } = await member('sessions@example.com')
  const other = await signIn(email)
  app.travel({ minutes: 11 })
  await prove(browser)
  expect(await isFresh(browser)).toBe(true)
  expect(await isFresh(other)).toBe(false)
  await expect(exportData(other)).rejects.toMatchObject(needed)
  // Nothing that a browser sends replaces it.
  for (const name of ['proved_at', 'proof', '__Host-loam_proof']) other.jar.set(name, '2099-01-01T00:00:00Z')
  await expect(exportData(other)).rejects.toMatchObject(needed)
})

test('signing in by a mailed link or a provider is no proof for an account with a password', async () => {
  const { email } = await member('mailbox@example.com')
  const browser = newBrowser()
  await app.handlers.sendMagicLink(await app.from(browser), { email })
  const [mail] = (await app.mails()).filter(({ subject }) => subject.includes('sign-in link'))
  await app.handlers.useMagicLink(await app.from(browser), { id: mail?.token ?? '' })
  await expect(exportData(browser)).rejects.toMatchObject(needed)
  // Nor is a code mailed: the password is required.
  const request = app.handlers.mailProofCode(await app.from(browser), {})
  await expect(request).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.handlers.viewProof(await app.from(browser), {})).toEqual({
    fresh: false,
    methods: ['password'],
  })
})

test('a member without a password proves with a mailed code, once', async () => {
  const person = await withoutPassword('coded@example.com')
  app.travel({ minutes: 11 })
  await expect(exportData(person.browser)).rejects.toMatchObject(needed)
  const code = await mailCode(person)
  await typeCode(person.browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await exportData(person.browser)
  app.travel({ minutes: 9 })
  await expect(typeCode(person.browser, code)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})

test('a code is valid for ten minutes, for the requesting session, until a newer one is mailed', async () => {
  const person = await withoutPassword('bound@example.com')
  const other = await withoutPassword('bound@example.com')
  app.travel({ minutes: 11 })
  const code = await mailCode(person)
  await expect(typeCode(other.browser, code)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const newer = await mailCode(person)
  if (newer !== code) {
    await expect(typeCode(person.browser, code)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  }
  app.travel({ minutes: 10 })
  await expect(typeCode(person.browser, newer)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})

test('thirty concurrent guesses count as five tries, and the correct code is refused afterwards', async () => {
  const person = await withoutPassword('guessed@example.com')
  app.travel({ minutes: 11 })
  const code = await mailCode(person)
  const wrong = Array.from({ length: 30 }, (_, n) => String(n).padStart(6, '0')).filter((one) => one !== code)
  await Promise.allSettled(wrong.map((guess) => typeCode(person.browser, guess)))
  const stored = app.deps.database.selectFrom('proof_code').select(['tries', 'code_hash'])
  const [row] = await stored.where('account_id', '=', person.accountId).execute()
  expect(row?.tries).toBe(5)
  expect(row?.code_hash).not.toContain(code)
  // Guesses of an account slow each other down; after the wait the code is used up.
  await expect(typeCode(person.browser, code)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  app.travel({ seconds: 1 })
  await expect(typeCode(person.browser, code)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await isFresh(person.browser)).toBe(false)
})

test('one correct code sent five times at once is used once', async () => {
  const person = await withoutPassword('parallel@example.com')
  app.travel({ minutes: 11 })
  const code = await mailCode(person)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => typeCode(person.browser, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await isFresh(person.browser)).toBe(true)
})

test('at most five codes are mailed in an hour', async () => {
  const person = await withoutPassword('often@example.com')
  for (let n = 0; n < 5; n += 1) expect(await mailCode(person)).toMatch(/^\d{6}$/)
  await expect(mailCode(person)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('an ended session can neither prove nor use a proof', async () => {
  const { browser, email } = await member('over@example.com')
  const thief = await app.from(await signIn(email))
  await app.handlers.signOutEverywhere(await app.from(browser), endsNothing)
  // Its requests passed the check of the session a moment before.
  const { proveByPassword, exportUser, changeEmail } = app.handlers
  await expect(proveByPassword(thief, { proof_password: password })).rejects.toThrow('UNAUTHENTICATED')
  await expect(exportUser(thief, {})).rejects.toThrow('UNAUTHENTICATED')
  await expect(changeEmail(thief, { new_email: 'thief@example.com' })).rejects.toThrow('UNAUTHENTICATED')
})
