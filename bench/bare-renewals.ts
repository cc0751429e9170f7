import type { Client } from 'pg'
import { freshIds, insertText, readRow, readRows, valuesOf, type Bare, type Row } from './bare-rows.ts'

const newestCycle = `select * from billing_cycle where state = 'billed' order by opened_at desc, id desc limit 1`

const readRenewal = async (client: Client) => {
  const cycle = await readRow(client, newestCycle, [])
  const one = (text: string, id: string | null | undefined): Promise<Row> => readRow(client, text, [id ?? ''])
  const order = await one('select * from "order" where billing_cycle_id = $1', cycle['id'])
  return {
    cycle,
    order,
    charge: await one('select * from charge where id = $1', order['charge_id']),
    line: await one('select * from order_line where order_id = $1', order['id']),
    job: await one(`select * from pgboss.job where data->'payload'->>'orderId' = $1`, order['id']),
  }
}

const reads = {
  subscription: 'select * from subscription where id = $1 for update',
  address: 'select * from address where id = $1',
  method: 'select * from payment_method where id = $1',
}

const updates = {
  subscription: `update subscription set next_cycle = next_cycle, next_attempt_on = next_attempt_on where id = $1`,
  stock: `update stock set available = available - 1 where product = 'ds-01'`,
}

let cycleNumber = 1_000_000

/**
 * The floor of a renewal: the same rows by ten statements in one transaction, three of them reads of what a renewal is
 * decided from. Resolves with the act for one subscription and the subscriptions there are.
 */
export const bareRenewals = async (bare: Bare) => {
  const rows = await readRenewal(bare.first)
  const subscriptions = await readRows(
    bare.first,
    `select * from subscription where state = 'active' order by next_attempt_on limit 1000`,
    [],
  )
  const text = {
    cycle: insertText('billing_cycle', [rows.cycle]),
    charge: insertText('charge', [rows.charge]),
    order: insertText('"order"', [rows.order]),
    line: insertText('order_line', [rows.line]),
    job: insertText('pgboss.job', [rows.job]),
  }
  const old = [rows.cycle, rows.charge, rows.order, rows.line, rows.job].map((row) => row['id'])
  const act = (subscription: Row): Promise<void> => {
    const fresh = freshIds(bare.ids, old)
    const key = bare.ids.uuid()
    cycleNumber += 1
    const cycle = { subscription_id: subscription['id'] ?? '', number: String(cycleNumber) }
    return bare.inTransaction(async (client) => {
      await client.query(reads.subscription, [subscription['id']])
      await client.query(reads.address, [subscription['address_id']])
      await client.query(reads.method, [subscription['payment_method_id']])
      await client.query(text.cycle, valuesOf([rows.cycle], fresh, cycle))
      await client.query(text.charge, valuesOf([rows.charge], fresh, { idempotency_key: key }))
      await client.query(text.order, valuesOf([rows.order], fresh, { number: key }))
      await client.query(text.line, valuesOf([rows.line], fresh))
      await client.query(updates.subscription, [subscription['id']])
      await client.query(text.job, valuesOf([rows.job], fresh, { state: 'completed' }))
      await client.query(updates.stock)
    })
  }
  return { act, subscriptions }
}
