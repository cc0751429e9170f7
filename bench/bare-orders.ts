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
import type { RowCopy, Bare, OrderRows, Row } from './bare-rows.ts'

/** Everything that a guest's checkout left behind. */
interface CheckoutRows extends OrderRows {
  readonly account: Row
  readonly address: Row
  readonly cart: Row
  readonly checkout: Row
  readonly charge: Row
  readonly method: Row
  readonly subscriptions: readonly Row[]
  readonly statuses: readonly Row[]
  readonly jobs: readonly Row[]
}

// One of each kind: copies of them, which earlier slices wrote, name the same account.
const ownJobs = `select distinct on (data->>'kind') * from pgboss.job where data->'payload'->>'accountId' = $1
  order by data->>'kind', created_on`

const readCheckout = async (client: Client, checkoutId: string): Promise<CheckoutRows> => {
  const one = (text: string, id: string | null | undefined): Promise<Row> => readRow(client, text, [id ?? ''])
  const checkout = await one('select * from checkout where id = $1', checkoutId)
  const order = await one('select * from "order" where checkout_id = $1', checkoutId)
  const ofOrder = 'from subscription where order_id = $1'
  const ofAll = (text: string): Promise<Row[]> => readRows(client, text, [order['id'] ?? ''])
  const subscriptions = await ofAll(`select * ${ofOrder}`)
  const [subscription = {}] = subscriptions
  return {
    ...(await readOrderRows(client, order)),
    checkout,
    subscriptions,
    statuses: await ofAll(
      `select * from subscription_status where subscription_id in (select id ${ofOrder})`,
    ),
    account: await one('select * from account where id = $1', order['account_id']),
    address: await one('select * from address where id = $1', subscription['address_id']),
    cart: await one('select * from cart where id = $1', checkout['cart_id']),
    charge: await one('select * from charge where id = $1', order['charge_id']),
    method: await one('select * from payment_method where id = $1', subscription['payment_method_id']),
    jobs: await readRows(client, ownJobs, [order['account_id'] ?? '']),
  }
}

// Nobody is to send the mails of these.
const doneJob = { state: 'completed' }

const takeOne = `update stock set available = available - 1 where product = 'ds-01'`

/**
 * The baseline of an order: the same rows again by ten statements in one transaction. Resolves with a function that
 * writes one.
 */
export const bareOrders = async (bare: Bare, checkoutId: string): Promise<() => Promise<void>> => {
  const rows = await readCheckout(bare.first, checkoutId)
  if (rows.jobs.length === 0) throw new Error('an order without jobs')
  const owned = [rows.account, rows.address, rows.cart, rows.checkout, rows.charge, rows.method]
  const others = [...owned, ...rows.subscriptions, ...rows.jobs].map((row) => row['id'])
  const old = [...others, ...idsOf(rows)]
  return () => {
    const fresh = freshIds(bare.ids, old)
    const key = bare.ids.uuid()
    const own = orderStatements(rows, fresh, key)
    return bare.inTransaction(async (client) => {
      const write = (...parts: readonly RowCopy[]): Promise<void> => writeTogether(client, fresh, parts)
      await write(
        { table: 'account', rows: [rows.account], instead: { email: `${key}@floor.example` } },
        { table: 'address', rows: [rows.address] },
      )
      await write({ table: 'cart', rows: [rows.cart] })
      await write(
        { table: 'checkout', rows: [rows.checkout], instead: { request_key: key } },
        { table: 'charge', rows: [rows.charge], instead: { idempotency_key: key } },
      )
      await write({ table: 'payment_method', rows: [rows.method] })
      await write(...own.order)
      await write(...own.ledgerRows)
      await write(
        { table: 'subscription', rows: rows.subscriptions },
        { table: 'subscription_status', rows: rows.statuses },
        { table: 'subscription_term', rows: rows.terms },
      )
      await write({ table: 'pgboss.job', rows: rows.jobs, instead: doneJob })
      await client.query(takeOne)
      await own.invoice(client)
    })
  }
}

/** The baseline of a cart with its first item: the same row by one statement in a transaction. */
export const bareCarts = async (bare: Bare, checkoutId: string): Promise<() => Promise<void>> => {
  const cart = await readRow(
    bare.first,
    'select * from cart where id = (select cart_id from checkout where id = $1)',
    [checkoutId],
  )
  const text = insertText('cart', [cart])
  return () =>
    bare.inTransaction(async (client) => {
      await client.query(text, valuesOf([cart], freshIds(bare.ids, [cart['id']]), { ordered_at: null }))
    })
}

/** What the database can do: one row by one prepared statement, which is its own transaction. */
export const bareStatements = async (bare: Bare, checkoutId: string): Promise<() => Promise<void>> => {
  const cart = await readRow(
    bare.first,
    'select * from cart where id = (select cart_id from checkout where id = $1)',
    [checkoutId],
  )
  const text = insertText('cart', [cart])
  return () =>
    bare.alone(async (client) => {
      const values = valuesOf([cart], freshIds(bare.ids, [cart['id']]), { ordered_at: null })
      await client.query({ name: 'bare', text, values })
    })
}
