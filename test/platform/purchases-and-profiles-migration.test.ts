import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const migrations = join(import.meta.dirname, '../../db/migrations')

/** A purchase and, an hour later, another one of two lines; both of before there were sums of purchases. */
const former = `
  insert into account (id, email, created_at) values (gen_random_uuid(), 'm@example.com', now());
  insert into "order" (id, number, account_id, kind, email, currency, subtotal_cents, discount_cents, shipping_cents,
      tax_cents, total_cents, shipping_method_code, shipping_method_label, ship_to, state, ship_on, placed_at, checkout_id)
    select gen_random_uuid(), number, account.id, 'purchase', 'm@example.com', 'USD', 4999, 0, 0, 0, 4999, 'free', 'Free', '{}',
      'placed', '2031-01-08', at::timestamptz, gen_random_uuid()
    from account, (values ('L1', '2031-01-06T00:40Z'), ('L2', '2031-01-06T01:20Z')) as old (number, at);
  insert into order_line (id, order_id, account_id, position, plan_code, name, quantity, unit_price_cents, discount_cents,
      tax_cents, product, stock_quantity)
    select gen_random_uuid(), "order".id, account_id, position, 'syn-rf', 'syn-rf', 1, 1000, 0, 0, product, stock
    from "order", (values ('L1', 0, 'ds-01', 2), ('L2', 0, 'ds-01', 3), ('L2', 1, 'vs-01', 1)) as line (of, position, product, stock)
    where of = "order".number;
`

/** The surveys that completed the profile, and one that did not; and one that somebody else has begun. */
const attempts = `
  insert into account (id, email, created_at) values (gen_random_uuid(), 'n@example.com', now());
  insert into survey_attempt (id, account_id, survey, started_at, completed_at)
    select gen_random_uuid(), account.id, survey, now(), case when email = 'm@example.com' then now() end
    from (values ('m@example.com', 'onboarding'), ('m@example.com', 'onboarding-pds'), ('m@example.com', 'onboarding-vs01'),
      ('m@example.com', 'onboarding-vsds'), ('m@example.com', 'is-ds01-right-for-you'), ('n@example.com', 'onboarding')) as old (who, survey)
    join account on email = who`

test('an upgrade sums the purchases of before by their hours, and writes down whose profile a survey had completed', async () => {
  const { pool, close } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const migrateBefore = async (number: string): Promise<void> => {
    for (const name of await readdir(migrations))
      if (name < number) await cp(join(migrations, name), join(folder, name))
    await migrate(pool, folder)
  }
  await migrateBefore('0136')
  await pool.query(former)
  await migrateBefore('0509')
  await pool.query(attempts)
  await migrate(pool, migrations)
  const sums = await pool.query<{ hour: string; product: string; units: string }>(`
    select to_char(hour at time zone 'UTC', 'HH24:MI') as hour, product, sum(units) as units
    from report_bought_known group by 1, 2 order by 1, 2`)
  expect(sums.rows.map(({ hour, product, units }) => `${hour} ${product} ${units}`)).toEqual([
    '00:00 ds-01 2',
    '01:00 ds-01 3',
    '01:00 vs-01 1',
  ])
  expect((await pool.query('select from report_bought_missing')).rowCount).toBe(0)
  const profiles = await pool.query<{ survey: string; completes_profile: boolean | null }>(
    'select survey, completes_profile from survey_attempt order by completed_at is null, survey',
  )
  expect(profiles.rows.map((row) => [row.survey, row.completes_profile])).toEqual([
    ['is-ds01-right-for-you', false],
    ['onboarding', true],
    ['onboarding-pds', true],
    ['onboarding-vs01', true],
    ['onboarding-vsds', true],
    ['onboarding', null],
  ])
})
