import { expect } from 'vitest'
import { sql } from 'kysely'
import { findGuestInvoice, viewInvoiceByKey, viewInvoicePdf } from '#invoice/endpoints.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Checkout } from '../support/visitor.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

const bought = async (
  shop: TestShop,
  contents: Readonly<Record<string, number>>,
  checkout: Checkout = {},
) => {
  const buyer = shop.visitor()
  for (const [plan, quantity] of Object.entries(contents)) await buyer.add(plan, quantity)
  const { order } = await buyer.checkout(checkout)
  const number = order?.number ?? ''
  const lookup = { number, email: buyer.email }
  const refund = (...words: readonly string[]) => runShopCommand(shop, 'refund', number, ...words)
  return {
    ...buyer,
    number,
    lookup,
    refund,
    /** Its credit notes, as anybody with their links reads them. */
    notes: async () => {
      const { credit_notes: notes } = await buyer.client.call(findGuestInvoice, lookup)
      return Promise.all(notes.map(({ key }) => buyer.client.call(viewInvoiceByKey, { key })))
    },
    found: () => buyer.client.call(findGuestOrder, lookup),
  }
}

const rowsIn = async (shop: TestShop): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from refund) + (select count(*) from refund_line) as n`.execute(
    shop.app.database.kysely,
  )
  return rows[0]?.n ?? 0
}

test('partial refunds of a unit, of shipping and of goodwill, and then of the rest, add up to what was paid', async ({
  shop,
}) => {
  // Ontario: 2 × 49.99 and 10.00 shipping, 13 % of 109.98 = 14.30 tax, 1.30 of it on shipping. 124.28.
  const mara = await bought(shop, { 'syn-rf': 2 }, { place: 'toronto' })
  expect(await mara.found()).toMatchObject({ total: '124.28', tax: '14.30', shipping: '10.00' })
  const words = ['syn-rf=1', '--shipping=5.00', '--goodwill=3.00', '--reason=It came late']
  // The unit: 112.98 / 2 = 56.49, 6.50 of it tax. Of 5.00 shipping 0.58 is tax. Of the goodwill 2.70 is on the other unit
  // and 0.30 on what is left of shipping: 0.31 and 0.03 tax.
  expect(await mara.refund(...words, '--preview')).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^1 × .+: \$56\.49, of which tax \$6\.50$/),
      'Shipping: $5.00, of which tax $0.58',
      'Goodwill: $3.00, of which tax $0.34',
      '$64.49 would be refunded: $64.49 to the card ending 4242.',
      'The order still ships: a part of it stays paid.',
      'This is a preview. Nothing was refunded.',
    ],
  })
  expect(await rowsIn(shop)).toBe(0)
  for (let time = 0; time < 2; time += 1)
    expect(await mara.refund(...words, '--key=ticket 12')).toEqual({
      code: 0,
      lines: ['$64.49 went back to the card.'],
    })
  expect((await shop.refundedCents()).at(-1)).toBe(6449)
  const [note] = await mara.notes()
  expect(note).toMatchObject({
    kind: 'credit-note',
    reason: 'It came late',
    lines: [
      { quantity: 1, price: '49.99', subtotal: '49.99', tax: '6.50' },
      { name: `Goodwill for order ${mara.number}`, subtotal: '2.66', tax: '0.34' },
    ],
    subtotal: '52.65',
    shipping: { amount: '4.42' },
    taxes: [{ amount: '7.42' }],
    total: '64.49',
  })
  const file = await mara.client.call(viewInvoicePdf, { key: note?.key ?? '' })
  expect(Buffer.from(file.pdf, 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
  expect((await mara.client.send({ method: 'GET', path: `/invoice?key=${note?.key ?? ''}` })).text).toContain(
    'It came late',
  )
  expect((await mara.found()).refunds).toMatchObject([
    {
      amount: '64.49',
      credit: '0.00',
      reason: 'It came late',
      lines: [
        { name: expect.stringMatching(/^1 × /), amount: '56.49' },
        { name: 'Shipping', amount: '5.00' },
        { name: 'Goodwill', amount: '3.00' },
      ],
    },
  ])
  const mail = (await shop.mails(mara.email)).find(({ subject }) => subject.startsWith('Refund'))
  expect(mail?.text).toContain('back to your Visa card ending in 4242')
  expect(mail?.text).toMatch(
    /Reason: It came late\.[^]*1 × [^]*\$56\.49[^]*Shipping: \$5\.00[^]*Goodwill: \$3\.00/,
  )
  const member = await shop.asMember(mara)
  const page = await member.client.send({ method: 'GET', path: `/account/orders/${mara.number}` })
  expect(page.text.replaceAll('<!-- -->', '')).toContain(
    'Shipping ($5.00), Goodwill ($3.00). Reason: It came late.',
  )
  // 124.28 − 64.49.
  expect((await mara.refund()).lines).toEqual(['$59.79 went back to the card.'])
  const notes = await mara.notes()
  expect(notes.map(({ total }) => total)).toEqual(['64.49', '59.79'])
  // 7.42 + 6.88 = 14.30, and 4.42 + 5.58 − 0.27 of goodwill on it.
  expect(notes[1]).toMatchObject({ taxes: [{ amount: '6.88' }], shipping: { amount: '5.31' } })
  await expectConsistent(shop)
})

test('a refund that is not possible is refused with one sentence and writes nothing', async ({ shop }) => {
  const june = await bought(shop, { 'syn-rf': 2 })
  const other = await bought(shop, { 'vs-rf': 1 })
  const nothing = await rowsIn(shop)
  const refused: readonly (readonly [words: readonly string[], sentence: string])[] = [
    [['syn-rf=3'], 'This is more of a line than was ordered and is not refunded yet.'],
    [['syn-rf=1', 'syn-rf=2'], 'This is more of a line than was ordered and is not refunded yet.'],
    [['syn-rf=0'], 'syn-rf=0 is not a plan with a number of units, such as syn-rf=1.'],
    [['syn-rf=-1'], 'syn-rf=-1 is not a plan with a number of units, such as syn-rf=1.'],
    [['vs-rf=1'], `vs-rf is not a line of order ${june.number}. Its lines: syn-rf.`],
    [['toString=1'], `toString is not a line of order ${june.number}. Its lines: syn-rf.`],
    [['syn-rf=1', '--shipping'], 'This is more than what is left of the shipping fee.'],
    [['--goodwill=100.00'], 'This is more than what is left of the charge.'],
    [['--goodwill=0.00'], 'A refund is at least one unit, or one cent.'],
    [['--goodwill=5'], '5 is not an amount such as 12.50.'],
    [['syn-rf=2', '--goodwill=0.01'], 'This is more than what is left of the charge.'],
    [['12.50', '--goodwill=1.00'], 'Give one amount, or plans with their units.'],
    [['syn-rf=1', '--reason='], 'The value of --reason is empty: give it, or leave it out.'],
    [['syn-rf=1', '--reason=two\nlines'], 'A reason has 1 to 200 characters on one line.'],
  ]
  for (const [words, sentence] of refused)
    for (const mode of [[], ['--preview']])
      expect(await june.refund(...words, ...mode), words.join(' ')).toEqual({ code: 1, lines: [sentence] })
  expect(await rowsIn(shop)).toBe(nothing)
  expect((await june.refund('syn-rf=2')).code).toBe(0)
  expect((await june.refund('syn-rf=1')).lines).toEqual(['Everything that was charged has been refunded.'])
  expect((await other.refund('vs-rf=1')).code).toBe(0)
  await expectConsistent(shop)
})

test('of two staff who refund the same line at once, the first to lock the order succeeds, in either order', async ({
  shop,
}) => {
  for (const names of [
    ['ann', 'ben'],
    ['ben', 'ann'],
  ]) {
    const buyer = await bought(shop, { 'syn-rf': 3 })
    const running: ReturnType<typeof buyer.refund>[] = []
    await shop.app.change(async (tx) => {
      await sql`select from "order" where number = ${buyer.number} for update`.execute(tx.db)
      for (const [at, name] of names.entries()) {
        running.push(buyer.refund('syn-rf=2', `--key=${name}`))
        await waitUntilBlocked(shop.app.database.kysely, at + 1, '"order"')
      }
    })
    const [first, second] = await Promise.all(running)
    expect(first).toMatchObject({ code: 0, lines: ['$99.98 went back to the card.'] })
    expect(second).toEqual({
      code: 1,
      lines: ['This is more of a line than was ordered and is not refunded yet.'],
    })
  }
  expect((await shop.refundedCents()).slice(-2)).toEqual([9998, 9998])
  await expectConsistent(shop)
})

test('a goodwill credit lowers the revenue and has a credit note, and a later return refunds the rest of the line', async ({
  shop,
}) => {
  // Oregon: 2 × 49.99 = 99.98. 9.98 as credit leaves 45.00 of each.
  const noor = await bought(shop, { 'syn-rf': 2 })
  expect((await noor.refund('--goodwill=9.98', '--as-credit', '--reason=For the wait')).lines).toEqual([
    '$9.98 came as credit.',
  ])
  expect(await noor.notes()).toMatchObject([
    { reason: 'Goodwill: For the wait', total: '9.98', credit: '9.98', card: null },
  ])
  expect(await noor.found()).toMatchObject({ refunded: '9.98' })
  await runShopCommand(shop, 'ship', noor.number, '--carrier', 'ups', '--tracking', '1ZGOODWILL')
  await runShopCommand(shop, 'shipments', 'event', '1ZGOODWILL', 'delivered')
  const returns = () => noor.client.call(viewReturns, noor.lookup)
  expect((await returns()).lines).toMatchObject([{ quantity: 2, refund: '90.00' }])
  const send = (requestId: string) =>
    noor.client.call(requestReturn, {
      ...noor.lookup,
      request_id: requestId,
      reason: 'changed-mind',
      lines: [{ position: 0, quantity: 1 }],
    })
  const one = await send('one')
  expect(one.refund).toBe('45.00')
  expect((await runShopCommand(shop, 'return', one.number)).lines).toEqual(['$45.00 went back to the card.'])
  // The other unit is refunded without coming back; when it does, there is nothing left for it.
  const two = await send('two')
  expect((await noor.refund('syn-rf=1')).lines).toEqual(['$45.00 went back to the card.'])
  expect((await runShopCommand(shop, 'return', two.number)).lines).toEqual([
    'The return is received; there was nothing to refund.',
  ])
  expect((await shop.refundedCents()).at(-1)).toBe(9000)
  expect((await noor.notes()).map(({ total }) => total)).toEqual(['9.98', '45.00', '45.00'])
  await expectConsistent(shop)
})

/** Somebody works at the sandbox processor itself, without the shop. */
const atProcessor = async (shop: TestShop, path: string, key: string, body: object) => {
  const headers = {
    authorization: `Bearer ${developmentKeys.secretKey}`,
    'idempotency-key': key,
    'content-type': 'application/json',
  }
  const reply = await fetch(`${shop.app.sandboxUrl}/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
}

