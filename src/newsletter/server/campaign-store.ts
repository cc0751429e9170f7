import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { campaignStates } from '../rules/campaign-content.ts'
import { Segment } from '../rules/segment.ts'

type Db = Kysely<Database>

const Moment = z.string().transform((text) => Temporal.Instant.from(text))

const Row = z
  .object({
    id: z.string(),
    state: z.enum(campaignStates),
    version: z.number(),
    sent_version: z.number().nullable(),
    send_at: Moment.nullable(),
    per_hour: z.number().nullable(),
    created_by: z.string().nullable(),
    scheduled_by: z.string().nullable(),
    approved_by: z.string().nullable(),
    created_at: Moment,
    listed_until: z.string().nullable(),
    listed_at: Moment.nullable(),
    released_at: Moment.nullable(),
    ended_at: Moment.nullable(),
  })
  .transform((row) => ({
    id: row.id,
    state: row.state,
    version: row.version,
    sentVersion: row.sent_version,
    sendAt: row.send_at,
    perHour: row.per_hour,
    createdBy: row.created_by,
    scheduledBy: row.scheduled_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at,
    listedUntil: row.listed_until,
    listedAt: row.listed_at,
    releasedAt: row.released_at,
    endedAt: row.ended_at,
  }))

export type Campaign = z.output<typeof Row>

const columns = [
  'id', 'state', 'version', 'sent_version', 'send_at', 'per_hour', 'created_by', 'scheduled_by', 'approved_by',
  'created_at', 'listed_until', 'listed_at', 'released_at', 'ended_at',
] as const // prettier-ignore

/** What a version says. Its content is as it was saved, and perhaps not ready to be sent. */
export interface CampaignVersion {
  readonly number: number
  readonly content: Readonly<Record<string, unknown>>
  readonly segment: Segment
  readonly madeBy: string | null
  readonly madeAt: Temporal.Instant
}

const VersionRow = z
  .object({
    number: z.number(),
    content: z.record(z.string(), z.unknown()),
    segment: Segment,
    made_by: z.string().nullable(),
    made_at: Moment,
  })
  .transform(({ made_by: madeBy, made_at: madeAt, ...row }) => ({ ...row, madeBy, madeAt }))

export const selectCampaign = async (db: Db, id: string): Promise<Campaign | null> => {
  const row = await db
    .selectFrom('newsletter_campaign')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** Locks a campaign until the transaction ends: one person or one worker changes it at a time. */
export const lockCampaign = async (tx: Tx, id: string): Promise<Campaign | null> => {
  const row = await tx.db
    .selectFrom('newsletter_campaign')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** The state of a campaign, which cannot change until the transaction ends; many may hold it at once. */
export const holdCampaign = async (tx: Tx, id: string): Promise<Campaign | null> => {
  const row = await tx.db
    .selectFrom('newsletter_campaign')
    .select(columns)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

export const selectVersion = async (db: Db, id: string, number: number): Promise<CampaignVersion | null> => {
  const row = await db
    .selectFrom('newsletter_campaign_version')
    .select(['number', 'content', 'segment', 'made_by', 'made_at'])
    .where('campaign_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? VersionRow.parse(row) : null
}

/** The newest first; one more than `limit` when there are more. `after` is the last one of the page before. */
export const selectCampaigns = async (
  db: Db,
  after: { readonly at: string; readonly id: string } | undefined,
  limit: number,
): Promise<readonly (Campaign & { readonly subject: string })[]> => {
  let query = db
    .selectFrom('newsletter_campaign as campaign')
    .innerJoin('newsletter_campaign_version as version', (join) =>
      join
        .onRef('version.campaign_id', '=', 'campaign.id')
        .on('version.number', '=', (on) => on.fn.coalesce('campaign.sent_version', 'campaign.version')),
    )
    .select(columns.map((name) => `campaign.${name}` as const))
    .select(sql<string>`coalesce(version.content ->> 'subject', '')`.as('subject'))
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('campaign.created_at', 'campaign.id'), '<', where.tuple(after.at, after.id)),
    )
  const rows = await query
    .orderBy('campaign.created_at', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(({ subject, ...row }) => ({ ...Row.parse(row), subject }))
}

interface NewCampaign {
  readonly content: object
  readonly segment: Segment
  readonly staffId: string | null
  readonly fingerprint: string | null
}

/** Makes a campaign with its first version; null when the same file made one before. */
export const insertCampaign = async (tx: Tx, one: NewCampaign): Promise<string | null> => {
  const at = tx.now.toString()
  const row = await tx.db
    .insertInto('newsletter_campaign')
    .values({
      id: tx.ids.uuid(),
      state: 'draft',
      version: 1,
      created_by: one.staffId,
      created_at: at,
      changed_at: at,
      fingerprint: one.fingerprint,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await insertVersion(tx, row.id, { ...one, number: 1 })
  return row?.id ?? null
}

/** The campaign that a file made. */
export const selectByFingerprint = async (db: Db, fingerprint: string): Promise<string | null> => {
  const row = await db
    .selectFrom('newsletter_campaign')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.id ?? null
}

export const insertVersion = async (
  tx: Tx,
  id: string,
  one: Omit<NewCampaign, 'fingerprint'> & { readonly number: number },
): Promise<void> => {
  await tx.db
    .insertInto('newsletter_campaign_version')
    .values({
      campaign_id: id,
      number: one.number,
      content: JSON.stringify(one.content),
      segment: JSON.stringify(one.segment),
      made_by: one.staffId,
      made_at: tx.now.toString(),
    })
    .execute()
}

type Changes = Partial<{
  readonly state: Campaign['state']
  readonly version: number
  readonly sent_version: number | null
  readonly send_at: string | null
  readonly per_hour: number | null
  readonly scheduled_by: string | null
  readonly approved_by: string | null
  readonly listed_until: string | null
  readonly listed_at: string | null
  readonly released_at: string | null
  readonly ended_at: string | null
}>

/** Changes a campaign that the caller has locked. */
export const updateCampaign = async (tx: Tx, id: string, changes: Changes): Promise<void> => {
  await tx.db
    .updateTable('newsletter_campaign')
    .set({ ...changes, changed_at: tx.now.toString() })
    .where('id', '=', id)
    .execute()
}

const isDueAt = (db: Db, now: Temporal.Instant) =>
  db
    .selectFrom('newsletter_campaign')
    .where('state', 'in', ['scheduled', 'sending'])
    .where('send_at', '<=', now.toString())

/** The campaigns that are to be sent or are being sent, the earliest first. */
export const selectDueCampaigns = async (db: Db, now: Temporal.Instant): Promise<readonly string[]> => {
  const rows = await isDueAt(db, now).select('id').orderBy('send_at').orderBy('id').limit(50).execute()
  return rows.map(({ id }) => id)
}

/** Whether a campaign is to be sent or is being sent. */
export const hasDueCampaigns = (db: Db, now: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists (${isDueAt(db, now).select('id')})`
