import type { DomainEvent } from '#shared/domain-events.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { pageFacts } from '#shared/page-facts.ts'
import { ShopError } from '#shared/errors.ts'
import { AskFirst } from './ask-first.ts'
import { codeOf, isContention, retryContention } from './contention.ts'
import { isBusy } from './outage.ts'
import { markDeferred, withoutQueue } from './pipelined-connection.ts'
import { incrementVersion } from './shop-state-store.ts'
import type { Tx, AppDeps } from './app-deps.ts'

/** What is committed is not tried again because this process cannot read it yet: its poll takes it up. */
const takeUpCommitted = (deps: AppDeps): Promise<void> =>
  deps.state
    .refresh()
    .catch((thrown: unknown) => deps.log.warn({ err: thrown }, 'cannot take up what was committed'))

const attemptOnce = async <T>(deps: AppDeps, run: (tx: Tx) => Promise<T>): Promise<T> => {
  let hasInvalidated = false
  let hasPublished = false
  const result = await deps.database.transaction().execute(async (queued) => {
    const db = await withoutQueue(queued)
    const events: DomainEvent[] = []
    const beforeCommitActions: (() => Promise<void>)[] = []
    const now = deps.clock.now()
    const tx: Tx = {
      db,
      defer: async (statement) => void (await db.executeQuery(markDeferred(statement.compile(db)))),
      now,
      today: dateIn(now, brand.timeZone),
      ids: deps.ids,
      process: deps.state.processNumber(),
      publish: (event) => void events.push(event),
      beforeCommit: (action) => void beforeCommitActions.push(action),
      invalidate: (name) => {
        hasInvalidated = true
        const fact = pageFacts.find((one) => one === name)
        if (fact) events.push({ kind: 'pages-changed', fact })
        hasPublished ||= fact !== undefined
        return incrementVersion(db, name)
      },
    }
    const value = await run(tx)
    // The handlers write jobs in this same transaction: a rollback leaves no mail.
    if (events.length > 0) await deps.handleEvents(tx, events)
    for (const action of beforeCommitActions) await action()
    if (hasPublished) deps.reachCrashPoint('publication: written')
    return value
  })
  if (hasPublished) deps.reachCrashPoint('publication: committed')
  if (hasInvalidated) await takeUpCommitted(deps)
  return result
}

/** Rounds of questions to other systems that one transaction may have; each answers all that was missing at that point. */
const askingRounds = 8

const askingFirst = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let round = 1; ; round += 1) {
    try {
      return await run()
    } catch (thrown) {
      if (!(thrown instanceof AskFirst) || round === askingRounds) throw thrown
      await thrown.ask()
    }
  }
}

/**
 * One transaction: either everything in `run` is committed or nothing. `run` is called again after a deadlock (40P01)
 * or a serialization failure (40001), so it must use nothing but `tx` and must not call external services; it throws AskFirst
 * when it needs one. Throws what `run` throws, and SHOP_BUSY when the database cannot be reached or the contention does not end.
 */
export const inTransaction = async <T>(deps: AppDeps, run: (tx: Tx) => Promise<T>): Promise<T> => {
  const onRetry = (thrown: unknown, attempt: number): void =>
    deps.log.warn({ code: codeOf(thrown), attempt }, 'a transaction met another one and is tried again')
  try {
    return await askingFirst(() =>
      retryContention(() => attemptOnce(deps, run), { fraction: deps.ids.fraction, onRetry }),
    )
  } catch (thrown) {
    if (isBusy(thrown) || isContention(thrown)) throw new ShopError('SHOP_BUSY', { cause: thrown })
    throw thrown
  }
}
