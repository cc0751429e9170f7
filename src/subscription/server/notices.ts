import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import { noticeKinds } from '../rules/jurisdiction.ts'
import type { NoticeKind } from '../rules/jurisdiction.ts'
import { NoticeWords } from '../rules/notice-facts.ts'
import { deleteUnsent, markSent, selectNotice } from './notice-store.ts'
import type { NoticeRow } from './notice-store.ts'
import { lockSubscription, queueNotices, selectSubscriptionById } from './subscription-store.ts'

/** A notice as its mail says it. */
export interface NoticeToSend {
  readonly subscriptionId: string
  readonly accountId: string
  readonly kind: NoticeKind
  readonly words: NoticeWords
}

/** A notice whose subscription was changed since is taken back, and the look at its subscription makes what is due now. */
const makeAnew = (world: World, row: NoticeRow): Promise<void> =>
  inTransaction(world, async (work) => {
    await lockSubscription(work, row.subscription_id)
    await deleteUnsent(work, row.id)
    await queueNotices(work, 'id', row.subscription_id)
  })

/**
 * A notice that was made and is true; null for an unknown one, and for one whose order was skipped, paused, moved,
 * canceled or changed before its mail went out.
 */
export const noticeToSend = async (world: World, id: string): Promise<NoticeToSend | null> => {
  const row = await selectNotice(world.database, id)
  const kind = noticeKinds.find((one) => one === row?.kind)
  if (!row || !kind) return null
  const words = NoticeWords.parse(row.facts)
  const subscription = await selectSubscriptionById(world.database, row.subscription_id)
  if (row.sent_at === null && words.version !== null && words.version !== subscription?.version) {
    await makeAnew(world, row)
    return null
  }
  return { subscriptionId: row.subscription_id, accountId: row.account_id, kind, words }
}

/** Its mail went out; what hangs on that (a higher price, the one after it) counts from now on. */
export const noticeSent = (world: World, id: string): Promise<void> =>
  inTransaction(world, async (work) => {
    const sent = await markSent(work, id)
    if (sent?.kind === 'price-rise') await queueNotices(work, 'id', sent.subscription_id)
  })
