import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { hasDueCharges, hasDueRefunds } from '#payment/server/due-payments.ts'
import type { Database } from '#platform/schema.ts'
import { dueStatement } from './due-statement.ts'
import type { DueWorkServices } from './due-steps.ts'

const database = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const at = (time: string) => ({ now: () => Temporal.Instant.from(time) })

// The conditions of these steps read nothing else.
const servicesAt = (clock: ReturnType<typeof at>): DueWorkServices =>
  ({ deps: { clock, database } }) as Partial<DueWorkServices> as DueWorkServices

test('the question of every second is compiled once, and asks by the time of each', () => {
  const names = ['charges', 'refunds']
  const compiled = ['2026-03-01T00:00:00Z', '2027-11-30T22:10:00.123Z'].map((time) => {
    const clock = at(time)
    const conditions = sql.join([hasDueCharges({ clock }), hasDueRefunds({ clock })])
    const expected = sql`select array[${conditions}] as due`.compile(database)
    const found = dueStatement(servicesAt(clock), names)
    expect(found?.names).toEqual(names)
    expect(found?.query).toMatchObject({ sql: expected.sql, parameters: expected.parameters })
    return found?.query.query
  })
  expect(compiled[1]).toBe(compiled[0])
})

test('a question whose text hangs on more than the time is compiled each time', () => {
  const compiled = ['2026-03-01T00:00:00Z', '2027-11-30T22:10:00Z'].map(
    (time) => dueStatement(servicesAt(at(time)), ['charges', 'late orders'])?.query,
  )
  expect(compiled[1]?.query).not.toBe(compiled[0]?.query)
  expect(compiled[1]?.parameters).not.toEqual(compiled[0]?.parameters)
})
