import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsNothing, newBrowser, openAccountApp } from './account-app.ts'
import type { Browser, TestAccountApp } from './account-app.ts'
import { client, openIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { pages, person, signOns } from './sign-ons.ts'

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

const { signOn } = signOns(
  () => app,
  () => outside,
)

const passwords = {
  stranger: 'weeds in the gravel',
  registered: 'tulips in loam',
  recovered: 'roots under the path',
} as const

/** One mailbox with its owner, who reads the mails, and a stranger, who does not. */
const mailboxOf = (number: number) => {
  const email = `mailbox-${number}@example.com`
  // Limits count networks.
  const browser = (): Browser => newBrowser(`10.0.${number}.1`)
  const stranger = browser()
  const owner = browser()
  let confirmation = ''
  /** The newest link of what was mailed now, by its subject. */
  const mailed = async (subject: RegExp): Promise<string> =>
    (await app.mails()).findLast((mail) => mail.to === email && subject.test(mail.subject))?.token ?? ''
  const register = async (who: Browser, password: string): Promise<string> => {
    const names = { firstName: 'Mara', lastName: 'Ito' }
    await app.handlers.register(await app.from(who), { email, password, ...names })
    return mailed(/^Confirm your email/)
  }
  return {
    email,
    stranger,
    owner,
    steps: {
      'stranger orders': async () => {
        await app.guest(email)
        return null
      },
      'stranger registers': async () => {
        await register(stranger, passwords.stranger)
        return null
      },
      'owner registers': async () => {
        confirmation = (await register(owner, passwords.registered)) || confirmation
        return null
      },
      'owner confirms': async () => {
        const entered = { password: passwords.registered, new_password: '' }
        await app.handlers.verifyAccount(await app.from(browser()), { id: confirmation, ...entered })
        return passwords.registered
      },
      'owner recovers': async () => {
        await app.handlers.recover(await app.from(owner), { email, ...app.check() })
        const token = (await mailed(/password/)).split('token=').at(-1) ?? ''
        const chosen = { token, password: passwords.recovered, ...endsNothing }
        await app.handlers.setPassword(await app.from(browser()), chosen)
        return passwords.recovered
      },
      'owner signs on': async () => {
        await signOn(person(`sub-${number}`, email), browser())
        return null
      },
    },
  }
}

type Step = keyof ReturnType<typeof mailboxOf>['steps']

const ordersOf = (steps: readonly Step[]): readonly (readonly Step[])[] =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((first) =>
        ordersOf(steps.filter((step) => step !== first)).map((rest) => [first, ...rest]),
      )

/** Whether the shop should do each step that is taken, in their order. */
const newRules = (): Readonly<Record<Step, () => boolean>> => {
  let [hasAccount, isVerified, hasLink] = [false, false, false]
  return {
    'stranger orders': () => (hasAccount = true),
    'stranger registers': () => true,
    'owner registers': () => {
      hasLink ||= !hasAccount
      return true
    },
    'owner confirms': () => {
      const isDone = hasLink && !isVerified
      if (isDone) hasAccount = isVerified = true
      return isDone
    },
    'owner recovers': () => {
      isVerified ||= hasAccount
      return hasAccount
    },
    'owner signs on': () => {
      const isDone = !hasAccount
      if (isDone) hasAccount = isVerified = true
      return isDone
    },
  }
}

const refusals = ['LINK_EXPIRED', 'SIGN_IN_REQUIRED', 'USER_NOT_FOUND']

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : String(thrown)

const signsIn = async (email: string, password: string, network: string): Promise<boolean> => {
  const answer = app.handlers.login(await app.from(newBrowser(network)), { email, password })
  return answer.then(
    () => true,
    (thrown: unknown) => {
      expect(['USER_NOT_FOUND', 'UNVERIFIED_ACCOUNT']).toContain(codeOf(thrown))
      return false
    },
  )
}

const all: readonly Step[] = [
  'stranger orders',
  'stranger registers',
  'owner registers',
  'owner confirms',
  'owner recovers',
  'owner signs on',
]

/** Plays one order; returns how it went and the password that the owner set last. */
const play = async (order: readonly Step[], { steps }: ReturnType<typeof mailboxOf>) => {
  const rules = newRules()
  const history: string[] = []
  let password: string | null = null
  for (const step of order) {
    history.push(step)
    const thrown = await steps[step]().then(
      (set) => void (password = set ?? password),
      (error: unknown) => error ?? 'nothing',
    )
    expect([history, thrown === undefined]).toEqual([history, rules[step]()])
    if (thrown !== undefined) expect(refusals).toContain(codeOf(thrown))
  }
  return { history, password }
}

// One in thirteen of all 720, so that every step comes in every place.
const orders = ordersOf(all).filter((_order, at) => at % 13 === 5)

test('in whatever order somebody orders, registers, confirms, recovers and signs on, a mailbox has one account that only its owner’s last password opens', async () => {
  const db = app.deps.database
  for (const [number, order] of orders.entries()) {
    const mailbox = mailboxOf(number)
    const { email, stranger } = mailbox
    const { history, password } = await play(order, mailbox)
    const accounts = await db.selectFrom('account').where('email', '=', email).select('id').execute()
    expect([history, accounts.length]).toEqual([history, 1])
    expect([history, (await app.actor(stranger)).kind]).toEqual([history, 'visitor'])
    for (const one of Object.values(passwords))
      expect([history, one, await signsIn(email, one, `172.16.0.${number}`)]).toEqual([
        history,
        one,
        one === password,
      ])
  }
})
