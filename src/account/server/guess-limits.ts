import { createRateCounters } from '#platform/rate-counters.ts'
import type { RateCounters } from '#platform/rate-counters.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import { ShopError } from '#shared/errors.ts'
import {
  knownGuesses,
  linksOfKnown,
  linksOfNetwork,
  linksOfStrangers,
  strangerGuesses,
} from '../rules/guess-limits.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import type { LinkSubject } from './link-store.ts'

const anHour = 3600

const normal = (email: string): string => email.trim().toLowerCase()

const tooManyGuesses =
  'Too many passwords or codes were tried. Kindly wait a little, or have a link to sign in mailed to you.'

const budget = (max: number, ...parts: readonly string[]) => ({
  parts: ['links', ...parts],
  max,
  seconds: anHour,
  cost: 1,
  refuses: true,
})

/**
 * Limits for one account, whoever asks from wherever. No account is ever locked: a browser in which its member has signed
 * in before has budgets of its own, and a link by mail always leads in.
 */
export const createGuessLimits = (
  world: Pick<World, 'clock' | 'database' | 'ids' | 'publicUrl' | 'secret'>,
) => {
  const counters: RateCounters = createRateCounters(world)
  const known = createKnownBrowsers(world)
  const guessesOf = (context: CallContext, email: string) => {
    const browserId = known.idFor(context, email)
    return browserId === null
      ? { parts: ['guesses', normal(email)], limit: strangerGuesses }
      : { parts: ['guesses', normal(email), browserId], limit: knownGuesses }
  }
  return {
    /**
     * Counts one guess at a password or a code of an account, for sign-in and for proofs; the e-mail may be unknown. Throws
     * TOO_MANY_REQUESTS during the back-off.
     */
    takeGuess: async (context: CallContext, email: string): Promise<void> => {
      const { parts, limit } = guessesOf(context, email)
      if (!(await counters.tryOnce(parts, limit)))
        throw new ShopError('TOO_MANY_REQUESTS', { detail: tooManyGuesses, security: 'guesses slowed down' })
    },
    /** A right password ends the waiting of whoever typed it. */
    forgiveGuesses: (context: CallContext, email: string): Promise<void> =>
      counters.forget(guessesOf(context, email).parts),
    /** Whether one more link of this purpose may be mailed to this address; counted for each purpose and requester. */
    mayMailLink: async (
      context: CallContext,
      purpose: LinkSubject['purpose'],
      email: string,
    ): Promise<boolean> => {
      const mailbox = normal(email)
      const isOwn = context.actor.kind === 'member' && normal(context.actor.email) === mailbox
      const browserId = isOwn ? context.actor.accountId : known.idFor(context, email)
      const isLeft = async (max: number, ...parts: readonly string[]): Promise<boolean> =>
        (await counters.take([budget(max, purpose, mailbox, ...parts)])).length === 0
      if (browserId !== null) return isLeft(linksOfKnown, 'known', browserId)
      // One after the other: what is refused to a network takes nothing from all strangers.
      return (
        (await isLeft(linksOfNetwork, 'network', context.network)) && isLeft(linksOfStrangers, 'strangers')
      )
    },
    remember: known.remember,
  }
}

export type GuessLimits = ReturnType<typeof createGuessLimits>

/** Mails that a mailbox gets at most once an hour, because somebody else may have entered its address. */
export type HourlyMail = 'already a member' | 'confirm email change'

/**
 * Whether one more mail of this kind may be sent to a mailbox: once an hour for all requesters together, and again for the
 * same job, which may run twice.
 */
export const mayMailHourly = async (
  world: Pick<World, 'clock' | 'database' | 'secret'>,
  mail: HourlyMail,
  email: string,
  jobId: string,
): Promise<boolean> => {
  const once = { max: 1, seconds: anHour, cost: 1, refuses: false }
  const usedUp = await createRateCounters(world).take([
    { ...once, parts: [mail, normal(email)] },
    { ...once, parts: [mail, normal(email), jobId] },
  ])
  // The second counter is above one when the job runs again: then the first counter holds its own first run.
  return usedUp.length !== 1
}
