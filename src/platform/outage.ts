import { ShopError, isShopError } from '#shared/errors.ts'
import { machineClock, sleep } from './clock.ts'
import { codeOf, retryWaitMs } from './contention.ts'

// No server there, no way to it or to its name, no socket for it, no place at it.
const noConnection =
  /^(ECONNREFUSED|ENOENT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|53300|57P03)$/

/** Whether the database could not be reached or has no connection to give: nothing was carried out. */
export const isBusy = (thrown: unknown): boolean =>
  noConnection.test(codeOf(thrown)) ||
  (thrown instanceof Error && thrown.message === 'timeout exceeded when trying to connect')

const brokenConnection = ['57P01', '57P02', '08006', '08003', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']

/** An error with which a server or a pooler ends a session, or lets none begin, whatever its code. */
const isSentAway = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'severity' in thrown &&
  (thrown.severity === 'FATAL' || thrown.severity === 'PANIC')

/** PostgreSQL's code of a write at a server that is not the leader any more; its connection must not be used again. */
export const notLeader = '25006'

/** The driver's messages, without a code, for statements whose connection is gone. */
const brokenMessages =
  /^(Connection terminated|Connection ended unexpectedly|Client has encountered a connection error)/

/** Whether the database cannot be reached, or went away in the middle of a statement that may have been carried out. */
const isAway = (thrown: unknown): boolean =>
  isBusy(thrown) ||
  isSentAway(thrown) ||
  codeOf(thrown) === notLeader ||
  brokenConnection.includes(codeOf(thrown)) ||
  (thrown instanceof Error && brokenMessages.test(thrown.message))

/** PostgreSQL's code of a lock that was not given within `lock_timeout`. */
export const lockNotAvailable = '55P03'

/** The codes of a statement that took longer than its kind of work may (`time-limits.ts`). */
const outOfTime = ['57014', lockNotAvailable]

/** Classes 53 and 58: the server lacks something, such as space on its disk, or cannot read its own files. */
const lacksSomething = /^5[38][0-9A-Z]{3}$/

/** Whether the database is away, too slow or cannot work: no fault of the request, which may be sent again. */
export const isDatabaseAway = (thrown: unknown): boolean =>
  isAway(thrown) || outOfTime.includes(codeOf(thrown)) || lacksSomething.test(codeOf(thrown))

const isAwayOrRefused = (thrown: unknown): boolean =>
  isAway(thrown) || (isShopError(thrown) && thrown.code === 'SHOP_BUSY' && isAway(thrown.cause))

/** A restarted database is back by then; a caller waits that long for the answer. */
const longestWaitMs = 10_000

/**
 * Runs `run` again while the database is away, for ten seconds at most; `run` must be idempotent, because what was lost
 * may have been carried out. Throws what the last attempt throws.
 */
export const retryWhileAway = async <T>(run: () => Promise<T>, fraction: () => number): Promise<T> => {
  const last = machineClock.now().add({ milliseconds: longestWaitMs })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (thrown) {
      const isOver = Temporal.Instant.compare(machineClock.now(), last) >= 0
      if (isOver || !isAwayOrRefused(thrown)) throw thrown
      await sleep(retryWaitMs(attempt, fraction()))
    }
  }
}

/** What a request is answered for an error of the database. */
export const asShopBusy = (thrown: unknown): unknown =>
  isDatabaseAway(thrown) ? new ShopError('SHOP_BUSY', { cause: thrown }) : thrown
