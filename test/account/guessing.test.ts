import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import { linksPerNetwork, linksForStrangers } from '#account/rules/guess-limits.ts'
import { newAccountLinkLifetime } from '#account/rules/session.ts'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const password = 'tulips in loam'

let app: TestAccountApp

beforeAll(async () => {
  app = await openAccountApp('hide')
})

afterAll(() => app.close())

type Browser = ReturnType<typeof newBrowser>

/** A member, and the browser in which they set their password. */
const member = async (email: string): Promise<Browser> => {
  const { accountId } = await app.guest(email)
  const browser = newBrowser('192.0.2.10')
  const token = await app.link(accountId, newAccountLinkLifetime)
  await app.handlers.setPassword(await app.from(browser), { token, password, ...endsNothing })
  return browser
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'in',
    (thrown: unknown) =>
      typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown,
  )

const signIn = async (browser: Browser, email: string, input = password): Promise<unknown> =>
  codeOf(app.handlers.login(await app.from(browser), { email, password: input }))

let networks = 0

/** A network that nobody used before. */
const otherNetwork = (): string => {
  networks += 1
  return `198.51.100.${networks}`
}

test('password guesses from 40 networks at one account slow each other down, and the account’s known browser can sign in', async () => {
  const own = await member('guessed@example.com')
  const codes = new Map<unknown, number>()
  for (let n = 0; n < 40; n += 1) {
    const code = await signIn(newBrowser(otherNetwork()), 'guessed@example.com', `guess ${n}`)
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(codes).toEqual(
    new Map([
      ['USER_NOT_FOUND', 5],
      ['TOO_MANY_REQUESTS', 35],
    ]),
  )
  // Not even the right password is checked.
  expect(await signIn(newBrowser(otherNetwork()), 'guessed@example.com')).toBe('TOO_MANY_REQUESTS')
  expect(await signIn(own, 'guessed@example.com')).toBe('in')
})

test('forty concurrent guesses count like forty sequential ones', async () => {
  await member('at-once@example.com')
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      signIn(newBrowser(otherNetwork()), 'at-once@example.com', `guess ${n}`),
    ),
  )
  expect(codes.filter((code) => code === 'USER_NOT_FOUND')).toHaveLength(5)
})

test('the wait after guesses doubles up to fifteen minutes, and a correct password resets it', async () => {
  await member('waits@example.com')
  const stranger = newBrowser(otherNetwork())
  for (let n = 0; n < 5; n += 1) await signIn(stranger, 'waits@example.com', 'wrong')
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    app.travel({ seconds: seconds - 1, milliseconds: 999 })
    expect(await signIn(stranger, 'waits@example.com', 'wrong')).toBe('TOO_MANY_REQUESTS')
    app.travel({ milliseconds: 1 })
    expect(await signIn(stranger, 'waits@example.com', 'wrong')).toBe('USER_NOT_FOUND')
  }
  app.travel({ seconds: 900 })
  expect(await signIn(stranger, 'waits@example.com')).toBe('in')
  expect(await signIn(newBrowser(otherNetwork()), 'waits@example.com', 'wrong')).toBe('USER_NOT_FOUND')
})

test('guesses at an unknown e-mail are slowed down like those at a known one', async () => {
  const codes = []
  for (let n = 0; n < 7; n += 1)
    codes.push(await signIn(newBrowser(otherNetwork()), 'nobody-here@example.com', 'wrong'))
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'USER_NOT_FOUND'),
    'TOO_MANY_REQUESTS',
    'TOO_MANY_REQUESTS',
  ])
})

test('a known browser is known for its own member only, and a forged cookie is not accepted', async () => {
  const mine = await member('mine@example.com')
  await member('theirs@example.com')
  for (let n = 0; n < 5; n += 1) await signIn(newBrowser(otherNetwork()), 'theirs@example.com', 'wrong')
  expect(await signIn(mine, 'theirs@example.com')).toBe('TOO_MANY_REQUESTS')
  const name = [...mine.jar.keys()].find((one) => one.endsWith('_known')) ?? ''
  const forged = newBrowser(otherNetwork())
  forged.jar.set(name, `${mine.jar.get(name)}x`)
  expect(await signIn(forged, 'theirs@example.com')).toBe('TOO_MANY_REQUESTS')
  // It reveals nothing about who they are.
  expect(Buffer.from(mine.jar.get(name) ?? '', 'base64').toString()).not.toContain('mine@')
})

test('a known browser that guesses is slowed down separately', async () => {
  const stolen = await member('stolen@example.com')
  const codes = []
  for (let n = 0; n < 12; n += 1) codes.push(await signIn(stolen, 'stolen@example.com', `guess ${n}`))
  expect(codes.filter((code) => code === 'USER_NOT_FOUND')).toHaveLength(10)
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
})

const requestLink = async (browser: Browser, email: string): Promise<void> =>
  void (await app.handlers.sendMagicLink(await app.from(browser), { email }))

