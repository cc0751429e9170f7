import type { Kysely, Selectable } from 'kysely'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { Notice } from '../rules/notice.ts'
import type { NoticeWords } from '../rules/notice-facts.ts'

export type NoticeRow = Selectable<Database['subscription_notice']>

interface NoticeDraft {
  readonly subscriptionId: string
  readonly accountId: string
  readonly notice: Notice
  readonly words: NoticeWords
}

/** Writes a notice down, once; null when it was made before. */
export const insertNotice = async (work: Work, draft: NoticeDraft): Promise<string | null> => {
  const { notice } = draft
  const row = await work.db
    .insertInto('subscription_notice')
    .values({
      id: work.ids.uuid(),
      subscription_id: draft.subscriptionId,
      account_id: draft.accountId,
      kind: notice.kind,
      key: notice.key,
      event_on: notice.eventOn.toString(),
      rules: JSON.stringify(notice.window.rules.map(({ id }) => id)),
      to_days: notice.window.toDays,
      facts: JSON.stringify(draft.words),
      made_at: work.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** What these subscriptions were told, or are to be told: notices of every kind, or of one. */
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

/** The mail went out; the first time counts. */
export const markSent = async (work: Work, id: string): Promise<void> => {
  await work.db
    .updateTable('subscription_notice')
    .set({ sent_at: work.now.toString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Rises by plan. */
export const selectRises = (
  db: Kysely<Database>,
  planCodes: readonly string[],
): Promise<Selectable<Database['price_rise']>[]> =>
  planCodes.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('price_rise')
        .selectAll()
        .where('plan_code', 'in', planCodes)
        .orderBy('effective_on')
        .execute()

/** Writes a rise down, once. */
export const insertRise = async (
  work: Work,
  rise: { readonly planCode: string; readonly priceCents: Cents; readonly effectiveOn: string },
): Promise<void> => {
  await work.db
    .insertInto('price_rise')
    .values({
      id: work.ids.uuid(),
      plan_code: rise.planCode,
      price_cents: rise.priceCents,
      effective_on: rise.effectiveOn,
      made_at: work.now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
