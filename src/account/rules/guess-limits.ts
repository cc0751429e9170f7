/**
 * How wrong passwords delay the next attempt: after `free` attempts each waits twice as long as the one before, in
 * seconds.
 */
export interface GuessLimit {
  readonly free: number
  readonly longestSeconds: number
  readonly forgetSeconds: number
}

/** For browsers that have not been signed in to the account, all together. */
export const strangerGuesses: GuessLimit = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 }

/** For a known browser: its budget is its own, so nobody else can use it up. */
export const knownGuesses: GuessLimit = { free: 10, longestSeconds: 60, forgetSeconds: 86_400 }

/** Mailed links of one purpose within an hour: for a known browser or a signed-in member, for itself. */
export const linksPerKnownRequester = 5

/** For strangers of one network; fewer than `linksOfKnown`, because they write to somebody else's mailbox. */
export const linksPerNetwork = 3

/** For all strangers together, so that a mailbox is not flooded from many networks. */
export const linksForStrangers = 12