test('a stranger’s requests do not block the owner’s mails, nor do those of another purpose', async () => {
  const own = await member('silenced@example.com')
  await app.mails()
  for (let network = 0; network < 6; network += 1) {
    const stranger = newBrowser(otherNetwork())
    for (let n = 0; n < 5; n += 1) await requestLink(stranger, 'silenced@example.com')
  }
  expect(await app.mails()).toHaveLength(linksForStrangers)
  const owner = { jar: own.jar, network: otherNetwork() }
  await app.handlers.signOut(await app.from(owner), {})
  await requestLink(owner, 'silenced@example.com')
  expect(await app.mails()).toHaveLength(1)
  // Another purpose has a budget of its own, for strangers too.
  await app.handlers.recover(await app.from(newBrowser(otherNetwork())), {
    email: 'silenced@example.com',
    ...app.check(),
  })
  expect(app.events.splice(0)).toHaveLength(1)
})

test('registering a member’s e-mail mails the owner at most once an hour, and once more when the same job runs again', async () => {
  await member('known@example.com')
  await app.mails()
  const register = async () =>
    app.handlers.register(await app.from(newBrowser(otherNetwork())), {
      email: 'known@example.com',
      password: 'a stranger types this',
      firstName: 'No',
      lastName: 'Body',
    })
  for (let n = 0; n < 5; n += 1) await register()
  expect((await app.mails()).map(({ to }) => to)).toEqual(['known@example.com'])
  app.travel({ minutes: 61 })
  await register()
  app.events.splice(0)
  const sent: string[] = []
  const jobs = createAccountMailJobs(app.deps, async (id) => void sent.push(id))
  const pending = { purpose: 'verify', email: 'known@example.com' } as const
  await jobs['mail: account link'](pending, { id: 'one' })
  await jobs['mail: account link'](pending, { id: 'one' })
  await jobs['mail: account link'](pending, { id: 'two' })
  expect(sent).toEqual(['verify-one', 'verify-one'])
})

test('proofs count as guesses: a stolen session on 40 networks gets five, and the member’s own browser is not blocked', async () => {
  const own = await member('proof@example.com')
  const thief = newBrowser(otherNetwork())
  await signIn(thief, 'proof@example.com')
  // A session without the cookie of a known browser, as if it was stolen.
  for (const name of thief.jar.keys()) if (name.endsWith('_known')) thief.jar.delete(name)
  const guess = async (n: number): Promise<unknown> => {
    const context = await app.from({ jar: thief.jar, network: otherNetwork() })
    const current_password = `guess ${n}`
    return n % 2 === 0
      ? codeOf(app.handlers.proveByPassword(context, { proof_password: current_password }))
      : codeOf(
          app.handlers.changePassword(context, { current_password, password: 'dahlias', ...endsNothing }),
        )
  }
  const codes = []
  for (let n = 0; n < 40; n += 1) codes.push(await guess(n))
  expect(codes.filter((code) => code === 'VALIDATION_ERROR')).toHaveLength(5)
  expect(codes.slice(5)).toEqual(codes.slice(5).map(() => 'TOO_MANY_REQUESTS'))
  const prove = app.handlers.proveByPassword(await app.from(own), { proof_password: password })
  expect(await codeOf(prove)).toBe('in')
})

test('a stranger who registers an e-mail five times does not block the owner’s mail', async () => {
  const email = 'squatted-mail@example.com'
  const stranger = newBrowser(otherNetwork())
  const register = async (browser: Browser) =>
    app.handlers.register(await app.from(browser), {
      email,
      password: 'whatever they type',
      firstName: 'No',
      lastName: 'Body',
    })
  for (let n = 0; n < 5; n += 1) await register(stranger)
  expect(await app.mails()).toHaveLength(linksPerNetwork)
  await register(newBrowser(otherNetwork()))
  expect((await app.mails()).map(({ to }) => to)).toEqual([email])
})

test('all spellings of one mailbox share one limit of mails requested by strangers', async () => {
  const stranger = newBrowser(otherNetwork())
  const spellings = ['flooded', 'flooded+1', 'flooded+2', 'f.looded', 'ｆlooded']
  for (const name of spellings)
    await app.handlers.register(await app.from(stranger), {
      email: `${name}@example.com`,
      password: 'whatever they type',
      firstName: 'No',
      lastName: 'Body',
    })
  expect(await app.mails()).toHaveLength(linksPerNetwork)
})

test('signing in does not reveal to a person who registers an e-mail whether it has an account', async () => {
  await member('with-password@example.com')
  await app.guest('without-password@example.com')
  const answers = []
  for (const name of ['with-password', 'without-password', 'without-account']) {
    const email = `${name}@example.com`
    const registered = { email, password: 'a thief was here', firstName: 'Mara', lastName: 'Ito' }
    await app.handlers.register(await app.from(newBrowser(otherNetwork())), registered)
    const signInAgain = (input: string) => signIn(newBrowser(otherNetwork()), email, input)
    const before = await signInAgain('a thief was here')
    await app.mails()
    answers.push([before, await signInAgain('a thief was here'), await signInAgain('another password')])
  }
  const alike = ['UNVERIFIED_ACCOUNT', 'UNVERIFIED_ACCOUNT', 'USER_NOT_FOUND']
  expect(answers).toEqual([alike, alike, alike])
})
