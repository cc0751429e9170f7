import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** Stores so many more subscriptions like the one there is: same member, same card, due on the same day or on `dueOn`. */
export const insertIdenticalSubscriptions = async (
  db: Kysely<Database>,
  count: number,
  dueOn: string | null = null,
): Promise<void> => {
  await sql`insert into subscription
    select alike.* from
      (select to_jsonb(one) as one from subscription one where state = 'active' limit 1) held,
      (select max(line_position) as most from subscription) place,
      generate_series(1, ${count}::int) n,
      jsonb_populate_record(null::subscription, held.one || jsonb_strip_nulls(jsonb_build_object(
        'id', gen_random_uuid(), 'line_position', n + place.most,
        'next_attempt_on', ${dueOn}::date, 'next_order_on', ${dueOn}::date,
        'notices_on', ${dueOn}::date))) alike`.execute(db)
  await sql`insert into subscription_status
    select id, version, activated_at, state, plan_code, quantity, unit_price_cents, interval_months from subscription
    on conflict do nothing`.execute(db)
  await sql`insert into subscription_term
    select id, 0, account_id, order_id, interval_months, last_order_on, next_order_on - 1, 'running' from subscription
    on conflict do nothing`.execute(db)
  for (const table of ['subscription', 'subscription_status', 'subscription_term'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
