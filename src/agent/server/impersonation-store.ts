import { z } from 'zod'
import type { ImpersonationTimes } from '../rules/agent-rights.ts'
import type { Db } from './agent-store.ts'

interface NewImpersonation {
  readonly id: string
  readonly agentId: string
  readonly accountId: string
  readonly reason: string
  readonly minutes: number
  readonly linkHash: Buffer
  readonly linkExpiresAt: Temporal.Instant
}

export const insertImpersonation = async (
  db: Db,
  impersonation: NewImpersonation,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('impersonation')
    .values({
      id: impersonation.id,
      agent_id: impersonation.agentId,
      account_id: impersonation.accountId,
      reason: impersonation.reason,
      minutes: impersonation.minutes,
      created_at: now.toString(),
      link_hash: impersonation.linkHash,
      link_expires_at: impersonation.linkExpiresAt.toString(),
    })
    .execute()
}

const Moment = z.string().transform((text) => Temporal.Instant.from(text)).nullable() // prettier-ignore

// PostgreSQL does not say that the columns of a view are never null.
const ImpersonationRow = z
  .object({
    id: z.string(),
    agent_id: z.string().nullable(),
    staff_id: z.string().nullable(),
    staff_session_id: z.string().nullable(),
    account_id: z.string(),
    reason: z.string(),
    minutes: z.number(),
    agent_name: z.string(),
    member_email: z.string(),
    member_name: z.string(),
    password_hash: z.string().nullable(),
    started_at: Moment,
    ends_at: Moment,
    ended_at: Moment,
    intent: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    agentId: row.agent_id,
    staffId: row.staff_id,
    staffSessionId: row.staff_session_id,
    accountId: row.account_id,
    reason: row.reason,
    minutes: row.minutes,
    agentName: row.agent_name,
    memberEmail: row.member_email,
    memberName: row.member_name,
    passwordHash: row.password_hash,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    intent: row.intent,
  }))

export interface StoredImpersonation extends ImpersonationTimes {
  readonly id: string
  /** Of an agent; null for a visit of staff. */
  readonly agentId: string | null
  /** Of a person of staff, and the session at the desk within which it counts; null for a visit of an agent. */
  readonly staffId: string | null
  readonly staffSessionId: string | null
  readonly accountId: string
  readonly reason: string
  readonly minutes: number
  /** The name of the agent or of the person of staff. */
  readonly agentName: string
  readonly memberEmail: string
  /** First name; empty if the member has given none. */
  readonly memberName: string
  /** Of the agent; null for a visit of staff. */
  readonly passwordHash: string | null
  /** What the agent said was to be changed; null before the second step. */
  readonly intent: string | null
}

/** The impersonation session of a session token; null for an unknown one and for those of dismissed agents. */
export const readImpersonationBySession = async (
  db: Db,
  sessionHash: Buffer,
): Promise<StoredImpersonation | null> => {
  const row = await db
    .selectFrom('impersonation_person')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return row ? ImpersonationRow.parse(row) : null
}

/** The impersonation session that a link would start; null for a used, expired, closed or unknown link. */
export const readImpersonationByLink = async (
  db: Db,
  linkHash: Buffer,
  now: Temporal.Instant,
  maxAttempts: number,
): Promise<StoredImpersonation | null> => {
  const row = await db
    .selectFrom('impersonation_person')
    .selectAll()
    .where('link_hash', '=', linkHash)
    .where('link_expires_at', '>', now.toString())
    .where('started_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where('tries', '<', maxAttempts)
    .executeTakeFirst()
  return row ? ImpersonationRow.parse(row) : null
}

/** Counts an attempt before it is checked; false when there are no more. */
export const countAttempt = async (db: Db, id: string, maxAttempts: number): Promise<boolean> => {
  const row = await db
    .updateTable('impersonation')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxAttempts)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface NewStaffVisit {
  readonly id: string
  readonly staffId: string
  /** The session at the desk within which it counts. */
  readonly staffSessionId: string
  readonly accountId: string
  readonly reason: string
  readonly minutes: number
  readonly sessionHash: Buffer
  readonly endsAt: Temporal.Instant
}

/** A visit of staff, which has begun: no link waits for anybody. */
export const insertStaffVisit = async (
  db: Db,
  visit: NewStaffVisit,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('impersonation')
    .values({
      id: visit.id,
      staff_id: visit.staffId,
      staff_session_id: visit.staffSessionId,
      account_id: visit.accountId,
      reason: visit.reason,
      minutes: visit.minutes,
      created_at: now.toString(),
      session_hash: visit.sessionHash,
      started_at: now.toString(),
      ends_at: visit.endsAt.toString(),
    })
    .execute()
}

/** Starts an impersonation session; of several concurrent attempts only one succeeds. */
export const beginImpersonation = async (
  db: Db,
  id: string,
  sessionHash: Buffer,
  now: Temporal.Instant,
  endsAt: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .updateTable('impersonation')
    .set({ session_hash: sessionHash, started_at: now.toString(), ends_at: endsAt.toString() })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const writeIntent = async (
  db: Db,
  id: string,
  intent: string,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('impersonation')
    .set({ intent, writes_since: now.toString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The selected impersonation sessions. */
export type ImpersonationFilter =
  | { readonly id: string }
  | { readonly agentId: string }
  | { readonly accountId: string }
  /** Of a person of staff, or within one session of theirs at the desk, or within all besides one. */
  | {
      readonly staffId: string
      readonly staffSessionId?: string | undefined
      readonly besidesSession?: string | undefined
    }
  | 'staff'
  | 'everybody'

/** Ends impersonation sessions and closes unopened links; returns how many. One that has run out keeps the end that it had. */
export const endImpersonations = async (
  db: Db,
  filter: ImpersonationFilter,
  now: Temporal.Instant,
): Promise<number> => {
  let update = db
    .updateTable('impersonation')
    .set({ ended_at: now.toString() })
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now.toString())]))
  if (filter === 'staff') update = update.where('staff_id', 'is not', null)
  else if (filter !== 'everybody') {
    if ('id' in filter) update = update.where('id', '=', filter.id)
    else if ('agentId' in filter) update = update.where('agent_id', '=', filter.agentId)
    else if ('accountId' in filter) update = update.where('account_id', '=', filter.accountId)
    else {
      update = update.where('staff_id', '=', filter.staffId)
      if (filter.staffSessionId !== undefined)
        update = update.where('staff_session_id', '=', filter.staffSessionId)
      if (filter.besidesSession !== undefined)
        update = update.where('staff_session_id', '<>', filter.besidesSession)
    }
  }
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** The impersonation sessions that were started, newest first. */
export const readImpersonationsOf = async (
  db: Db,
  accountId: string,
  limit: number,
): Promise<StoredImpersonation[]> => {
  const rows = await db
    .selectFrom('impersonation_person')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ImpersonationRow.parse(row))
}

/** Free text of agents about a member. */
export const eraseReasons = async (db: Db, accountId: string, now: Temporal.Instant): Promise<void> => {
  await endImpersonations(db, { accountId }, now)
  await db.updateTable('impersonation').set({ reason: '' }).where('account_id', '=', accountId).execute()
  await db
    .updateTable('impersonation')
    .set({ intent: '' })
    .where('account_id', '=', accountId)
    .where('intent', 'is not', null)
    .execute()
}
