import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** Stores so many more orders like the one that a member has, a minute before it each, with their lines and shipments. */
export const insertIdenticalOrders = async (
  db: Kysely<Database>,
  accountId: string,
  count: number,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table alike on commit drop as
      select one.id as former, gen_random_uuid() as id, gen_random_uuid() as shipment, n, to_jsonb(one) as row
      from (select * from "order" where account_id = ${accountId} order by placed_at desc limit 1) one,
        generate_series(1, ${count}::int) n`.execute(tx)
    await sql`insert into "order" select filled.* from alike, jsonb_populate_record(null::"order", alike.row ||
      jsonb_build_object('id', alike.id, 'number', 'L' || upper(substr(md5(alike.id::text), 1, 9)),
        'checkout_id', null, 'charge_id', null, 'billing_cycle_id', null,
        'placed_at', (alike.row ->> 'placed_at')::timestamptz - make_interval(mins => n))) filled`.execute(tx)
    await sql`insert into order_line select filled.* from alike join order_line line on line.order_id = alike.former,
      jsonb_populate_record(null::order_line, to_jsonb(line) ||
        jsonb_build_object('id', gen_random_uuid(), 'order_id', alike.id)) filled`.execute(tx)
    await sql`insert into shipment select filled.* from alike join shipment one on one.order_id = alike.former,
      jsonb_populate_record(null::shipment, to_jsonb(one) ||
        jsonb_build_object('id', alike.shipment, 'order_id', alike.id)) filled`.execute(tx)
    await sql`insert into shipment_item select filled.* from alike join shipment_item one on one.order_id = alike.former,
      jsonb_populate_record(null::shipment_item, to_jsonb(one) ||
        jsonb_build_object('shipment_id', alike.shipment, 'order_id', alike.id)) filled`.execute(tx)
  })
}
