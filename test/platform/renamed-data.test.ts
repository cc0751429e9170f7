import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const shipped = join(import.meta.dirname, '../../db/migrations')

test('quotes and waiting jobs from before a rename are read under the new names', async () => {
  const database = await emptyDatabase()
  const { pool } = database
  const folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  for (const name of await readdir(shipped))
    if (name < '0111') await cp(join(shipped, name), join(folder, name))
  await migrate(pool, folder)
  await pool.query('create schema pgboss; create table pgboss.job (id int primary key, data jsonb not null)')
  const jobs = [
    { kind: 'mail: letter', payload: { letterId: 'a', subscriberId: 'b' } },
    { kind: 'mail: visit started', payload: { visitId: 'c', accountId: 'd' } },
    { kind: 'mail: refund', payload: { refundId: 'e' } },
  ]
  for (const [id, job] of jobs.entries())
    await pool.query('insert into pgboss.job values ($1, $2)', [id, JSON.stringify(job)])
  const quote = {
    totalCents: 4_999,
    lines: [
      { planCode: 'syn-rf', shelf: { product: 'syn', units: 2 } },
      { planCode: 'vs-rf', shelf: null },
    ],
  }
  await pool.query(
    `insert into checkout (id, cart_id, fingerprint, request_key, state, email, purchase, quote, created_at)
     values (gen_random_uuid(), gen_random_uuid(), 'f', 'r', 'ordered', 'a@example.com', '{}', $1, now())`,
    [JSON.stringify(quote)],
  )
  await migrate(pool, shipped)
  const quotes = await pool.query<{ quote: unknown }>('select quote from checkout')
  expect(quotes.rows).toEqual([
    {
      quote: {
        totalCents: 4_999,
        lines: [
          { planCode: 'syn-rf', stock: { product: 'syn', quantity: 2 } },
          { planCode: 'vs-rf', stock: null },
        ],
      },
    },
  ])
  const data = await pool.query<{ data: unknown }>('select data from pgboss.job order by id')
  expect(data.rows.map((row) => row.data)).toEqual([
    { kind: 'mail: letter', payload: { issueId: 'a', subscriberId: 'b' } },
    { kind: 'mail: visit started', payload: { impersonationId: 'c', accountId: 'd' } },
    { kind: 'mail: refund', payload: { refundId: 'e' } },
  ])
  await database.close()
  await rm(folder, { recursive: true })
})
