import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const migrations = join(import.meta.dirname, '../../db/migrations')

/** An issue with five copies: one was sent, one waits, and three are being sent, of which one is heard of between two migrations. */
const former = `
  insert into newsletter_issue (id, fingerprint, subject, content, written_at)
    values ('00000000-0000-4000-8000-000000000001', 'f', 'Cold', '{"preview": "p", "heading": "h", "blocks": []}', now());
  insert into newsletter_subscriber (id, email, country, state, requested_at, changed_at)
    select ('00000000-0000-4000-8000-00000000001' || n)::uuid, name || '@example.com', 'US', 'subscribed', now(), now()
    from (values (1, 'sent'), (2, 'waits'), (3, 'ends'), (4, 'vanishes'), (5, 'between')) as one (n, name);
  insert into newsletter_recipient (issue_id, subscriber_id, state, at)
    select issue.id, s.id, case when s.email like 'sent@%' then 'sent' else 'waiting' end, now()
    from newsletter_issue issue, newsletter_subscriber s;
  create schema pgboss;
  create table pgboss.job (id serial primary key, data jsonb not null, state text not null);
  insert into pgboss.job (data, state)
    select jsonb_build_object('kind', 'mail: newsletter issue', 'payload',
        jsonb_build_object('issueId', r.issue_id, 'subscriberId', r.subscriber_id)),
      case when s.email like 'waits@%' then 'created' else 'active' end
    from newsletter_recipient r join newsletter_subscriber s on s.id = r.subscriber_id where r.state = 'waiting'
`

const settle = `update newsletter_recipient set state = 'sent'
  where subscriber_id = (select id from newsletter_subscriber where email = $1)`

test('a copy that the previous release is sending during the upgrade is not sent again', async () => {
  const { pool, close } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const migrateBefore = async (name: string): Promise<void> => {
    for (const file of await readdir(migrations))
      if (file < name) await cp(join(migrations, file), join(folder, file))
    await migrate(pool, folder)
  }
  await migrateBefore('0397')
  await pool.query(former)
  await migrateBefore('0431')
  await pool.query(settle, ['between@example.com'])
  await migrate(pool, migrations)
  const copies = async () =>
    (
      await pool.query<{ name: string; state: string }>(`
        select split_part(s.email, '@', 1) as name, c.state from newsletter_copy c
        join newsletter_subscriber s on s.id = c.subscriber_id order by 1`)
    ).rows.map(({ name, state }) => `${name}: ${state}`)
  const others = ['between: sent', 'sent: sent', 'vanishes: unknown', 'waits: waiting']
  expect((await copies()).toSorted()).toEqual([...others, 'ends: unknown'].toSorted())
  await pool.query(settle, ['ends@example.com'])
  expect((await copies()).toSorted()).toEqual([...others, 'ends: sent'].toSorted())
})
