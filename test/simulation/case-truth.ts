import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** What the log of the desk says was done about a case, and what the rows of the shop say; each row is a contradiction. */
const contradictions = `
  with entry as (select act, at, staff_id, account_id, nullif(after, '')::jsonb as after from audit_entry)
  select e.after->>'problem' || ' has ' || count(*) || ' resolutions in the log' as text
    from entry e where e.act like 'problem.%ed' and e.after ? 'problem' group by e.after->>'problem' having count(*) > 1
  union all
  select p.number || ' is ' || p.state || ' and was ' || e.act from entry e join order_problem p on p.number = e.after->>'problem'
    where (e.act, p.state) not in (('problem.refunded', 'refunded'), ('problem.reshipped', 'reshipped'), ('problem.declined', 'declined'))
  union all
  select p.number || ' was refunded for ' || (e.after->>'cents') || ' by the log, ' || coalesce(r.amount_cents + r.credit_cents, 0)
    from entry e join order_problem p on p.number = e.after->>'problem' left join refund r on r.id = p.refund_id
    where e.act = 'problem.refunded' and coalesce(r.amount_cents + r.credit_cents, 0) <> (e.after->>'cents')::int
  union all
  select 'refund ' || (e.after->>'refund') || ' was given ' || count(*) || ' times once more' from entry e
    where e.act = 'refund.repeated' group by e.after->>'refund' having count(*) > 1
  union all
  select 'refund ' || r.id || ' was given once more for ' || (e.after->>'cents') || ', ' || n.amount_cents + n.credit_cents || ' by its row'
    from entry e join refund r on r.id::text = e.after->>'refund' left join refund n on n.id = r.replaced_by
    where e.act = 'refund.repeated' and n.amount_cents + n.credit_cents is distinct from (e.after->>'cents')::int
  union all
  select 'return of the request ' || a.id || ' is ' || a.state || ', received ' || count(e.act) || ' times for ' || coalesce(sum((e.after->>'cents')::int), 0)
    from desk_approval a left join entry e on e.act = 'return.received' and e.after->>'request' = 'approval:' || a.id
    where a.kind = 'return-receipt' group by a.id
    having count(e.act) <> case when a.state = 'approved' then 1 else 0 end
      or coalesce(sum((e.after->>'cents')::int), 0) <> case when a.state = 'approved' then a.cents else 0 end
  union all
  select 'the entry of request ' || a.id || ' is ' || a.state || ', published ' || count(v.number) || ' times'
    from desk_approval a left join (catalogue_version v join catalogue_entry e on e.version = v.number)
      on v.published_at = a.decided_at and v.staff_id = a.decided_by and e.code = a.payload->>'code'
        and e.document = (a.payload->>'document')::jsonb
    where a.kind = 'catalogue-entry' group by a.id
    having count(v.number) <> case when a.state = 'approved' then 1 else 0 end
  union all
  select 'somebody acted at ' || a.at || ' outside of the visit ' || i.id from audited_action a join impersonation i on i.id = a.impersonation_id
    where a.at < i.started_at or a.at >= i.ends_at or a.at > i.ended_at
  union all
  select acted.n || ' writes of visits, and ' || logged.n || ' in the log'
    from (select count(*) as n from audited_action where staff_id is not null) acted,
      (select count(*) as n from entry where act = 'member.acted') logged
    where acted.n <> logged.n`

/** A sentence for each thing that staff did about a case, by the log, and that the shop's rows do not have. */
export const untrueCases = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await sql<{ text: string }>`${sql.raw(contradictions)}`.execute(db)).rows.map(({ text }) => text)
