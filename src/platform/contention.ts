import { sleep } from './clock.ts'
import { planIsStale } from './statements.ts'

// Serialization failure and deadlock: PostgreSQL rolled everything back and the same may be sent again. So may a
// statement that was prepared before a migration changed its table: the next attempt prepares it again.
const retryable = ['40001', '40P01', planIsStale]

const attempts = 8

const maxWaitMs = 320

/** The SQLSTATE or the system error code of a thrown value; empty when it has none. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Whether PostgreSQL rolled back because of other transactions, so that the same work may be retried. */
export const isContention = (thrown: unknown): boolean => retryable.includes(codeOf(thrown))

/**
 * Milliseconds before the next attempt after `attempt` failed ones: doubled each time up to 320, of which at least half
 * is waited. `fraction` (0 up to 1) spreads those that collided, so that they do not collide again.
 */
export const retryWaitMs = (attempt: number, fraction: number): number => {
  const longest = Math.min(5 * 2 ** (attempt - 1), maxWaitMs)
  return Math.round((longest / 2) * (1 + fraction))
}

interface RetryOptions {
  /** From 0 up to, not including, 1. */
  readonly fraction: () => number
  /** Called for each attempt that is followed by another one. */
  readonly onRetry?: (thrown: unknown, attempt: number) => void
}

/**
 * Retries `run` after contention, at most 8 attempts in all; the failure must undo what it did. Throws what the last
 * attempt throws.
 */
export const retryContention = async <T>(run: () => Promise<T>, options: RetryOptions): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (thrown) {
      if (attempt === attempts || !isContention(thrown)) throw thrown
      options.onRetry?.(thrown, attempt)
      await sleep(retryWaitMs(attempt, options.fraction()))
    }
  }
}
