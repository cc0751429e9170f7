import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Tx } from './app-deps.ts'

/**
 * The indexes by which what follows is found among the many jobs that are done. For a queue that has just been made; on an
 * older one the migration 0376 makes them.
 */
export const jobIndexes = `do $$
  begin
    if to_regclass('pgboss.loam_job_over') is null then
      create index loam_job_over on pgboss.job_common (completed_on) where completed_on is not null;
    end if;
    if to_regclass('pgboss.loam_job_email') is null then
      create index loam_job_email on pgboss.job_common (id)
        where state = 'completed' and data -> 'payload' ?| array['email', 'formerEmail'];
    end if;
    if to_regclass('pgboss.loam_job_open') is null then
      create index loam_job_open on pgboss.job_common (name) where state <= 'active';
    end if;
  end $$`

/**
 * Deletes jobs that were done or given up before a moment, and at once those that are done and name an e-mail; at most
 * this many. Returns how many.
 */
export const forgetJobsBefore = async (
  { db }: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where (name, id) in (
      select name, id from pgboss.job
      where completed_on < ${before.toString()}::timestamptz
        or (state = 'completed' and data -> 'payload' ?| array['email', 'formerEmail'])
        or (name = 'shop-dead' and created_on < ${before.toString()}::timestamptz)
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes every job that names this e-mail, and done jobs that name the account. A running one ends first. */
export const forgetJobsAbout = async ({ db }: Tx, accountId: string, email: string): Promise<void> => {
  await sql`
    delete from pgboss.job where state <> 'active' and (
      position(lower(${email}) in lower(data::text)) > 0
      or (completed_on is not null and position(${accountId} in data::text) > 0))`.execute(db)
}

/** How many jobs were given up, by kind, and since when. */
export const failedJobs = async (
  db: Kysely<Database>,
): Promise<readonly { readonly kind: string; readonly count: number; readonly since: string }[]> => {
  const { rows } = await sql<{ kind: string; count: number; since: string }>`
    select coalesce(data ->> 'kind', '') as kind, count(*)::int as count, min(created_on) as since
    from pgboss.job where name = 'shop-dead' group by 1 order by 1`.execute(db)
  return rows
}

/** For how many seconds the job that waits longest could have been done, one that failed and waits for its retry included; 0 without one. */
export const oldestDueJob = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(created_on)), 0)::int as seconds
    from pgboss.job where name = 'shop' and (state = 'retry' or state = 'created' and start_after <= now())`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}
