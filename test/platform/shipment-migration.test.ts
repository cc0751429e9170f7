import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const migrations = join(import.meta.dirname, '../../db/migrations')

/** Four orders as they were before shipments: one waits, one is held, one has shipped and was refunded, one is canceled. */
const former = `
  insert into account (id, email, created_at) values (gen_random_uuid(), 'm@example.com', now());
  insert into "order" (id, number, account_id, kind, email, currency, subtotal_cents, discount_cents, shipping_cents,
      tax_cents, total_cents, shipping_method_code, shipping_method_label, ship_to, state, ship_on, placed_at,
      checkout_id, is_held, shipped_at, tracking, canceled_at, refunded_cents)
    select gen_random_uuid(), number, account.id, 'purchase', 'm@example.com', 'USD', 4999, 0, 0, 0, 4999, 'free', 'Free', '{}',
      state, '2031-01-08', '2031-01-06T00:00Z', gen_random_uuid(), is_held,
      case when state = 'shipped' then '2031-01-08T00:00Z'::timestamptz end,
      case when state = 'shipped' then 'LM' || number end,
      case when state = 'canceled' then '2031-01-07T00:00Z'::timestamptz end,
      case when state = 'placed' then 0 else 4999 end
    from account, (values ('L1', 'placed', false), ('L2', 'placed', true), ('L3', 'shipped', false), ('L4', 'canceled', false))
      as old (number, state, is_held);
  insert into order_line (id, order_id, account_id, position, plan_code, name, quantity, unit_price_cents, discount_cents,
      tax_cents, product, stock_quantity)
    select gen_random_uuid(), id, account_id, position, code, code, 2, 1000, 0, 0, 'ds-01', stock
    from "order", (values (0, 'syn-rf', 2), (1, 'syn-rf-3mo', 6)) as line (position, code, stock);
  insert into shipment_item (id, order_id, account_id, product, quantity, state, owed_at, shipped_at, ended_at)
    select gen_random_uuid(), id, account_id, 'ds-01', 8, case when state = 'placed' then 'owed' else 'refunded' end, placed_at,
      shipped_at, case when state = 'placed' then null else '2031-01-09T00:00Z'::timestamptz end
    from "order";
  create schema pgboss;
  create table pgboss.job (id int primary key, data jsonb not null, state text not null default 'created');
  insert into pgboss.job (id, data) select 1, jsonb_build_object('kind', 'mail: order shipped', 'payload',
    jsonb_build_object('orderId', id, 'accountId', account_id)) from "order" where number = 'L3';
`

test('orders from before shipments existed get one shipment each, with the known data', async () => {
  const { pool, close } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  for (const name of await readdir(migrations))
    if (name < '0136') await cp(join(migrations, name), join(folder, name))
  await migrate(pool, folder)
  await pool.query(former)
  await migrate(pool, migrations)
  const shipments = await pool.query<Record<string, unknown>>(`
    select o.number, s.state, s.tracking, s.carrier, s.shipped_at is not null as shipped, s.ended_at is not null as ended,
      o.refunded_at is not null as refunded, (select count(*)::int from shipment_event e where e.shipment_id = s.id) as events
    from shipment s join "order" o on o.id = s.order_id order by o.number`)
  const none = { tracking: null, carrier: null, shipped: false, ended: false, refunded: false, events: 0 }
  expect(shipments.rows).toEqual([
    { ...none, number: 'L1', state: 'pending' },
    { ...none, number: 'L2', state: 'on-hold' },
    { ...none, number: 'L3', state: 'shipped', tracking: 'LML3', shipped: true, refunded: true, events: 1 },
    { ...none, number: 'L4', state: 'canceled', ended: true, refunded: true, events: 1 },
  ])
  const items = await pool.query<Record<string, unknown>>(`
    select distinct position, product, line_quantity as pieces, stock_quantity as supplies from shipment_item order by 1`)
  expect(items.rows).toEqual([
    { position: 0, product: 'ds-01', pieces: 2, supplies: 2 },
    { position: 1, product: 'ds-01', pieces: 2, supplies: 6 },
  ])
  const jobs = await pool.query<{ mail: string; number: string }>(`
    select j.data #>> '{payload,mail}' as mail, o.number from pgboss.job j
    join shipment s on s.id::text = j.data #>> '{payload,shipmentId}' join "order" o on o.id = s.order_id
    where j.data ->> 'kind' = 'mail: shipment'`)
  expect(jobs.rows).toEqual([{ mail: 'shipped', number: 'L3' }])
})
