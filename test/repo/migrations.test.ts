import { expect, test } from 'vitest'
import { filesUnder } from './source-files.ts'

/** Since this one, the processes of the release before go on while a migration is applied (docs/operations.md). */
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
])('what the release before cannot live with is found: %s', (sql, expected) => {
  expect(findings(sql)).toEqual(expected)
})

test('processes of the release before go on with every new migration', () => {
  const found = filesUnder(['db'], /migrations\/\d{4}_\w+\.sql$/)
    .filter(({ path }) => Number(/(\d{4})_/.exec(path)?.[1]) >= firstChecked)
    .flatMap(({ path, text }) => findings(text).map((what) => `${path}: ${what}`))
  expect(found).toEqual([])
})
