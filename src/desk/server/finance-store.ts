import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import type { Currency } from '#shared/money.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import type { MomentPlace, PostingPlace } from '../rules/finance-filter.ts'

type Db = Kysely<Database>

// PostgreSQL does not say that the columns of a view are never null.
const Posting = z.object({
  journal_id: z.string(),
  position: z.number(),
  posted_on: z.string(),
  fact: z.string(),
  order_number: z.string().nullable(),
  detail: z.string(),
  currency: CurrencyCode,
  cents: z.number(),
})

export type StoredPosting = z.output<typeof Posting>

type Postings = SelectQueryBuilder<Database, 'desk_posting', object>

const pageOfPostings = async (query: Postings, after: PostingPlace | undefined, limit: number) => {
  const rows = await query
    .select(['journal_id', 'position', 'posted_on', 'fact', 'order_number', 'detail', 'currency', 'cents'])
    .$if(after !== undefined, (all) =>
      all.where((where) =>
        where(
          where.refTuple('posted_on', 'journal_id', 'position'),
          '<',
          where.tuple(after?.day ?? '', after?.journal ?? '', after?.position ?? 0),
        ),
      ),
    )
    .orderBy('posted_on', 'desc')
    .orderBy('journal_id', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Posting.parse(row))
}

export interface PostingsQuery {
  readonly account: string
  readonly currency?: Currency | undefined
  /** Of the account, such as a jurisdiction. */
  readonly detail?: string | undefined
  readonly from?: Temporal.PlainDate | undefined
  /** The first day that is left out. */
  readonly before?: Temporal.PlainDate | undefined
  readonly after?: PostingPlace | undefined
}

const asking = (db: Db, { account, currency, detail, from, before }: PostingsQuery): Postings => {
  let query: Postings = db.selectFrom('desk_posting').where('account', '=', account)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  if (detail !== undefined) query = query.where('detail', '=', detail)
  if (from !== undefined) query = query.where('posted_on', '>=', from.toString())
  if (before !== undefined) query = query.where('posted_on', '<', before.toString())
  return query
}

/** The postings of an account, the newest first. */
export const selectPostings = (db: Db, requested: PostingsQuery, limit: number): Promise<StoredPosting[]> =>
  pageOfPostings(asking(db, requested), requested.after, limit)

/** What those postings come to, in cents of the one currency that is asked for; debits positive. */
export const sumPostings = async (
  db: Db,
  requested: Omit<PostingsQuery, 'after'> & { readonly currency: Currency },
): Promise<number> => {
  const row = await asking(db, requested)
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  return row.cents
}

const Payout = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['pending', 'paid', 'failed']),
  amount_cents: z.number(),
  fee_cents: z.number(),
  currency: CurrencyCode,
  created_at: z.string(),
})

export type StoredDeskPayout = z.output<typeof Payout>

/** Payouts in currencies that the shop knows, the latest first. */
export const selectDeskPayouts = async (db: Db, after: MomentPlace | undefined, limit: number) => {
  const rows = await db
    .selectFrom('desk_payout')
    .selectAll()
    .$if(after !== undefined, (all) =>
      all.where((where) =>
        where(where.refTuple('created_at', 'id'), '<', where.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Payout.parse(row))
}

export const selectDeskPayout = async (db: Db, id: string): Promise<StoredDeskPayout | null> => {
  const row = await db.selectFrom('desk_payout').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Payout.parse(row) : null
}

const Part = z.object({
  id: z.string(),
  kind: z.string(),
  happened_at: z.string(),
  amount_cents: z.number(),
  fee_cents: z.number(),
  order_number: z.string().nullable(),
})

/** What a payout pays, the latest first. */
export const selectPayoutParts = async (
  db: Db,
  payoutId: string,
  after: MomentPlace | undefined,
  limit: number,
) => {
  const rows = await db
    .selectFrom('desk_payout_part')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .$if(after !== undefined, (all) =>
      all.where((where) =>
        where(where.refTuple('happened_at', 'id'), '<', where.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Part.parse(row))
}
