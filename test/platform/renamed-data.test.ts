import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { jobPayloads } from '#app/jobs.ts'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const shipped = join(import.meta.dirname, '../../db/migrations')

const former = `
  create schema pgboss;
  create table pgboss.job (id int primary key, data jsonb not null, state text not null default 'created');
  insert into pgboss.job (id, data) values
    (1, '{"kind": "mail: letter", "payload": {"letterId": "a", "subscriberId": "b"}}'),
    (2, '{"kind": "mail: letter test", "payload": {"letterId": "a", "email": "a@example.com"}}'),
    (3, '{"kind": "mail: visit started", "payload": {"visitId": "c", "accountId": "d"}}'),
    (4, '{"kind": "mail: email change asked", "payload": {}}'),
    (5, '{"kind": "analytics: tell", "payload": {}}'),
    (6, '{"kind": "order: take back", "payload": {}}'),
    (7, '{"kind": "analytics: report", "payload": {"what": "steered"}}'),
    (8, '{"kind": "mail: refund", "payload": {"refundId": "e"}}');
  insert into checkout (id, cart_id, fingerprint, request_key, state, email, purchase, quote, created_at)
    values (gen_random_uuid(), gen_random_uuid(), 'f', 'r', 'ordered', 'a@example.com', '{}',
      '{"subtotalCents": 4999, "discountCents": 0, "taxCents": 0, "totalCents": 5999,
        "shipping": {"methodCode": "standard", "label": "Standard", "cents": 1000}, "lines": [{"planCode": "syn-rf", "shelf": {"product": "syn", "units": 2}},
        {"planCode": "vs-rf", "shelf": null}]}', now());
  insert into newsletter_subscriber values (gen_random_uuid(), 'a@example.com', 'asked', 'US', now(), now());
  insert into newsletter_consent
    select gen_random_uuid(), id, act, 'Yes', '/', '', '', 'US', now()
    from newsletter_subscriber, unnest(array['asked', 'joined', 'confirmed', 'left']) act;
  insert into newsletter_letter values (gen_random_uuid(), 'f', 'Hello', '{}', now());
  insert into newsletter_copy
    select l.id, s.id, 'left', now() from newsletter_letter l, newsletter_subscriber s;
  insert into analytics_delivery (id, destination, message_id, batch_id, position, state, attempts, fault, written_at)
    select gen_random_uuid(), 'ga4', 'subscription-steered-' || state, gen_random_uuid(), 0, state, 1, '', now()
    from unnest(array['waiting', 'sending', 'told', 'dead']) state;
  insert into account (id, email, created_at) values (gen_random_uuid(), 'm@example.com', now());
  insert into agent values (gen_random_uuid(), 's@example.com', 'Sam', 'h', now());
  insert into agent_visit (id, agent_id, account_id, reason, minutes, created_at, link_hash, link_expires_at)
    select gen_random_uuid(), agent.id, account.id, 'call', 10, now(), 'l', now() from agent, account;
  insert into agent_act (id, visit_id, agent_id, account_id, call, at, outcome)
    select gen_random_uuid(), id, agent_id, account_id, 'skip', now(), outcome
    from agent_visit, unnest(array['begun', 'done']) outcome;
  insert into renewal_run (id, started_at, seen_at) values (gen_random_uuid(), now(), now());
  insert into renewal_run_entry (run_id, subscription_id, account_id, due_on, outcome, reason)
    select id, gen_random_uuid(), gen_random_uuid(), now(), 'refused', 'charge-in-hand' from renewal_run;
`

/** What the given statement finds, one value of each row, in order. */
const values = async (pool: Pool, statement: string): Promise<readonly unknown[]> =>
  (await pool.query<{ value: unknown }>(statement)).rows.map(({ value }) => value)

test('data stored before a rename is read under the new names', async () => {
  const database = await emptyDatabase()
  const { pool } = database
  const folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  for (const name of await readdir(shipped))
    if (name < '0111') await cp(join(shipped, name), join(folder, name))
  await migrate(pool, folder)
  await pool.query(former)
  await migrate(pool, shipped)
  expect(await values(pool, 'select quote as value from checkout')).toEqual([
    {
      totals: {
        subtotalCents: 4_999,
        discountCents: 0,
        shippingCents: 1_000,
        taxCents: 0,
        totalCents: 5_999,
        creditCents: 0,
      },
      shipping: { code: 'standard', label: 'Standard' },
      lines: [
        { planCode: 'syn-rf', stock: { product: 'syn', quantity: 2 } },
        { planCode: 'vs-rf', stock: null },
      ],
    },
  ])
  const jobs = await values(pool, 'select data as value from pgboss.job order by id')
  // Those of newsletters are removed under their newer name: campaigns make their copies' jobs again.
  expect(jobs).toEqual([
    { kind: 'mail: impersonation started', payload: { impersonationId: 'c', accountId: 'd' } },
    { kind: 'mail: email change requested', payload: {} },
    { kind: 'analytics: deliver', payload: {} },
    { kind: 'order: cancel', payload: {} },
    { kind: 'analytics: report', payload: { what: 'changed' } },
    { kind: 'mail: refund', payload: { refundId: 'e' } },
  ])
  const kinds = await values(pool, `select data ->> 'kind' as value from pgboss.job`)
  expect(kinds.filter((kind) => typeof kind !== 'string' || !(kind in jobPayloads))).toEqual([])
  expect(await values(pool, 'select state as value from newsletter_subscriber')).toEqual(['pending'])
  expect(await values(pool, 'select action as value from newsletter_consent order by 1')).toEqual([
    'confirmed', 'joined', 'requested', 'unsubscribed',
  ]) // prettier-ignore
  expect(await values(pool, 'select state as value from newsletter_recipient')).toEqual(['unsubscribed'])
  expect(
    await values(pool, `select message_id || ' ' || state as value from analytics_delivery order by 1`),
  ).toEqual([
    'subscription-changed-dead failed', 'subscription-changed-sending sending',
    'subscription-changed-told delivered', 'subscription-changed-waiting waiting',
  ]) // prettier-ignore
  expect(await values(pool, 'select outcome as value from audited_action order by 1')).toEqual([
    'done',
    'started',
  ])
  expect(await values(pool, 'select reason as value from renewal_run_entry')).toEqual(['charge-in-flight'])
  await database.close()
  await rm(folder, { recursive: true })
})