test('a refund made at the processor is recorded with credit note and mail; when the bank returns the refund, a decision is needed', async ({
  shop,
}) => {
  const mara = await bought(shop, { 'syn-rf': 2 }, { card: 'duplicate-webhooks' })
  const { rows } = await sql<{ id: string }>`
    select processor_charge as id from charge c join "order" o on o.charge_id = c.id where o.number = ${mara.number}`.execute(
    shop.app.database.kysely,
  )
  await atProcessor(shop, 'refunds', 'a person 1', { charge: rows[0]?.id, amount: 2000 })
  await expect.poll(async () => (await mara.found()).refunded).toBe('20.00')
  expect((await mara.notes()).map(({ kind, total }) => `${kind} ${total}`)).toEqual(['credit-note 20.00'])
  await expectConsistent(shop)
  expect((await shop.mails(mara.email)).map(({ subject }) => subject)).toContain(
    `Refund for your order ${mara.number}`,
  )
  expect((await runShopCommand(shop, 'reconcile')).code).toBe(0)
  await atProcessor(shop, 'refunds/by-key/a%20person%201/fail', 'not looked at', {})
  await expect.poll(async () => (await mara.found()).refunded).toBe('0.00')
  expect((await mara.found()).refunds).toMatchObject([{ amount: '20.00', state: 'refused' }])
  expect((await runShopCommand(shop, 'refund')).lines.join()).toContain(`$20.00 of order ${mara.number}`)
  expect((await mara.refund('as-credit')).lines).toEqual(['$20.00 came as credit.'])
  expect((await mara.notes()).map(({ kind, total }) => `${kind} ${total}`)).toEqual([
    'credit-note 20.00',
    'reversal 20.00',
    'credit-note 20.00',
  ])
  await expectConsistent(shop)
})
