import type { Actor, CallContext, Cookies } from '#platform/call-context.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { inTransaction } from '#platform/transaction.ts'
import { createAccountMailJobs } from '#app/account-mail-jobs.ts'
import { createAccountHandlers } from '#account/server/account-handlers.ts'
import type { AccountHouse } from '#account/server/account-tools.ts'
import { mintLink, openGuestAccount } from '#account/server/accounts.ts'
import { actorOf, sessionCookieName } from '#account/server/sessions.ts'
import { openTestWorld } from '../support/world.ts'

/** A browser of the test: a jar of cookies that the next request carries. */
interface Browser {
  readonly jar: Map<string, string>
  readonly secFetch?: CallContext['secFetch']
}

interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** The last part of the address that its button opens. */
  readonly token: string
}

export const newBrowser = (): Browser => ({ jar: new Map() })

const cookiesOf = ({ jar }: Browser): Cookies => ({
  get: (name) => jar.get(name),
  set: (name, value) => void jar.set(name, value),
  clear: (name) => void jar.delete(name),
})

/** The account room on a real database, with a clock that the test moves and a record of all it says. */
export const openAccountHouse = async (
  enumeration: 'show' | 'hide' = 'show',
  signOn: AccountHouse['signOn'] = { google: null, facebook: null },
) => {
  const { world, logged, announced, travelTo, close } = await openTestWorld()
  /** Members whose subscriptions are live. */
  const live = new Set<string>()
  const human = createHumanCheck(world, null)
  const handlers = createAccountHandlers(world, {
    enumeration,
    shortestPassword: 6,
    signOn,
    human,
    onSignIn: async () => undefined,
    subscriptionsOf: async () => [],
    experimentsOf: async () => ({}),
    hasLiveSubscriptions: async (accountId) => live.has(accountId),
    dataOf: async () => ({ orders: [] }),
    eraseElsewhere: async () => undefined,
  })
  const actor = (browser: Browser): Promise<Actor> =>
    actorOf(world, browser.jar.get(sessionCookieName(world.publicUrl)))
  return {
    world,
    handlers,
    live,
    logged,
    announced,
    close,
    actor,
    /** The check of a form that was handed out three seconds ago. */
    check: (): { captcha: string; website: string } => {
      const challenge = human.challenge()
      travelTo(world.clock.now().add({ seconds: 3 }).toString())
      return { captcha: challenge.kind === 'timed' ? challenge.token : '', website: '' }
    },
    travel: (duration: Temporal.DurationLike): void => travelTo(world.clock.now().add(duration).toString()),
    /** The context of a request that this browser sends. */
    from: async (browser: Browser): Promise<CallContext> => ({
      actor: await actor(browser),
      requestId: 'a-request',
      network: '203.0.113.7',
      userAgent: 'a browser',
      country: 'US',
      region: 'OR',
      cookies: cookiesOf(browser),
      privacySignal: false,
      secFetch: browser.secFetch ?? { site: 'same-origin', dest: 'empty' },
    }),
    /** An account as a purchase opens it. */
    guest: (email: string) =>
      inTransaction(world, (work) =>
        openGuestAccount(work, { email, firstName: 'Mara', lastName: 'Ito', phone: '' }),
      ),
    /** The token of a mailed link. */
    link: (accountId: string, validFor: Temporal.Duration) =>
      inTransaction(world, (work) => mintLink(work, accountId, 'set-password', validFor)),
    /** Does what the worker does with what was announced since the last time; answers the mails. */
    mails: async (): Promise<Mail[]> => {
      const mails: Mail[] = []
      const jobs = createAccountMailJobs(world, async (id, to, { subject, blocks }) => {
        const links = blocks.flatMap((block) => (block.kind === 'button' ? [block.href] : []))
        mails.push({ id, to, subject, token: links[0]?.split('/').at(-1) ?? '' })
      })
      for (const announcement of announced.splice(0)) {
        const job = { id: world.ids.uuid() }
        if (announcement.kind === 'link-asked') await jobs['mail: account link'](announcement, job)
        if (announcement.kind === 'email-change-asked') await jobs['mail: change email'](announcement, job)
        if (announcement.kind === 'email-changed') await jobs['mail: email changed'](announcement, job)
        if (announcement.kind === 'way-in-changed') await jobs['mail: way in changed'](announcement, job)
      }
      return mails
    },
  }
}

export type AccountHouseUnderTest = Awaited<ReturnType<typeof openAccountHouse>>
