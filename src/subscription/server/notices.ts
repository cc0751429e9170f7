import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import { noticeKinds } from '../rules/jurisdiction.ts'
import type { NoticeKind } from '../rules/jurisdiction.ts'
import { NoticeWords } from '../rules/notice-facts.ts'
import { markSent, selectNotice } from './notice-store.ts'
import { queueNotices } from './subscription-store.ts'

/** A notice as its mail says it. */
export interface NoticeToSend {
  readonly subscriptionId: string
  readonly accountId: string
  readonly kind: NoticeKind
  readonly words: NoticeWords
}

/** A notice that was made; null for an unknown one. */
export const noticeToSend = async (db: Kysely<Database>, id: string): Promise<NoticeToSend | null> => {
  const row = await selectNotice(db, id)
  const kind = noticeKinds.find((one) => one === row?.kind)
  if (!row || !kind) return null
  return {
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    kind,
    words: NoticeWords.parse(row.facts),
  }
}

/** Its mail went out; what hangs on that (a higher price, the notice after it) counts from now on. */
export const noticeSent = (world: World, id: string): Promise<void> =>
  inTransaction(world, async (work) => {
    const subscriptionId = await markSent(work, id)
    if (subscriptionId !== null) await queueNotices(work, 'id', subscriptionId)
  })
