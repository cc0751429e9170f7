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

const tooSoon =
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
     * Counts one guess at a password or a code of an account, known e-mail or not, wherever it is typed: to sign in or to
     * prove. Throws TOO_MANY_REQUESTS while it has to wait.
     */
    takeGuess: async (context: CallContext, email: string): Promise<void> => {
      const { parts, limit } = guessesOf(context, email)
      if (!(await counters.tryOnce(parts, limit)))
        throw new ShopError('TOO_MANY_REQUESTS', { detail: tooSoon, security: 'guesses slowed down' })
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

/** What a mailbox is told at most once an hour, because somebody else may have typed its address. */
export type ToldHourly = 'told member' | 'asked to confirm change'

/**
 * Whether a mailbox may be told something once more: once an hour whoever asks, and again for the same job, which may be
 * done twice.
 */
export const mayTell = async (
  world: Pick<World, 'clock' | 'database' | 'secret'>,
  what: ToldHourly,
  email: string,
  jobId: string,
): Promise<boolean> => {
  const told = { max: 1, seconds: anHour, cost: 1, refuses: false }
  const usedUp = await createRateCounters(world).take([
    { ...told, parts: [what, normal(email)] },
    { ...told, parts: [what, normal(email), jobId] },
  ])
  // The second counter is over one when the job is done again: then the first one counted itself.
  return usedUp.length !== 1
}
