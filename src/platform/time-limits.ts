import { AsyncLocalStorage } from 'node:async_hooks'

/** Kinds of work, by who waits for it: a page, a purchase or change, nobody, or an operator with a report. */
export type WorkKind = 'read' | 'write' | 'background' | 'report' | 'unlimited'

/** Seconds that one statement may take, by kind of work; 0 for no limit. */
export type TimeLimits = Readonly<Record<Exclude<WorkKind, 'unlimited'>, number>>

const current = new AsyncLocalStorage<WorkKind>()

/** Runs `run` with the limits of this kind of work for every statement in it. */
export const asWork = <T>(kind: WorkKind, run: () => T): T => current.run(kind, run)

/** What is not part of a request is background work. */
export const currentWork = (): WorkKind => current.getStore() ?? 'background'

/** Seconds that a statement of this kind may take; 0 for no limit. */
export const secondsFor = (limits: TimeLimits, kind: WorkKind): number =>
  kind === 'unlimited' ? 0 : limits[kind]

/**
 * Limits for the statements that follow on a connection. A lock is waited for half as long: what holds it is somebody
 * else's, and the statement still has time after it.
 */
export const limitStatement = (seconds: number): string =>
  `set statement_timeout = ${seconds * 1_000}; set lock_timeout = ${seconds * 500}`

/** The same until the end of the transaction. */
export const localLimitStatement = (seconds: number): string =>
  `set local statement_timeout = ${seconds * 1_000}; set local lock_timeout = ${seconds * 500}`
