import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Notice } from '../rules/notice.ts'
import type { NoticeContent } from '../rules/notice-content.ts'

export type NoticeRow = Selectable<Database['subscription_notice']>

interface NoticeDraft {
  readonly subscriptionId: string
  readonly accountId: string
  readonly notice: Notice
  readonly content: NoticeContent
}

/** Writes a notice down, once; null when it was made before. */
export const insertNotice = async (tx: Tx, draft: NoticeDraft): Promise<string | null> => {
  const { notice } = draft
  const row = await tx.db
    .insertInto('subscription_notice')
    .values({
      id: tx.ids.uuid(),
      subscription_id: draft.subscriptionId,
      account_id: draft.accountId,
      kind: notice.kind,
      key: notice.key,
      price_increase_id: notice.increase?.id ?? null,
      event_on: notice.eventOn.toString(),
      rules: JSON.stringify(notice.window.rules.map(({ id }) => id)),
      to_days: notice.window.toDays,
      facts: JSON.stringify(draft.content),
      made_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The notices of these subscriptions, sent or not: of every kind, or of one. */
export const selectNotices = (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
  kind: Notice['kind'] | null = null,
): Promise<NoticeRow[]> =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('subscription_notice')
        .selectAll()
        .where('subscription_id', 'in', subscriptionIds)
        .$if(kind !== null, (query) => query.where('kind', '=', kind))
        .execute()

export const selectNotice = (db: Kysely<Database>, id: string): Promise<NoticeRow | undefined> =>
  db.selectFrom('subscription_notice').selectAll().where('id', '=', id).executeTakeFirst()

/** A notice that has become untrue before its mail went out. */
export const deleteUnsent = async (tx: Tx, id: string): Promise<void> => {
  await tx.db.deleteFrom('subscription_notice').where('id', '=', id).where('sent_at', 'is', null).execute()
}

/** The mail went out; the first time counts. Answers what it is about, null when it was known. */
export const markSent = async (
  tx: Tx,
  id: string,
): Promise<Pick<NoticeRow, 'kind' | 'subscription_id'> | null> => {
  const row = await tx.db
    .updateTable('subscription_notice')
    .set({ sent_at: tx.now.toString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['kind', 'subscription_id'])
    .executeTakeFirst()
  return row ?? null
}

/** The progress of each increase: who was notified, and the first and last order day at the new price. */
export const selectIncreaseProgress = (db: Kysely<Database>) =>
  db
    .selectFrom('subscription_notice')
    .select(({ fn }) => [
      'price_increase_id as id',
      fn.count<number>('sent_at').as('sent'),
      fn.countAll<number>().as('made'),
      fn.min('event_on').as('firstOn'),
      fn.max('event_on').as('lastOn'),
    ])
    .where('kind', '=', 'price-increase')
    .where('price_increase_id', 'is not', null)
    .groupBy('price_increase_id')
    .execute()
