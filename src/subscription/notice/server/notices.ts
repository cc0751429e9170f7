import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { isOutdated } from '../rules/notice.ts'
import type { NoticeKind } from '../rules/jurisdiction.ts'
import type { NoticeContent } from '../rules/notice-content.ts'
import { deleteUnsent, markSent, selectNotice, selectNotices } from './notice-store.ts'
import type { MadeNotice } from './notice-store.ts'
import type { StoredNotice } from './notice-record.ts'
import type { Cents } from '#shared/money.ts'
import { selectIncreasesById } from '#subscription/record/server/price-increase-store.ts'
import {
  lockSubscription,
  queueNotices,
  selectLiveSubscriptionsOf,
  selectSubscriptionById,
} from '#subscription/record/server/subscription-store.ts'

/** A notice as its mail says it. */
export interface NoticeToSend {
  readonly subscriptionId: string
  readonly accountId: string
  readonly kind: NoticeKind
  readonly content: NoticeContent
}

/** A notice that has become untrue is withdrawn, and the next check of the subscription makes what is due now. */
const requeueNotice = (deps: AppDeps, { id, subscriptionId }: StoredNotice): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await lockSubscription(tx, subscriptionId)
    await deleteUnsent(tx, id)
    await queueNotices(tx, 'id', subscriptionId)
  })

/**
 * Withdraws the notices of the next order whose mails are still waiting and name another total than it has now: sent later, one of
 * them would be the last mail before the order. Returns the others.
 */
export const withdrawUntrue = async (
  tx: Tx,
  made: readonly MadeNotice[],
  next: { readonly on: Temporal.PlainDate; readonly totalCents: Cents },
): Promise<readonly MadeNotice[]> => {
  const kept: MadeNotice[] = []
  for (const notice of made) {
    const { kind, sentOn, eventOn, totalCents } = notice
    const isUntrueNow =
      (kind === 'reminder' || kind === 'renewal') &&
      sentOn === null &&
      eventOn.equals(next.on) &&
      totalCents !== next.totalCents
    if (!isUntrueNow || !(await deleteUnsent(tx, notice.id))) kept.push(notice)
  }
  return kept
}

/** Whether what an unsent notice says has become untrue by a change, by the operator, or by the time that has passed. */
const isUntrue = async (
  deps: AppDeps,
  { subscriptionId, priceIncreaseId: id, eventOn, toDays }: StoredNotice,
  kind: NoticeKind,
  version: number | null,
): Promise<boolean> => {
  const subscription = await selectSubscriptionById(deps.database, subscriptionId)
  if (version !== null && version !== subscription?.version) return true
  const increases = await selectIncreasesById(deps.database, id === null ? [] : [id])
  const waiting = { kind, eventOn, toDays, increase: increases.get(id ?? '') ?? null }
  return isOutdated(waiting, dateIn(deps.clock.now(), brand.timeZone))
}

/**
 * A notice that was made, is true and was not sent; null for every other one. It becomes untrue before its mail goes out when
 * its order is skipped, paused, moved, canceled or changed, when its increase is undone, or when its day has come.
 */
export const noticeToSend = async (deps: AppDeps, id: string): Promise<NoticeToSend | null> => {
  const found = await selectNotice(deps.database, id)
  if (!found || found.notice.sentOn !== null) return null
  const { notice, kind, content } = found
  const { subscriptionId, accountId } = notice
  if (await isUntrue(deps, notice, kind, content.version)) {
    await requeueNotice(deps, notice)
    return null
  }
  return { subscriptionId, accountId, kind, content }
}

/** Its mail was sent; what depends on it (another price, the notices after it) takes effect. */
export const noticeSent = (deps: AppDeps, id: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const sent = await markSent(tx, id)
    if (sent?.kind === 'price-increase' || sent?.kind === 'price-unchanged')
      await queueNotices(tx, 'id', sent.subscriptionId)
  })

/**
 * A member wants reminders again: the latest one of each subscription that is of an order ahead, and was made and not mailed
 * meanwhile, is mailed now.
 */
export const remindAgain = async (tx: Tx, accountId: string): Promise<void> => {
  const live = await selectLiveSubscriptionsOf(tx.db, [accountId])
  const reminders = await selectNotices(
    tx.db,
    live.map(({ id }) => id),
    'reminder',
  )
  const newestFirst = reminders.toSorted((a, b) => Temporal.Instant.compare(b.madeAt, a.madeAt))
  for (const [latest] of Map.groupBy(newestFirst, ({ subscriptionId }) => subscriptionId).values()) {
    if (latest?.sentOn === null && Temporal.PlainDate.compare(latest.eventOn, tx.today) > 0)
      tx.publish({ kind: 'notice-due', noticeId: latest.id })
  }
}
