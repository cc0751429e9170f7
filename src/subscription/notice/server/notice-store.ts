import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Cents } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Notice } from '../rules/notice.ts'
import { NoticeContent } from '../rules/notice-content.ts'
import { noticeColumns, noticeFrom, noticeKindIn } from './notice-record.ts'
import type { StoredNotice } from './notice-record.ts'

interface NoticeWithContent {
  readonly notice: StoredNotice
  readonly kind: NonNullable<StoredNotice['kind']>
  readonly content: NoticeContent
}

/** A notice with the total of the order that it names. */
export interface MadeNotice extends StoredNotice {
  readonly totalCents: Cents
}

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
export const selectNotices = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
  kind: Notice['kind'] | null = null,
): Promise<MadeNotice[]> => {
  if (subscriptionIds.length === 0) return []
  const rows = await db
    .selectFrom('subscription_notice')
    .select(noticeColumns)
    .select(sql<Cents>`(facts ->> 'totalCents')::int`.as('total_cents'))
    .where('subscription_id', 'in', subscriptionIds)
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .execute()
  return rows.map((row) => ({ ...noticeFrom(row), totalCents: row.total_cents }))
}

/** A notice with its kind and what it says; undefined also for a kind that only a later release knows. */
export const selectNotice = async (
  db: Kysely<Database>,
  id: string,
): Promise<NoticeWithContent | undefined> => {
  const row = await db.selectFrom('subscription_notice').selectAll().where('id', '=', id).executeTakeFirst()
  const notice = row && noticeFrom(row)
  if (!notice || notice.kind === null) return undefined
  return { notice, kind: notice.kind, content: NoticeContent.parse(row.facts) }
}

/** Deletes a notice that has become untrue before its mail went out; returns whether it had not gone out. */
export const deleteUnsent = async (tx: Tx, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('subscription_notice')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** The mail went out; the first time counts. Returns what it is about, null when it was known. */
export const markSent = async (
  tx: Tx,
  id: string,
): Promise<Pick<StoredNotice, 'kind' | 'subscriptionId'> | null> => {
  const row = await tx.db
    .updateTable('subscription_notice')
    .set({ sent_at: tx.now.toString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['kind', 'subscription_id'])
    .executeTakeFirst()
  return row ? { kind: noticeKindIn(row.kind), subscriptionId: row.subscription_id } : null
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
