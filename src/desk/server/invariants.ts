import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

interface Sentence {
  readonly sentence: string
}

/** A sentence for each shipment that waits and that a closed batch keeps from the next one, and for each file whose rows do not add up. */
export const brokenFulfillment = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const { rows } = await sql<Sentence>`
    select 'batch ' || batch.number || ' is closed, and order ' || line.order_number || ', which waits, is in no batch to come' as sentence
      from desk_batch_line line
        join desk_batch batch on batch.number = line.batch
        join desk_to_pack waiting on waiting.shipment_id = line.shipment_id
      where batch.closed_at is not null and line.state = 'pending' and waiting.batch = batch.number
    union all
    select 'file ' || id || ' has ' || jsonb_array_length(rows) || ' rows, and ' || done || ' are done: '
        || shipped || ' shipped, ' || repeated || ' repeated, ' || empty || ' empty, '
        || jsonb_array_length(problems) || ' with problems'
      from desk_tracking_import
      where done <> shipped + repeated + empty + jsonb_array_length(problems)
        or done > jsonb_array_length(rows) or (finished_at is not null and done <> jsonb_array_length(rows))
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}
