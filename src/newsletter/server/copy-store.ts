import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { LeftOutReason } from '../rules/segment.ts'

type Db = Kysely<Database>

const copyStates = ['waiting', 'queued', 'sending', 'sent', 'failed', 'unknown', 'left-out'] as const

type CopyState = (typeof copyStates)[number]

/** The copy of one subscriber. */
export interface CopyKey {
  readonly campaignId: string
  readonly subscriberId: string
}

const stateFrom = (text: string): CopyState => z.enum(copyStates).parse(text)

/** Makes the copies of these subscribers, as many as are new; the row makes a second copy impossible. */
export const insertCopies = async (
  tx: Tx,
  campaignId: string,
  subscriberIds: readonly string[],
): Promise<void> => {
  if (subscriberIds.length === 0) return
  const at = tx.now.toString()
  await tx.db
    .insertInto('newsletter_copy')
    .values(
      subscriberIds.map((id) => ({
        campaign_id: campaignId,
        subscriber_id: id,
        token: Buffer.from(tx.ids.token(), 'base64url').subarray(0, 12).toString('hex'),
        state: 'waiting',
        at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'subscriber_id']).doNothing())
    .execute()
}

/** Marks up to `limit` waiting copies as queued; returns their subscribers. */
export const queueCopies = async (tx: Tx, campaignId: string, limit: number): Promise<readonly string[]> => {
  if (limit === 0) return []
  const waiting = tx.db
    .selectFrom('newsletter_copy')
    .select('subscriber_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'waiting')
    .orderBy('subscriber_id')
    .limit(limit)
  const rows = await tx.db
    .updateTable('newsletter_copy')
    .set({ state: 'queued', at: tx.now.toString() })
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', 'in', waiting)
    .returning('subscriber_id')
    .execute()
  return rows.map((row) => row.subscriber_id)
}

/** Whether a copy of a campaign is not decided yet. */
export const hasOpenCopies = async (db: Db, campaignId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select('subscriber_id')
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['waiting', 'queued', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A copy, locked until the transaction ends. */
export const lockCopy = async (
  tx: Tx,
  { campaignId, subscriberId }: CopyKey,
): Promise<{ readonly state: CopyState; readonly token: string; readonly at: Temporal.Instant } | null> => {
  const row = await tx.db
    .selectFrom('newsletter_copy')
    .select(['state', 'token', 'at'])
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { state: stateFrom(row.state), token: row.token, at: Temporal.Instant.from(row.at) } : null
}

/** Writes the new state of a copy, if it is in one of the states `from`. */
export const writeCopy = async (
  tx: Tx,
  { campaignId, subscriberId }: CopyKey,
  from: readonly CopyState[],
  copy: { readonly state: CopyState; readonly reason?: string | null; readonly countsClicks?: boolean },
): Promise<void> => {
  await tx.db
    .updateTable('newsletter_copy')
    .set({
      state: copy.state,
      reason: copy.reason ?? null,
      at: tx.now.toString(),
      ...(copy.countsClicks === undefined ? {} : { counts_clicks: copy.countsClicks }),
    })
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', 'in', from)
    .execute()
}

export interface FoundCopy extends CopyKey {
  readonly countsClicks: boolean
}

export const selectCopyByToken = async (db: Db, token: string): Promise<FoundCopy | null> => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select(['campaign_id', 'subscriber_id', 'counts_clicks'])
    .where('token', '=', token)
    .executeTakeFirst()
  return row
    ? { campaignId: row.campaign_id, subscriberId: row.subscriber_id, countsClicks: row.counts_clicks }
    : null
}

/** The copy that was sent last to a subscriber; null when none was. */
export const selectLastSent = async (db: Db, subscriberId: string): Promise<CopyKey | null> => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select('campaign_id')
    .where('subscriber_id', '=', subscriberId)
    .where('state', 'in', ['sent', 'unknown'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { campaignId: row.campaign_id, subscriberId } : null
}

const marks = { bounced: 'bounced_at', complained: 'complained_at', unsubscribed: 'unsubscribed_at' } as const

/** Notes what somebody did with a copy, the first time only. */
export const markCopy = async (
  tx: Tx,
  { campaignId, subscriberId }: CopyKey,
  mark: keyof typeof marks,
): Promise<void> => {
  await tx.db
    .updateTable('newsletter_copy')
    .set({ [marks[mark]]: tx.now.toString() })
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .where(marks[mark], 'is', null)
    .execute()
}

/** Notes a click; of one link the first one. */
export const insertClick = async (
  tx: Tx,
  { campaignId, subscriberId }: CopyKey,
  link: number,
): Promise<void> => {
  await tx.db
    .insertInto('newsletter_click')
    .values({ campaign_id: campaignId, subscriber_id: subscriberId, link, at: tx.now.toString() })
    .onConflict((conflict) => conflict.columns(['campaign_id', 'subscriber_id', 'link']).doNothing())
    .execute()
}

/** Deletes what is known of the clicks of a subscriber. */
export const deleteClicksOf = async (db: Db, subscriberIds: readonly string[]): Promise<void> => {
  if (subscriberIds.length === 0) return
  await db.deleteFrom('newsletter_click').where('subscriber_id', 'in', subscriberIds).execute()
}

/** Deletes up to `limit` clicks from before a moment. Returns how many. */
export const deleteClicksBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from newsletter_click where (campaign_id, subscriber_id, link) in (
      select campaign_id, subscriber_id, link from newsletter_click where at < ${before.toString()}::timestamptz
      limit ${limit} for update skip locked)`.execute(tx.db)
  return Number(numAffectedRows)
}

/** How many copies of a campaign are in each state, and what became of those that were sent. */
export const countCopies = async (db: Db, campaignId: string) => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select((select) => {
      const count = (state: CopyState) => select.fn.countAll<number>().filterWhere('state', '=', state)
      return [
        count('waiting').as('waiting'),
        count('queued').as('queued'),
        count('sending').as('sending'),
        count('sent').as('sent'),
        count('failed').as('failed'),
        count('unknown').as('unknown'),
        count('left-out').as('leftOut'),
        select.fn.count<number>('bounced_at').as('bounced'),
        select.fn.count<number>('complained_at').as('complained'),
        select.fn.count<number>('unsubscribed_at').as('unsubscribed'),
        select.fn.countAll<number>().filterWhere('counts_clicks', '=', true).as('countsClicks'),
      ]
    })
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  const clicks = await db
    .selectFrom('newsletter_click')
    .select((select) => select.fn.count<number>('subscriber_id').distinct().as('people'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  return { ...row, clicked: clicks.people }
}

const LinkClick = z.object({ link: z.number(), day: z.string(), readers: z.number() })

/** First clicks in a campaign by the position of the link and the day in a time zone. */
export const selectLinkClicks = async (db: Db, campaignId: string, timeZone: string) => {
  const { rows } = await sql`
    select link, (at at time zone ${timeZone})::date::text as day, count(*)::integer as readers
    from newsletter_click where campaign_id = ${campaignId} group by 1, 2 order by 2, 1`.execute(db)
  return z.array(LinkClick).parse(rows)
}

export type { CopyState, LeftOutReason }

/** A campaign that somebody got, or was to get. */
export interface ReceivedCampaign {
  readonly subject: string
  readonly state: string
  readonly at: string
  /** Links that were opened, of a reader who allows to count them. */
  readonly clicks: number
}

/** The campaigns of an address, the oldest first. */
export const selectCampaignsOf = async (db: Db, email: string): Promise<readonly ReceivedCampaign[]> => {
  const rows = await db
    .selectFrom('newsletter_received_campaign')
    .select(['subject', 'state', 'at', 'clicks'])
    .where('email', '=', email)
    .orderBy('at')
    .orderBy('campaign_id')
    .execute()
  return rows.map(({ subject, state, at, clicks }) => ({
    subject: subject ?? '',
    state: state ?? '',
    at: at?.toString() ?? '',
    clicks: clicks ?? 0,
  }))
}
