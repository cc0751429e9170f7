import { expect, test } from 'vitest'
import { filesUnder } from './source-files.ts'

/** Since this one, the processes of the release before go on while a migration is applied (docs/operations/upgrades.md). */
const firstChecked = 157

/** What a migration may do to a table that the release before reads and writes only after that release is gone. */
const breaking: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a column that must be given, without a default',
    /add column (?:(?!default|,|;).)*not null(?!(?:(?!,|;).)*default)/s,
  ],
  ['an old column that must be given', /alter column \S+ set not null/],
  ['a column or table is dropped', /drop (?:column|table)/],
  ['a column or table has a new name', /rename (?:column|to|"?\w+"? to)/],
  ['a column has a new type: its table is written again', /alter column \S+ (?:set data )?type/],
]

const tableOf = (statement: string): string => /alter table (?:only )?"?(\w+)"?/.exec(statement)?.[1] ?? ''

/** What the release before could not live with. A file says `-- after <version>` when that release needs it no longer. */
const findings = (sql: string): string[] => {
  if (/^-- after \d+\.\d+\.\d+/m.test(sql)) return []
  const statements = sql.toLowerCase().replaceAll(/--.*$/gm, '').split(';')
  const created = new Set(
    statements.flatMap(
      (one) => /create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/.exec(one)?.[1] ?? [],
    ),
  )
  return statements
    .filter((one) => !created.has(tableOf(one)))
    .flatMap((one) => breaking.flatMap(([what, pattern]) => (pattern.test(one) ? [what] : [])))
}

/** Since this one, a migration that locks a table of every purchase or visit for as long as it has rows says so. */
const firstWithoutLocks = 371

const hotTables =
  'account|session|cart|checkout|charge|order|order_line|billing_cycle|subscription|stock|invoice|ledger_journal|ledger_posting|shipment|shipment_item|analytics_event|analytics_delivery|rate_counter|job_common'
const hot = `(?:only )?(?:pgboss\\.)?"?(${hotTables})"?(?![\\w.])`

/** What takes as long as the table has rows, while nobody else may write to it. */
const locking: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an index is made', new RegExp(`create (?:unique )?index (?:if not exists )?\\w+ on ${hot}`)],
  ['every row is checked', new RegExp(`alter table ${hot}.*add (?:constraint \\S+ )?(?:check|foreign key)(?!.*not valid)`, 's')], // prettier-ignore
  ['an index is made for a constraint', new RegExp(`alter table ${hot}.*add (?:constraint \\S+ )?(?:unique|primary key|exclude)(?! using index)`, 's')], // prettier-ignore
  ['every row is checked', new RegExp(`alter table ${hot}.*validate constraint`, 's')],
  ['every row is written again', new RegExp(`alter table ${hot}.*add column .*(?:generated always|default (?:gen_random_uuid|clock_timestamp|random|nextval))`, 's')], // prettier-ignore
  ['every row is changed', new RegExp(`(?:^|\\s)update ${hot}(?: \\w+)? set (?!.*where .*= any)`, 's')],
]

/** Hot tables that it locks, and why. A file says `-- locks <table>: <what an operator does before>`. */
const locks = (sql: string): string[] => {
  const allowed = [...sql.matchAll(/^-- locks (\w+): /gm)].map((match) => match[1])
  return sql
    .toLowerCase()
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .flatMap((one) =>
      locking.flatMap(([what, pattern]) => {
        const table = pattern.exec(one)?.[1]
        return table === undefined || allowed.includes(table) ? [] : [`${table}: ${what}`]
      }),
    )
}

test.each([
  ['create index order_at on "order" (placed_at)', ['order: an index is made']],
  ['create unique index if not exists x on pgboss.job_common (id)', ['job_common: an index is made']],
  ['create index x on order_note (id)', []],
  ['-- locks order: by hand before\ncreate index order_at on "order" (placed_at)', []],
  ['alter table charge add constraint c check (n > 0)', ['charge: every row is checked']],
  ['alter table charge add constraint c check (n > 0) not valid', []],
  ['alter table cart add constraint c unique (a)', ['cart: an index is made for a constraint']],
  ['alter table cart add constraint c unique using index i', []],
  ['alter table stock add column id uuid default gen_random_uuid()', ['stock: every row is written again']],
  ['alter table stock add column note text', []],
  ['update account set a = 1', ['account: every row is changed']],
  ['create function f() returns trigger as $$ begin update_account(); end $$', []],
])('a migration that blocks purchases is found: %s', (sql, expected) => {
  expect(locks(sql)).toEqual(expected)
})

test('no new migration locks a table of every purchase or visit without a locks comment', () => {
  const found = filesUnder(['db'], /migrations\/\d{4}_\w+\.sql$/)
    .filter(({ path }) => Number(/(\d{4})_/.exec(path)?.[1]) >= firstWithoutLocks)
    .flatMap(({ path, text }) => locks(text).map((what) => `${path}: ${what}`))
  expect(found).toEqual([])
})

test.each([
  ['alter table "order" add column note text', []],
  ['alter table "order" add column note text not null default \'\'', []],
  ['alter table "order" add column note text default \'\' not null', []],
  ['alter table "order" add column note text not null', ['a column that must be given, without a default']],
  [
    'alter table "order" add column a text, add column note text not null',
    ['a column that must be given, without a default'],
  ],
  ['alter table "order" alter column note set not null', ['an old column that must be given']],
  ['alter table "order" drop column note', ['a column or table is dropped']],
  ['-- after 0.2.0: nobody reads it\nalter table "order" drop column note', []],
  ['drop table note', ['a column or table is dropped']],
  ['alter table "order" rename column note to remark', ['a column or table has a new name']],
  ['alter table note rename to remark', ['a column or table has a new name']],
  ['alter table note alter column id type bigint', ['a column has a new type: its table is written again']],
  ['create table note (id int not null); alter table note alter column id set not null', []],
])('a migration that breaks the previous release is found: %s', (sql, expected) => {
  expect(findings(sql)).toEqual(expected)
})

test('processes of the previous release keep working with every new migration', () => {
  const found = filesUnder(['db'], /migrations\/\d{4}_\w+\.sql$/)
    .filter(({ path }) => Number(/(\d{4})_/.exec(path)?.[1]) >= firstChecked)
    .flatMap(({ path, text }) => findings(text).map((what) => `${path}: ${what}`))
  expect(found).toEqual([])
})
