import type { Actor, RequestContext } from '#platform/request-context.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { inTransaction } from '#platform/transaction.ts'
import { accountMails, createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import type { accountJobPayloads } from '#account/mails/account-mail-jobs.ts'
import { createAccountHandlers } from '#account/server/account-handlers.ts'
import type { AccountDeps } from '#account/server/account-services.ts'
import { mintLink, openGuestAccount } from '#account/server/accounts.ts'
import { actorOf, sessionCookieName } from '#account/server/sessions.ts'
import { contextOf, type Jar } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { jobsAfter } from '#platform/jobs.ts'
import type { NewJob } from '#platform/jobs.ts'
import type { DomainEvent } from '#shared/domain-events.ts'

/** A browser of the test: a jar of cookies that the next request carries. */
export interface Browser {
  readonly jar: Jar
  readonly secFetch?: RequestContext['secFetch']
  readonly network?: string
}

interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** The last part of the address that its button opens. */
  readonly token: string
  readonly text: string
}

/** A new password, or signing out everywhere, that leaves the other sign-in methods as they are. */
export const endsNothing = { end_providers: [], end_passkeys: [], use_choice: false }

export const newBrowser = (network?: string): Browser => ({ jar: new Map(), network })

type MailJobs = ReturnType<typeof createAccountMailJobs>
type MailJob = NewJob<typeof accountJobPayloads>
type AccountEvent = Extract<DomainEvent, { readonly kind: keyof typeof accountMails }>

const isAccountEvent = (event: DomainEvent): event is AccountEvent => Object.hasOwn(accountMails, event.kind)

const mailJobsOf = (event: AccountEvent): readonly MailJob[] =>
  jobsAfter<typeof accountJobPayloads, AccountEvent['kind']>(accountMails, event.kind, event)

const runJob = async (jobs: MailJobs, job: MailJob, meta: { readonly id: string }): Promise<void> => {
  switch (job.kind) {
    case 'mail: set password':
      return jobs[job.kind](job.payload, meta)
    case 'mail: account link':
      return jobs[job.kind](job.payload, meta)
    case 'mail: confirm registration':
      return jobs[job.kind](job.payload, meta)
    case 'mail: proof code':
      return jobs[job.kind](job.payload, meta)
    case 'mail: change email':
    case 'mail: email change requested':
      return jobs[job.kind](job.payload, meta)
    case 'mail: email changed':
    case 'mail: account deleted':
      return jobs[job.kind](job.payload, meta)
    case 'mail: account alert':
      return jobs[job.kind](job.payload, meta)
    case 'mail: impersonation started':
      return jobs[job.kind](job.payload, meta)
    default:
      return job satisfies never
  }
}

/** The account module on a real database, with a clock that the test moves and a record of all events. */
export const openAccountApp = async (
  enumeration: 'show' | 'hide' = 'show',
  signOn: AccountDeps['signOn'] = { google: null, facebook: null },
) => {
  const { deps, logged, events, travelTo, close } = await openTestDeps()
  /** Members whose subscriptions are live. */
  const live = new Set<string>()
  /** Members whose access ended, in other modules too. */
  const ended: string[] = []
  const human = createHumanCheck(deps, null)
  const handlers = createAccountHandlers(deps, {
    enumeration,
    shortestPassword: 6,
    signOn,
    human,
    onSignIn: async () => undefined,
    subscriptionsOf: async () => [],
    experimentsOf: async () => ({}),
    onMailWanted: async () => undefined,
    emailOfPurchase: () => Promise.resolve(null),
    purchasesHere: () => [],
    beforeAddressChange: async () => [],
    ordersTo: () => Promise.resolve([]),
    beforeErase: async () => undefined,
    chargesToCome: async (_tx, accountId) => (live.has(accountId) ? 'live-subscriptions' : null),
    dataOf: async () => ({ orders: [] }),
    eraseElsewhere: async () => undefined,
    onAccessEnd: async (_tx, accountId) => void ended.push(accountId),
  })
  const actor = (browser: Browser): Promise<Actor> =>
    actorOf(deps, browser.jar.get(sessionCookieName(deps.publicUrl)))
  return {
    deps,
    handlers,
    live,
    ended,
    logged,
    events,
    close,
    actor,
    /** The check of a form that was shown three seconds ago. */
    check: (): { captcha: string; website: string } => {
      const challenge = human.challenge()
      travelTo(deps.clock.now().add({ seconds: 3 }).toString())
      return { captcha: challenge.kind === 'timed' ? challenge.token : '', website: '' }
    },
    travel: (duration: Temporal.DurationLike): void => travelTo(deps.clock.now().add(duration).toString()),
    /** The context of a request that this browser sends. */
    from: async (browser: Browser): Promise<RequestContext> => {
      const { jar, network = '203.0.113.7', secFetch = { site: 'same-origin', dest: 'empty' } } = browser
      return contextOf(jar, { actor: await actor(browser), network, secFetch })
    },
    /** An account as a purchase opens it. */
    guest: (email: string) =>
      inTransaction(deps, (tx) =>
        openGuestAccount(tx, { email, firstName: 'Mara', lastName: 'Ito', phone: '' }),
      ),
    /** The token of a mailed link. */
    link: (accountId: string, validFor: Temporal.Duration) =>
      inTransaction(deps, (tx) => mintLink(tx, accountId, 'set-password', validFor)),
    /** Runs the jobs of the events since the last time, as the worker would; returns the mails. */
    mails: async (): Promise<Mail[]> => {
      const mails: Mail[] = []
      const jobs = createAccountMailJobs(deps, async (id, to, { subject, blocks }) => {
        const links = blocks.flatMap((block) => (block.kind === 'button' ? [block.href] : []))
        const text = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])).join('\n')
        mails.push({ id, to, subject, token: links[0]?.split('/').at(-1) ?? '', text })
      })
      for (const event of events.splice(0)) {
        if (!isAccountEvent(event)) continue
        for (const job of mailJobsOf(event)) await runJob(jobs, job, { id: deps.ids.uuid() })
      }
      return mails
    },
  }
}

export type TestAccountApp = Awaited<ReturnType<typeof openAccountApp>>
