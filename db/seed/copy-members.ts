import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { copiedTables, entryOfCopy } from './copied-tables.ts'
import type { CopiedTable } from './copied-tables.ts'

type Db = Kysely<Database>

/** A member whose account and orders are copied; all of them have the same name. */
export interface TemplateMember {
  readonly accountId: string
  readonly email: string
  readonly orderIds: readonly string[]
  /** Copies have ordered up to this many days earlier. */
  readonly maxDays: number
}

export const templateName = { firstName: 'Ignatia', lastName: 'Quintanilla' } as const

const firstNames = ['Ada', 'Ben', 'Carla', 'Dario', 'Elena', 'Farid', 'Grace', 'Hanna', 'Ivo', 'Jonas', 'Keiko', 'Lucas'] // prettier-ignore
const lastNames = ['Abara', 'Brandt', 'Chen', 'Diallo', 'Evans', 'Fischer', 'Greene', 'Haddad', 'Ito', 'Jensen', 'Kim'] // prettier-ignore

const listed = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

/**
 * What makes a copy's ids, words and order numbers, for this connection: ids and numbers follow from those of the template and
 * the number of the copy, and two copies never have the same. Numbers are hexadecimal digits after the L.
 */
export const prepareCopies = async (db: Db, numbers: readonly string[]): Promise<void> => {
  const places = numbers.map((number, at) => `when '${number}' then ${at}`).join(' ')
  for (const text of [
    `create function pg_temp.copy_of(id uuid, n bigint) returns uuid language sql immutable strict as
      $$ select overlay(overlay(md5(id::text || n) placing '8' from 13) placing 'a' from 17)::uuid $$`,
    // An odd factor goes through all numbers below 2^36 before it comes back to one.
    `create function pg_temp.number_of(number text, n bigint) returns text language sql immutable strict as
      $$ select 'L' || lpad(upper(to_hex(((n * 64 + case number ${places} end) * 40503001) % 68719476736)), 9, '0') $$`,
    `create function pg_temp.renamed(value jsonb, email text, first_name text, last_name text, new_email text)
      returns jsonb language sql immutable strict as
      $$ select replace(replace(replace(value::text, email, new_email), '${templateName.firstName}', first_name),
        '${templateName.lastName}', last_name)::jsonb $$`,
  ])
    await sql.raw(text.replace('create function', 'create or replace function')).execute(db)
}

/** The copies `from` to `to`, with their names and how many days earlier they ordered. */
const copiesOf = ({ email, maxDays }: TemplateMember, from: number, to: number): string => `
  select n, (n * 7919 % ${maxDays + 1})::int as days, '${email}' as template_email, first_name, last_name,
    lower(first_name || '.' || last_name || '.' || n) || '@volume.example' as email
  from (select n, (${listed(firstNames)})[1 + n % ${firstNames.length}] as first_name,
      (${listed(lastNames)})[1 + n % ${lastNames.length}] as last_name
    from generate_series(${from}::bigint, ${to}::bigint) n) named`

/** The rows of a template in a table, by the ids of its member and orders. */
const rowsOf = (rows: string, { accountId, orderIds }: TemplateMember): string =>
  rows
    .replaceAll('$account', `'${accountId}'::uuid`)
    .replaceAll('$orders', `array[${orderIds.map((id) => `'${id}'`).join(', ')}]::uuid[]`)

interface ColumnType {
  readonly name: string
  readonly type: string
}

const columnsOf = async (db: Db, table: string): Promise<ColumnType[]> =>
  (
    await sql<ColumnType>`select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      order by ordinal_position`.execute(db)
  ).rows

/** What a column of a copy is: ids by the number of the copy, days and times earlier, all else the same. */
const copied = ({ name, type }: ColumnType): string => {
  const column = `t."${name}"`
  if (type === 'uuid') return `pg_temp.copy_of(${column}, c.n)`
  if (type === 'date') return `${column} - c.days`
  return type === 'timestamp with time zone' ? `${column} - make_interval(days => c.days)` : column
}

const copyTable = async (
  db: Db,
  table: CopiedTable,
  template: TemplateMember,
  copies: string,
): Promise<void> => {
  const columns = await columnsOf(db, table.table)
  const values = columns.map((column) => table.columns[column.name] ?? copied(column))
  await sql
    .raw(
      `insert into "${table.table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from "${table.table}" t cross join (${copies}) c
      where ${rowsOf(table.rows, template)}`,
    )
    .execute(db)
}

/** Invoices get the next numbers of the year of their day. */
const copyInvoices = async (db: Db, template: TemplateMember, copies: string): Promise<void> => {
  const day = `((t.issued_at - make_interval(days => c.days)) at time zone '${brand.timeZone}')::date`
  const numbered = `select t.*, c.n, c.days, c.template_email, c.first_name, c.last_name, c.email as new_email,
      ${day} as day, extract(year from ${day})::int as new_year,
      row_number() over (partition by extract(year from ${day}) order by c.n, t.id) as place
    from invoice t cross join (${copies}) c where t.kind = 'invoice' and ${rowsOf('t.order_id = any($orders)', template)}`
  await sql
    .raw(`insert into invoice_series (series, year, last)
      select distinct 'INV', new_year, 0 from (${numbered}) numbered on conflict do nothing`)
    .execute(db)
  await sql
    .raw(`with numbered as (${numbered}),
      grown as (update invoice_series s set last = s.last + added.count
        from (select new_year, count(*)::int as count from numbered group by new_year) added
        where s.series = 'INV' and s.year = added.new_year returning s.year, s.last - added.count as before)
      insert into invoice (id, kind, series, year, serial, number, order_id, order_number, account_id, email, issued_at,
        currency, total_cents, content)
      select pg_temp.copy_of(id, n), kind, series, new_year, before + place,
        series || '-' || new_year || '-' || lpad((before + place)::text, 6, '0'), pg_temp.copy_of(order_id, n),
        pg_temp.number_of(order_number, n), pg_temp.copy_of(account_id, n), new_email,
        issued_at - make_interval(days => days), currency, total_cents,
        pg_temp.renamed(content, template_email, first_name, last_name, new_email) || jsonb_build_object(
          'order_number', pg_temp.number_of(order_number, n), 'issued_on', day, 'ordered_on', day)
      from numbered join grown on grown.year = new_year`)
    .execute(db)
}

/** A charge of a copy, as the processor has to have it. */
export interface CopiedCharge {
  /** The template's charge at the processor. */
  readonly of: string
  readonly id: string
  readonly key: string
  /** Its entry of the processor's balance. */
  readonly entry: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** Copies a template `from` to `to` times, in the caller's transaction; answers the charges of the copies. */
export const copyMember = async (
  db: Db,
  template: TemplateMember,
  from: number,
  to: number,
): Promise<readonly CopiedCharge[]> => {
  const copies = copiesOf(template, from, to)
  for (const table of copiedTables) await copyTable(db, table, template, copies)
  await copyInvoices(db, template, copies)
  const { rows } = await sql
    .raw<CopiedCharge>(
      `select t.processor_charge as "of", copy.processor_charge as id, copy.idempotency_key as key, ${entryOfCopy} as entry,
        (extract(epoch from copy.created_at) * 1000)::bigint as "createdAt"
      from (select charge.*, entry from charge join balance_entry b using (processor_charge) where b.kind = 'charge') t
      cross join (${copies}) c join charge copy on copy.id = pg_temp.copy_of(t.id, c.n)
      where ${rowsOf('t.id in (select charge_id from "order" where id = any($orders))', template)}`,
    )
    .execute(db)
  return rows
}
