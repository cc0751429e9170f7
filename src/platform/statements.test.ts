import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import { expect, test } from 'vitest'
import { ListCompiler, statementSummary } from './statements.ts'

interface Fruits {
  readonly fruit: { readonly name: string; readonly weight: number }
}

const db = new Kysely<Fruits>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new ListCompiler(),
  },
})

test('lists of any length make the same statement', () => {
  const some = (names: string[]) =>
    db
      .selectFrom('fruit')
      .select('name')
      .where('name', 'in', names)
      .where('weight', 'not in', [3, 4])
      .compile()
  const text = 'select "name" from "fruit" where "name" = any($1) and "weight" <> all($2)'
  expect(some(['fig', 'pear'])).toMatchObject({
    sql: text,
    parameters: [
      ['fig', 'pear'],
      [3, 4],
    ],
  })
  expect(some([])).toMatchObject({ sql: text, parameters: [[], [3, 4]] })
})

test('text that is no list of values is unchanged', () => {
  const heavy = db.selectFrom('fruit').select('name').where('weight', '>', 3)
  expect(db.selectFrom('fruit').select('weight').where('name', 'in', heavy).compile().sql).toBe(
    'select "weight" from "fruit" where "name" in (select "name" from "fruit" where "weight" > $1)',
  )
})

test.each([
  ['select "id" from "session_member" where "token_hash" = $1', 'select session_member'],
  ['insert into "charge" ("id") values ($1)', 'insert charge'],
  ['update "shop_order" set "state" = $1', 'update shop_order'],
  ['delete from rate_counter', 'delete rate_counter'],
  ['select from pgboss.job where name = $1', 'select job'],
  ['with due as (select 1 from subscription) update x', 'with subscription'],
  ['begin isolation level serializable', 'begin'],
  ['commit', 'commit'],
  ["select 'mara@loam.example'", 'select'],
  ['mara@loam.example', 'statement'],
])('%s', (text, summary) => {
  expect(statementSummary(text)).toBe(summary)
})
