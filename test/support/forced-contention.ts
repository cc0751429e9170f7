import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/**
 * From now on every n-th statement that writes fails as PostgreSQL would have it fail, in turn with a deadlock and with
 * a serialization failure, whatever table it is about. `count` says how many have failed so far.
 */
export const forceContention = async (db: Kysely<Database>, everyNth: number) => {
  await sql`create sequence forced_writes`.execute(db)
  await sql`
    create function force_contention() returns trigger language plpgsql as ${sql.raw(`$$
    declare written bigint := nextval('forced_writes');
    begin
      if written % ${everyNth} = 0 then
        raise exception 'forced' using errcode = case when (written / ${everyNth}) % 2 = 0 then '40001' else '40P01' end;
      end if;
      return null;
    end $$`)}`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  for (const { name } of tables)
    await sql`create trigger forced before insert or update or delete on ${sql.table(name)}
      for each statement execute function force_contention()`.execute(db)
  return {
    count: async (): Promise<number> => {
      const { rows } = await sql<{
        written: number
      }>`select last_value as written from forced_writes`.execute(db)
      return Math.floor((rows[0]?.written ?? 0) / everyNth)
    },
  }
}
