import { sql } from 'kysely'
import { expect } from 'vitest'
import { findGuestInvoice, viewInvoiceByKey } from '#invoice/endpoints.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { placeOrder } from '#order/server/orders.ts'
import { requestReturn } from '#return/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

/** The order is in its buyer's hands. */
const deliver = async (shop: TestShop, number: string, tracking: string): Promise<void> => {
  const words = ['ship', number, '--carrier', 'ups', '--tracking', tracking]
  expect(await runShopCommand(shop, ...words)).toMatchObject({ code: 0 })
  expect(await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')).toMatchObject({ code: 0 })
}

const returnOne = async (shop: TestShop, { client, email }: Visitor, number: string, id: string) => {
  const requested = await client.call(requestReturn, {
    number,
    email,
    request_id: id,
    reason: 'changed-mind',
    lines: [{ position: 0, quantity: 1 }],
  })
  return { requested, received: await runShopCommand(shop, 'return', requested.number) }
}

/** The totals of the credit notes of an order, each as it stands on its own page. */
const creditNotes = async ({ client, email }: Visitor, number: string) => {
  const invoice = await client.call(findGuestInvoice, { number, email })
  const notes = await Promise.all(
    invoice.credit_notes.map(({ key }) => client.call(viewInvoiceByKey, { key })),
  )
  return notes.map(({ kind, currency, total, taxes }) => ({
    kind,
    currency,
    total,
    tax: taxes[0]?.amount,
  }))
}

const balancesOf = async (shop: TestShop, wanted: string): Promise<Record<string, number>> => {
  const rows = (await trialBalance(shop.app.database.kysely)).filter(({ currency }) => currency === wanted)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)

test('in Canadian dollars each part of a line is refunded with its tax, and the parts add up to what was paid', async ({
  shop,
}) => {
  const carl = shop.visitor('CA', 'ON')
  carl.client.jar.delete('loam_currency')
  await carl.add('syn-rf', 3)
  const { order } = await carl.checkout({ place: 'toronto' })
  const number = order?.number ?? ''
  // 3 × 67.99 = 203.97 and 14.00; 13 % of 217.97 is 28.3361, rounded 28.34; of it the line has 26.52.
  expect(order).toMatchObject({ currency: 'CAD', total: '246.31' })
  await deliver(shop, number, '1ZCAD1')
  // A third of 230.49 is 76.83, of which 8.84 is tax.
  const first = await returnOne(shop, carl, number, 'first')
  expect(first.requested.refund).toBe('76.83')
  expect(first.received.lines).toEqual(['CA$76.83 went back to the card.'])
  for (const id of ['second', 'third']) await returnOne(shop, carl, number, id)
  const after = await carl.client.call(findGuestOrder, { number, email: carl.email })
  expect(after).toMatchObject({ refunded: '230.49', lines: [{ total: '230.49' }] })
  const note = { kind: 'credit-note', currency: 'CAD', total: '76.83', tax: '8.84' }
  expect(await creditNotes(carl, number)).toEqual([note, note, note])
  const balances = await balancesOf(shop, 'CAD')
  expect(sumOf(Object.values(balances))).toBe(0)
  // The tax of shipping is left: 28.34 − 26.52.
  expect(balances['tax-payable']).toBe(-182)
  await expectConsistent(shop)
})

test('in yen the refunded parts of a line are whole yen and add up', async ({ shop }) => {
  const yuki = shop.visitor('JP')
  const id = crypto.randomUUID()
  const number = 'LJPY000001'
  const { rows } = await sql<{ id: string }>`
    insert into account (id, email, created_at) values (gen_random_uuid(), ${yuki.email}, now()) returning id`.execute(
    shop.app.database.kysely,
  )
  // 3 × 3334 = 10002; 10 % is 1000.2, rounded 1000. Credit paid it, so that credit comes back.
  await shop.app.change((tx) =>
    placeOrder(tx, {
      id,
      number,
      accountId: rows[0]?.id ?? '',
      kind: 'purchase',
      checkoutId: null,
      billingCycleId: null,
      chargeId: null,
      processor: null,
      email: yuki.email,
      currency: 'JPY',
      totals: {
        subtotalCents: 10_002,
        discountCents: 0,
        shippingCents: 0,
        taxCents: 1_000,
        totalCents: 11_002,
        creditCents: 11_002,
      },
      taxPercent: 10,
      tax: {
        basis: { service: 'file', from: 'answer', on: null },
        lines: [{ jurisdiction: 'JP', percent: 10, cents: 1_000 }],
      },
      shipping: { code: 'free_shipping', label: 'Free shipping' },
      discounts: [],
      shipTo: { ...places.berlin, country: 'JP', region: '' },
      card: null,
      terms: [],
      ships: { from: tx.today, until: tx.today },
      lines: [
        {
          planCode: 'syn-rf',
          name: 'DS-01 Daily Synbiotic, refill, 1 month',
          quantity: 3,
          unitPriceCents: 3_334,
          discountCents: 0,
          taxCents: 1_000,
          subscriptionId: null,
          stock: null,
        },
      ],
    }),
  )
  await deliver(shop, number, '1ZJPY1')
  const amounts: string[] = []
  for (const request of ['first', 'second', 'third'])
    amounts.push((await returnOne(shop, yuki, number, request)).requested.refund)
  // 11002 ÷ 3 is 3667.33.
  expect(amounts.map(Number).toSorted()).toEqual([3667, 3667, 3668])
  expect(amounts.join()).not.toContain('.')
  expect(await yuki.client.call(findGuestOrder, { number, email: yuki.email })).toMatchObject({
    currency: 'JPY',
    refunded: '11002',
  })
  const notes = await creditNotes(yuki, number)
  expect(notes.map(({ total }) => total).toSorted()).toEqual(amounts.toSorted())
  expect(sumOf(notes.map(({ tax }) => Number(tax)))).toBe(1_000)
  const balances = await balancesOf(shop, 'JPY')
  expect(sumOf(Object.values(balances))).toBe(0)
  expect(balances['tax-payable']).toBe(0)
})
