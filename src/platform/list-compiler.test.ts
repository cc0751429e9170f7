import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import { expect, test } from 'vitest'
import { ListCompiler } from './list-compiler.ts'

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

test('lists of every length are the same statement', () => {
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

test('what is not a list of values stays as it is', () => {
  const heavy = db.selectFrom('fruit').select('name').where('weight', '>', 3)
  expect(db.selectFrom('fruit').select('weight').where('name', 'in', heavy).compile().sql).toBe(
    'select "weight" from "fruit" where "name" in (select "name" from "fruit" where "weight" > $1)',
  )
})
