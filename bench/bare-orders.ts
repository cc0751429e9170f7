import type { Client } from 'pg'
import { freshIds, insertText, readRow, readRows, valuesOf, type Bare, type Row } from './bare-rows.ts'

/** Everything that a guest's checkout left behind. */
interface OrderRows {
  readonly account: Row
  readonly address: Row
  readonly cart: Row
  readonly checkout: Row
  readonly charge: Row
  readonly method: Row
  readonly order: Row
  readonly line: Row
  readonly subscription: Row
  readonly jobs: readonly Row[]
}

const readOrder = async (client: Client, checkoutId: string): Promise<OrderRows> => {
  const one = (text: string, id: string | null | undefined): Promise<Row> => readRow(client, text, [id ?? ''])
  const checkout = await one('select * from checkout where id = $1', checkoutId)
  const order = await one('select * from "order" where checkout_id = $1', checkoutId)
  const subscription = await one('select * from subscription where order_id = $1', order['id'])
  return {
    checkout,
    order,
    subscription,
    account: await one('select * from account where id = $1', order['account_id']),
    address: await one('select * from address where id = $1', subscription['address_id']),
    cart: await one('select * from cart where id = $1', checkout['cart_id']),
    charge: await one('select * from charge where id = $1', order['charge_id']),
    method: await one('select * from payment_method where id = $1', subscription['payment_method_id']),
    line: await one('select * from order_line where order_id = $1', order['id']),
    jobs: await readRows(client, `select * from pgboss.job where data->'payload'->>'accountId' = $1`, [
      order['account_id'] ?? '',
    ]),
  }
}

// Nobody is to send the mails of these.
const doneJob = { state: 'completed' }

const texts = (rows: OrderRows) => ({
  account: insertText('account', [rows.account]),
  address: insertText('address', [rows.address]),
  cart: insertText('cart', [rows.cart]),
  checkout: insertText('checkout', [rows.checkout]),
  charge: insertText('charge', [rows.charge]),
  method: insertText('payment_method', [rows.method]),
  // Order and line are two rows and one statement: the floor is ten.
  order: `with placed as (${insertText('"order"', [rows.order])}) ${insertText(
    'order_line',
    [rows.line],
    Object.keys(rows.order).length + 1,
  )}`,
  subscription: insertText('subscription', [rows.subscription]),
  jobs: insertText('pgboss.job', rows.jobs),
  stock: `update stock set available = available - 1 where product = 'ds-01'`,
})

/** The floor of an order: the same rows again by ten statements in one transaction. Resolves with the act for one. */
export const bareOrders = async (bare: Bare, checkoutId: string): Promise<() => Promise<void>> => {
  const rows = await readOrder(bare.first, checkoutId)
  if (rows.jobs.length === 0) throw new Error('an order without jobs')
  const text = texts(rows)
  const owned = [rows.account, rows.address, rows.cart, rows.checkout, rows.charge, rows.method, rows.order]
  const old = [...owned, rows.line, rows.subscription, ...rows.jobs].map((row) => row['id'])
  return () => {
    const fresh = freshIds(bare.ids, old)
    const key = bare.ids.uuid()
    const write = (client: Client, name: keyof typeof text, row: readonly Row[], instead: Row = {}) =>
      client.query(text[name], valuesOf(row, fresh, instead))
    return bare.inTransaction(async (client) => {
      await write(client, 'account', [rows.account], { email: `${key}@floor.example` })
      await write(client, 'address', [rows.address])
      await write(client, 'cart', [rows.cart])
      await write(client, 'checkout', [rows.checkout])
      await write(client, 'charge', [rows.charge], { idempotency_key: key })
      await write(client, 'method', [rows.method])
      const line = valuesOf([rows.line], fresh)
      await client.query(text.order, [...valuesOf([rows.order], fresh, { number: key }), ...line])
      await write(client, 'subscription', [rows.subscription])
      await write(client, 'jobs', rows.jobs, doneJob)
      await client.query(text.stock)
    })
  }
}

/** The floor of a cart with its first item: the same row by one statement in a transaction. */
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
