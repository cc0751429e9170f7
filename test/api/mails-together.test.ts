import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { countStatements } from '../../bench/statement-count.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi(undefined, undefined, {}, { withWorker: false })
const { shop } = api
const { deps, jobs, jobHandlers } = api.opened
const db = shop.app.database.kysely
const takeCounts = countStatements()
afterAll(() => api.close())

const buy = async (): Promise<string> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
  return visitor.email
}

/** Executed statements of the jobs, each with how often. */
const workOff = async (): Promise<(part: string) => number> => {
  takeCounts()
  await jobs.drain(jobHandlers)
  const { texts } = takeCounts()
  return (part) =>
    Object.entries(texts).reduce((sum, [text, count]) => sum + (text.includes(part) ? count : 0), 0)
}

const recorded = async (): Promise<string[]> => {
  const rows = await db.selectFrom('order_mail').select('sent_to').orderBy('sent_to').execute()
  return rows.map((row) => row.sent_to)
}

const kindsLeft = async (): Promise<string[]> => {
  const { rows } = await sql<{ kind: string }>`select data ->> 'kind' as kind from pgboss.job
    where name = 'shop' and state in ('created', 'retry') order by 1`.execute(db)
  return rows.map(({ kind }) => kind)
}

const retryNow = () =>
  sql`update pgboss.job set start_after = now() where name = 'shop' and state = 'retry'`.execute(db)

test('mails of a batch share their statements, and one bad mail does not affect the others', async () => {
  const emails = [await buy(), await buy(), await buy(), await buy()].toSorted()
  const [broken = ''] = emails
  // One mail cannot be recorded, the link of another one cannot be written, and one order does not exist.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise 'refused'; end $$`.execute(db)
  await sql`create trigger refuse_mail before insert on order_mail for each row
    when (new.sent_to = ${sql.lit(broken)}) execute function refuse()`.execute(db)
  const account = await db.selectFrom('account').select('id').where('email', '=', broken).executeTakeFirstOrThrow() // prettier-ignore
  await sql`create trigger refuse_link before insert on account_link for each row
    when (new.account_id = ${sql.lit(account.id)}) execute function refuse()`.execute(db)
  const gone = { orderId: deps.ids.uuid(), accountId: account.id }
  await inTransaction(deps, (tx) => jobs.add(tx, [{ kind: 'mail: order confirmation', payload: gone }]))

  const times = await workOff()
  expect(times('from "order" where "id" = any')).toBe(1)
  expect(times('from "subscription" where "id" = any')).toBe(1)
  expect(times('from "account" where "id" = any')).toBeLessThan(8)
  // Together, and then each alone.
  expect(times('insert into account_link')).toBe(5)
  expect(await recorded()).toEqual(emails.slice(1))
  expect(await kindsLeft()).toEqual([
    'mail: order confirmation',
    'mail: order confirmation',
    'mail: set password',
  ])

  await sql`drop trigger refuse_mail on order_mail`.execute(db)
  await sql`drop trigger refuse_link on account_link`.execute(db)
  await retryNow()
  await jobs.drain(jobHandlers)
  expect(await recorded()).toEqual(emails)
  expect(await kindsLeft()).toEqual(['mail: order confirmation'])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from account_link`.execute(db)
  expect(rows).toEqual([{ n: 4 }])
})
