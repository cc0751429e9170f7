import type { Kysely, Selectable } from 'kysely'
import { instantOrNull } from '#shared/dates.ts'
import { StaffRoleName } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

export type Db = Kysely<Database>

/** A person of staff. */
export interface StaffMember {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
  readonly invitedAt: Temporal.Instant
  /** Null for somebody who was invited and has no passkey yet. */
  readonly joinedAt: Temporal.Instant | null
  readonly endedAt: Temporal.Instant | null
}

const memberFrom = (row: Selectable<Database['staff']>): StaffMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: StaffRoleName.parse(row.role),
  invitedAt: Temporal.Instant.from(row.invited_at),
  joinedAt: instantOrNull(row.joined_at),
  endedAt: instantOrNull(row.ended_at),
})

/** Everybody, those who left too, by email. */
export const selectStaff = async (db: Db): Promise<StaffMember[]> =>
  (await db.selectFrom('staff').selectAll().orderBy('email').execute()).map(memberFrom)

export const selectByEmail = async (db: Db, email: string): Promise<StaffMember | null> => {
  const row = await db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
  return row ? memberFrom(row) : null
}

export const selectById = async (db: Db, id: string): Promise<StaffMember | null> => {
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? memberFrom(row) : null
}

/** Locks a person, and every owner with them: of two owners who leave at the same moment, the second one finds the first one gone. */
export const lockWithOwners = async ({ db }: Tx, id: string): Promise<readonly StaffMember[]> => {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where((where) =>
      where.or([
        where('id', '=', id),
        where.and([where('role', '=', 'owner'), where('ended_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(memberFrom)
}

interface NewMember {
  readonly id: string
  readonly email: string
  readonly role: StaffRole
}

/** Invites a person, or one who left again; the row of somebody who is there stays as it is. */
export const upsertInvited = async (
  { db, now }: Tx,
  { id, email, role }: NewMember,
): Promise<StaffMember> => {
  const row = await db
    .insertInto('staff')
    .values({ id, email, name: '', role, invited_at: now.toString() })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ role, invited_at: now.toString(), joined_at: null, ended_at: null })
        .where('staff.ended_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst()
  if (row) return memberFrom(row)
  const found = await db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return memberFrom(found)
}

/** The first passkey is made: the person has joined, by this name. */
export const markJoined = async ({ db, now }: Tx, id: string, name: string): Promise<void> => {
  await db
    .updateTable('staff')
    .set({ name, joined_at: now.toString() })
    .where('id', '=', id)
    .where('joined_at', 'is', null)
    .execute()
}

export const writeRole = async ({ db }: Tx, id: string, role: StaffRole): Promise<void> => {
  await db.updateTable('staff').set({ role }).where('id', '=', id).execute()
}

export const markEnded = async ({ db, now }: Tx, id: string): Promise<void> => {
  await db.updateTable('staff').set({ ended_at: now.toString() }).where('id', '=', id).execute()
}

export const insertLink = async (
  { db, now }: Tx,
  link: { readonly tokenHash: Buffer; readonly staffId: string; readonly expiresAt: Temporal.Instant },
): Promise<void> => {
  await db
    .insertInto('staff_link')
    .values({
      token_hash: link.tokenHash,
      staff_id: link.staffId,
      created_at: now.toString(),
      expires_at: link.expiresAt.toString(),
    })
    .execute()
}

/** Links that were not opened yet are void: those of a person, or of everybody. */
export const voidLinks = async (
  { db, now }: Tx,
  whose: { readonly staffId: string } | 'everybody',
): Promise<void> => {
  const open = db.updateTable('staff_link').set({ used_at: now.toString() }).where('used_at', 'is', null)
  await (whose === 'everybody' ? open : open.where('staff_id', '=', whose.staffId)).execute()
}

/** Deletes links that were used or ran out before a moment, up to a limit. Returns how many. */
export const deleteUsedLinks = async (
  { db }: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const used = db
    .selectFrom('staff_link')
    .select('token_hash')
    .where((where) =>
      where.or([where('used_at', '<', before.toString()), where('expires_at', '<', before.toString())]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('staff_link')
    .where('token_hash', 'in', used)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The person of an unused link; null for every other one. */
export const selectByLink = async (
  db: Db,
  tokenHash: Buffer,
  now: Temporal.Instant,
): Promise<StaffMember | null> => {
  const row = await db
    .selectFrom('staff_link')
    .innerJoin('staff', 'staff.id', 'staff_link.staff_id')
    .selectAll('staff')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? memberFrom(row) : null
}

/** Uses a link up, once; false when it was used or has expired. */
export const useLink = async ({ db, now }: Tx, tokenHash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('staff_link')
    .set({ used_at: now.toString() })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
