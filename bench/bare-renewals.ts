import type { Client } from 'pg'
import {
  freshIds,
  idsOf,
  insertText,
  orderStatements,
  readOrderRows,
  readRow,
  readRows,
  valuesOf,
  writeTogether,
} from './bare-rows.ts'
import type { RowCopy, Bare, Row } from './bare-rows.ts'

const newestCycle = `select * from billing_cycle where state = 'billed' order by opened_at desc, id desc limit 1`

const readRenewal = async (client: Client) => {
  const cycle = await readRow(client, newestCycle, [])
  const one = (text: string, id: string | null | undefined): Promise<Row> => readRow(client, text, [id ?? ''])
  const order = await one('select * from "order" where billing_cycle_id = $1', cycle['id'])
  return {
    ...(await readOrderRows(client, order)),
    cycle,
    charge: await one('select * from charge where id = $1', order['charge_id']),
    job: await one(`select * from pgboss.job where data->'payload'->>'orderId' = $1`, order['id']),
  }
}

const reads = {
  subscription: 'select * from subscription where id = $1 for update',
  address: 'select * from address where id = $1',
  method: 'select * from payment_method where id = $1',
}

const advance = `update subscription set next_cycle = next_cycle, next_attempt_on = next_attempt_on where id = `
const endTerms = `update subscription_term set state = 'renewed' where state = 'running' and subscription_id = `
const takeOne = `update stock set available = available - 1 where product = 'ds-01'`

let cycleNumber = 1_000_000

/**
 * The baseline of a renewal: the same rows by ten statements in one transaction, three of them reads of the facts of a
 * renewal. Resolves with a function for one subscription and the existing subscriptions.
 */
export const bareRenewals = async (bare: Bare) => {
  const rows = await readRenewal(bare.first)
  const subscriptions = await readRows(
    bare.first,
    `select * from subscription where state = 'active' order by next_attempt_on limit 1000`,
    [],
  )
  const [paidTerm = {}] = rows.terms
  const term = insertText('subscription_term', [paidTerm])
  const last = `$${Object.keys(paidTerm).length + 1}`
  const move = `with advanced as (${advance}${last}), ended as (${endTerms}${last}) ${term}`
  const old = [...[rows.cycle, rows.charge, rows.job].map((row) => row['id']), ...idsOf(rows)]
  const action = (subscription: Row): Promise<void> => {
    const fresh = freshIds(bare.ids, old)
    const key = bare.ids.uuid()
    const own = orderStatements(rows, fresh, key)
    cycleNumber += 1
    const id = subscription['id'] ?? ''
    const cycle = { subscription_id: id, number: String(cycleNumber) }
    return bare.inTransaction(async (client) => {
      const write = (...parts: readonly RowCopy[]): Promise<void> => writeTogether(client, fresh, parts)
      await client.query(reads.subscription, [id])
      await client.query(reads.address, [subscription['address_id']])
      await client.query(reads.method, [subscription['payment_method_id']])
      await write(
        { table: 'billing_cycle', rows: [rows.cycle], instead: cycle },
        { table: 'charge', rows: [rows.charge], instead: { idempotency_key: key } },
      )
      await write(...own.order)
      await write(...own.ledgerRows)
      const paid = { subscription_id: id, cycle: String(cycleNumber) }
      await client.query(move, [...valuesOf([paidTerm], fresh, paid), id])
      await write({ table: 'pgboss.job', rows: [rows.job], instead: { state: 'completed' } })
      await client.query(takeOne)
      await own.invoice(client)
    })
  }
  return { run: action, subscriptions }
}
