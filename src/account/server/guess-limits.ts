import { createHmac } from 'node:crypto'
import type { AppDeps } from '#platform/app-deps.ts'
import { createRateCounters } from '#platform/rate-counters.ts'
import type { RateCounters } from '#platform/rate-counters.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { mailboxOf } from '#shared/same-buyer.ts'
import {
  knownGuesses,
  linksForStrangers,
  linksPerKnownRequester,
  linksPerNetwork,
  strangerGuesses,
} from '../rules/guess-limits.ts'
import { absoluteLimit } from '../rules/session.ts'
import type { LinkSubject } from './link-store.ts'

type KnownBrowsersDeps = Pick<AppDeps, 'ids' | 'publicUrl' | 'secret'>
type CookieContext = Pick<RequestContext, 'cookies'>

/** A household shares a browser; with more people than this the oldest one becomes unknown again. */
const maxMarks = 5

const cookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_known`)

/**
 * Browsers in which somebody has signed in before, known by a signed cookie. It signs nobody in: it only gives the
 * browser budgets of its own, so that a stranger who guesses cannot use up those of the member. The cookie contains no
 * e-mail.
 */
const createKnownBrowsers = ({ ids, publicUrl, secret }: KnownBrowsersDeps) => {
  const signer = createTokenSigner(secret, 'known browser')
  const markOf = (email: string): string =>
    createHmac('sha256', secret)
      .update(`known as: ${normalizedEmail(email)}`)
      .digest('base64url')
      .slice(0, 16)
  const read = ({
    cookies,
  }: CookieContext): { readonly browserId: string; readonly marks: readonly string[] } | null => {
    const signedToken = cookies.get(cookieName(publicUrl))
    const [browserId = '', ...marks] =
      (signedToken === undefined ? null : signer.verify(signedToken))?.split(' ') ?? []
    return browserId === '' ? null : { browserId, marks }
  }
  return {
    /** The id of a browser that knows this e-mail; null for every other. */
    idFor: (context: CookieContext, email: string): string | null => {
      const known = read(context)
      return known?.marks.includes(markOf(email)) ? known.browserId : null
    },
    /** Remembers that somebody signed in in this browser. */
    remember: (context: CookieContext, email: string): void => {
      const { browserId, marks } = read(context) ?? { browserId: ids.token(), marks: [] }
      const mark = markOf(email)
      const remembered = [mark, ...marks.filter((one) => one !== mark)].slice(0, maxMarks)
      const maxAge = absoluteLimit.total('seconds')
      context.cookies.set(cookieName(publicUrl), signer.sign([browserId, ...remembered].join(' ')), {
        httpOnly: true,
        maxAge,
      })
    },
  }
}

const secondsPerHour = 3600

const normalizedEmail = (email: string): string => email.trim().toLowerCase()

const tooManyGuesses = 'Too many attempts. Please wait a little, or sign in with an emailed link.'

const budget = (max: number, ...parts: readonly string[]) => ({
  parts: ['links', ...parts],
  max,
  seconds: secondsPerHour,
  cost: 1,
  refuses: true,
})

/**
 * Limits for one account, from any network. No account is ever locked: a browser in which its member has signed in
 * before has budgets of its own, and a mailed link always works.
 */
export const createGuessLimits = (
  deps: Pick<AppDeps, 'clock' | 'database' | 'ids' | 'publicUrl' | 'secret'>,
) => {
  const counters: RateCounters = createRateCounters(deps)
  const known = createKnownBrowsers(deps)
  const guessBudgetOf = (context: RequestContext, email: string) => {
    const browserId = known.idFor(context, email)
    return browserId === null
      ? { parts: ['guesses', normalizedEmail(email)], limit: strangerGuesses }
      : { parts: ['guesses', normalizedEmail(email), browserId], limit: knownGuesses }
  }
  return {
    /**
     * Counts one guess at a password or a code of an account, for sign-in and for proofs; the e-mail may be unknown.
     * Throws TOO_MANY_REQUESTS during the back-off.
     */
    takeGuess: async (context: RequestContext, email: string): Promise<void> => {
      const { parts, limit } = guessBudgetOf(context, email)
      if (!(await counters.tryOnce(parts, limit)))
        throw new ShopError('TOO_MANY_REQUESTS', { detail: tooManyGuesses, security: 'guesses slowed down' })
    },
    /** A correct password ends the back-off of the person who entered it. */
    forgiveGuesses: (context: RequestContext, email: string): Promise<void> =>
      counters.forget(guessBudgetOf(context, email).parts),
    /** Whether one more link of this purpose may be mailed to this mailbox, in any spelling; counted for each purpose and requester. */
    mayMailLink: async (
      context: RequestContext,
      purpose: LinkSubject['purpose'],
      email: string,
    ): Promise<boolean> => {
      const mailbox = mailboxOf(email)
      const isOwn =
        context.actor.kind === 'member' && normalizedEmail(context.actor.email) === normalizedEmail(email)
      const browserId = isOwn ? context.actor.accountId : known.idFor(context, email)
      const hasBudget = async (max: number, ...parts: readonly string[]): Promise<boolean> =>
        (await counters.take([budget(max, purpose, mailbox, ...parts)])).length === 0
      if (browserId !== null) return hasBudget(linksPerKnownRequester, 'known', browserId)
      // One after the other: what is refused to a network does not use the budget of all strangers.
      return (
        (await hasBudget(linksPerNetwork, 'network', context.network)) &&
        hasBudget(linksForStrangers, 'strangers')
      )
    },
    remember: known.remember,
  }
}

export type GuessLimits = ReturnType<typeof createGuessLimits>

/** Mails that a mailbox gets at most once an hour, because somebody else may have entered its address. */
export type HourlyMail = 'already a member' | 'confirm email change'

/**
 * Whether one more mail of this kind may be sent to a mailbox: once an hour for all requesters together, and again for
 * the same job, which may run twice.
 */
export const mayMailHourly = async (
  deps: Pick<AppDeps, 'clock' | 'database' | 'secret'>,
  mail: HourlyMail,
  email: string,
  jobId: string,
): Promise<boolean> => {
  const once = { max: 1, seconds: secondsPerHour, cost: 1, refuses: false }
  const exhausted = await createRateCounters(deps).take([
    { ...once, parts: [mail, mailboxOf(email)] },
    { ...once, parts: [mail, mailboxOf(email), jobId] },
  ])
  // The second counter is above one when the job runs again: then the first counter contains its own first run.
  return exhausted.length !== 1
}
