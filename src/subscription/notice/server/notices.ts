import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { noticeKinds } from '../rules/jurisdiction.ts'
import { isOutdated } from '../rules/notice.ts'
import type { NoticeKind } from '../rules/jurisdiction.ts'
import { NoticeContent } from '../rules/notice-content.ts'
import { deleteUnsent, markSent, selectNotice } from './notice-store.ts'
import type { NoticeRow } from './notice-store.ts'
import { selectIncreasesById } from '#subscription/record/server/price-increase-store.ts'
import {
  lockSubscription,
  queueNotices,
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
const requeueNotice = (deps: AppDeps, row: NoticeRow): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await lockSubscription(tx, row.subscription_id)
    await deleteUnsent(tx, row.id)
    await queueNotices(tx, 'id', row.subscription_id)
  })

/** Whether what an unsent notice says has become untrue by a change, by the operator, or by the time that has passed. */
const isUntrue = async (
  deps: AppDeps,
  row: NoticeRow,
  kind: NoticeKind,
  version: number | null,
): Promise<boolean> => {
  const subscription = await selectSubscriptionById(deps.database, row.subscription_id)
  if (version !== null && version !== subscription?.version) return true
  const id = row.price_increase_id
  const increases = await selectIncreasesById(deps.database, id === null ? [] : [id])
  const eventOn = Temporal.PlainDate.from(row.event_on)
  const waiting = { kind, eventOn, toDays: row.to_days, increase: increases.get(id ?? '') ?? null }
  return isOutdated(waiting, dateIn(deps.clock.now(), brand.timeZone))
}

/**
 * A notice that was made and is true; null for an unknown one, and for one that has become untrue before its mail went
 * out: its order was skipped, paused, moved, canceled or changed, its increase was undone, or its day has come.
 */
export const noticeToSend = async (deps: AppDeps, id: string): Promise<NoticeToSend | null> => {
  const row = await selectNotice(deps.database, id)
  const kind = noticeKinds.find((one) => one === row?.kind)
  if (!row || !kind) return null
  const content = NoticeContent.parse(row.facts)
  if (row.sent_at === null && (await isUntrue(deps, row, kind, content.version))) {
    await requeueNotice(deps, row)
    return null
  }
  return { subscriptionId: row.subscription_id, accountId: row.account_id, kind, content }
}

/** Its mail was sent; what depends on it (another price, the notices after it) takes effect. */
export const noticeSent = (deps: AppDeps, id: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const sent = await markSent(tx, id)
    if (sent?.kind === 'price-increase' || sent?.kind === 'price-unchanged')
      await queueNotices(tx, 'id', sent.subscription_id)
  })
