import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewInvoice, viewInvoiceByKey, viewInvoicePdf } from '#invoice/endpoints.ts'
import { createInvoiceHandlers } from '#invoice/server/invoice-handlers.ts'
import { brokenSeries } from '#invoice/server/invoices.ts'
import { brokenOrderLedger } from '#order/server/invariants.ts'
import { backfillLedger } from '#order/server/order-ledger.ts'
import { recordRefund, placeOrder } from '#order/server/orders.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { inTransaction } from '#platform/transaction.ts'
import { visitorContext } from '../support/request-context.ts'
import { openOrderApp } from '../payment/payment-app.ts'

let app: Awaited<ReturnType<typeof openOrderApp>>

beforeAll(async () => {
  app = await openOrderApp()
})

afterAll(() => app.close())

const issued = async (): Promise<{ number: string; order_id: string; kind: string }[]> =>
  app.deps.database
    .selectFrom('invoice')
    .select(['number', 'order_id', 'kind'])
    .orderBy('kind', 'desc')
    .orderBy('serial')
    .execute()

/** The invoice of an order as its member sees it. */
const read = async (orderId: string): Promise<ReplyOf<typeof viewInvoice>> => {
  const number = (await issued()).find((one) => one.order_id === orderId)?.number ?? ''
  const actor = { kind: 'member', accountId: app.accountId, email: '', sessionId: '' } as const
  const invoice = await createInvoiceHandlers(app.deps, async () => true).viewInvoice(
    { ...visitorContext(), actor },
    { id: number },
  )
  return viewInvoice.reply.parse(invoice)
}

const violations = async (): Promise<readonly string[]> => [
  ...(await brokenSeries(app.deps.database)),
  ...(await brokenOrderLedger(app.deps.database)),
]

test('an invoice names buyer, items, the discount with its reason and the tax with its rate', async () => {
  expect(await read(await app.place())).toMatchObject({
    kind: 'invoice',
    number: 'INV-2026-000001',
    issued_on: '2026-11-20',
    seller: { name: 'Loam' },
    buyer: { email: 'mara@example.com', address: { city: 'Oakland' } },
    lines: [
      { name: 'DS-01 Daily Synbiotic, starter kit', subtotal: '49.99', discount: '12.50', tax: '2.72' },
    ],
    discounts: [{ code: 'DS-01-25-OFF', reason: 'promo-code', name: 'DS-01-25-OFF', amount: '12.50' }],
    taxes: [{ jurisdiction: 'US-CA', percent: 7.25, amount: '2.72' }],
    total: '40.21',
    credit_notes: [],
  })
})

test('concurrent orders, some of which fail, leave no gap in the invoice numbers', async () => {
  const { deps } = app
  const orders = Array.from({ length: 30 }, (_, at) =>
    inTransaction(deps, async (tx) => {
      await placeOrder(tx, app.draft())
      if (at % 3 === 0) tx.beforeCommit(() => Promise.reject(new Error('the power went')))
    }),
  )
  const ends = await Promise.allSettled(orders)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  const numbers = (await issued()).map(({ number }) => Number(number.slice(-6)))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  expect(await violations()).toEqual([])
})

test('each year’s numbers start at one, by the shop’s calendar', async () => {
  app.travelTo('2027-01-01T04:59:00Z')
  expect((await read(await app.place())).number).toMatch(/^INV-2026-/)
  app.travelTo('2027-01-01T05:00:00Z')
  expect((await read(await app.place())).number).toBe('INV-2027-000001')
})

test('an issued invoice never changes', async () => {
  const { database } = app.deps
  await expect(sql`update invoice set total_cents = 0`.execute(database)).rejects.toThrow('never changed')
  await expect(sql`delete from invoice`.execute(database)).rejects.toThrow('never changed')
})

test('each refund has a credit note, and together they return the tax to the cent', async () => {
  const orderId = await app.place()
  for (const cents of [1500, 2521]) {
    const split = { cardCents: cents, creditCents: 0 }
    const refund = { refundId: app.deps.ids.uuid(), orderId, split, lines: [], reason: null }
    const settle = () => inTransaction(app.deps, (tx) => recordRefund(tx, refund))
    await settle()
    await settle()
  }
  const invoice = await read(orderId)
  expect(invoice.credit_notes.map(({ number, total }) => [number, total])).toEqual([
    ['CN-2027-000001', '15.00'],
    ['CN-2027-000002', '25.21'],
  ])
  const { viewInvoiceByKey: open } = createInvoiceHandlers(app.deps, async () => true)
  const notes = await Promise.all(
    invoice.credit_notes.map(async ({ key }) =>
      viewInvoiceByKey.reply.parse(await open(visitorContext(), { key })),
    ),
  )
  // 15.00 of 40.21 is 37.3 %: 1.01 of the tax of 2.72.
  expect(notes.map(({ corrects, taxes }) => [corrects, taxes[0]?.amount])).toEqual([
    [invoice.number, '1.01'],
    [invoice.number, '1.71'],
  ])
  expect(await violations()).toEqual([])
})

test('an order from before invoices existed gets one, and its refund finds it', async () => {
  const { database } = app.deps
  const ids = [await app.place(), await app.place()]
  await sql`alter table invoice disable trigger user`.execute(database)
  await sql`delete from invoice where order_id = any(${ids}::uuid[])`.execute(database)
  await sql`update invoice_series set last = last - 2 where series = 'INV' and year = 2027`.execute(database)
  await sql`alter table invoice enable trigger user`.execute(database)
  await database.updateTable('order').set({ is_in_ledger: false }).where('id', 'in', ids).execute()
  const [refunded = '', other = ''] = ids
  await inTransaction(app.deps, (tx) =>
    recordRefund(tx, {
      refundId: tx.ids.uuid(),
      orderId: refunded,
      split: { cardCents: 4021, creditCents: 0 },
      lines: [],
      reason: null,
    }),
  )
  expect((await read(refunded)).credit_notes).toHaveLength(1)
  expect(await backfillLedger(app.deps)).toBe(1)
  // Its rate was not stored with the order.
  expect((await read(other)).taxes).toEqual([{ jurisdiction: 'US-CA', percent: null, amount: '2.72' }])
  expect(await violations()).toEqual([])
})

test('the PDF is tagged, names its language and title, and has the same bytes each time', async () => {
  const { key, number } = await read(await app.place())
  const { viewInvoicePdf: draw } = createInvoiceHandlers(app.deps, async () => true)
  const [first, second] = await Promise.all(
    [1, 2].map(async () => viewInvoicePdf.reply.parse(await draw(visitorContext(), { key }))),
  )
  expect(first).toEqual(second)
  expect(first?.file_name).toBe(`${number}.pdf`)
  const file = Buffer.from(first?.pdf ?? '', 'base64').toString('latin1')
  expect(file).toMatch(/^%PDF-1\.7/)
  for (const part of [
    '/MarkInfo',
    '/Marked true',
    '/StructTreeRoot',
    '/Lang (en-US)',
    '/DisplayDocTitle true',
    '/S /Table',
  ])
    expect(file).toContain(part)
})

test('a key that the shop did not sign opens no invoice', async () => {
  const { key } = await read(await app.place())
  const { viewInvoiceByKey: open } = createInvoiceHandlers(app.deps, async () => true)
  const forged = [`${key}x`, key.replace(/^./, 'A'), 'INV-2027-000001', '.']
  for (const other of forged)
    await expect(open(visitorContext(), { key: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
