import { sql } from 'kysely'
import { expect } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { previewWithdrawal, withdraw } from '#withdrawal/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'

const refused = (reason: string) => ({ code: 'ACTION_NOT_ALLOWED', data: { reason } })

const bought = async (
  shop: TestShop,
  code: string,
  place: 'oregon' | 'berlin' = 'oregon',
  card: TestCardName = 'approve',
) => {
  const buyer = shop.visitor()
  await buyer.add(code)
  const { order } = await buyer.checkout({ place, card })
  return { buyer, number: order?.number ?? '' }
}

const stockOf = async (shop: TestShop): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select available as n from stock where product = 'ds-01'`.execute(shop.app.database.kysely)
  return rows[0]?.n ?? 0
}

test('a canceled preorder is refunded in full and its subscription ends', async ({ shop }) => {
  const before = await shop.rows()
  const { buyer, number } = await bought(shop, 'pds-wk')
  const mara = await shop.asMember(buyer)
  const { client } = mara
  expect(await client.call(previewWithdrawal, { number })).toMatchObject({
    kind: 'cancel',
    is_legal_right: false,
    refund: '49.99',
    ends_subscriptions: true,
  })
  const deliveries = (state: string) =>
    ['pds-08', 'pds-08-gift'].map((product) => ({ product, quantity: 1, state, shipped_at: null }))
  expect((await mara.orders())[0]).toMatchObject({
    state: 'placed',
    refunded: '0.00',
    shipment_items: deliveries('owed'),
  })
  const done = await client.call(withdraw, { number })
  expect(done).toMatchObject({ number, kind: 'cancel', state: 'closed', refund: '49.99' })
  expect(await client.call(withdraw, { number })).toEqual(done)
  await shop.settled()
  expect((await mara.orders())[0]).toMatchObject({
    state: 'canceled',
    refunded: '49.99',
    shipment_items: deliveries('refunded'),
  })
  expect((await mara.subscriptions())[0]).toMatchObject({
    state: 'canceled',
    prepaidTerm: { state: 'refunded' },
  })
  expect(await shop.refundedCents()).toEqual([4999])
  const subjects = (await shop.mails(buyer.email)).map(({ subject }) => subject)
  expect(subjects).toContain(`Order ${number} is canceled`)
  expect(subjects).toContain(`Refund for your order ${number}`)
  await expect(client.call(previewWithdrawal, { number })).rejects.toMatchObject(refused('canceled'))
  // A month later nothing is charged and nothing ships.
  await shop.travelDays(40)
  expect(await shop.chargedCents()).toEqual([4999])
  expect((await mara.orders())[0]).toMatchObject({ state: 'canceled' })
  expect(before['refund']).toBe(0)
  await expectConsistent(shop)
})

test('a guest cancels an order by number and e-mail, once for 20 windows at once, and nobody else can', async ({
  shop,
}) => {
  const { buyer, number } = await bought(shop, 'syn-rf')
  const { email } = buyer
  const other = shop.visitor()
  const stranger = await shop.member({ plan: 'vaginal refill' })
  for (const { client } of [other, stranger])
    for (const call of [previewWithdrawal, withdraw])
      await expect(client.call(call, { number, email: 'somebody@example.com' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  await expect(stranger.client.call(withdraw, { number })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(other.client.call(withdraw, { number })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const sent = await Promise.allSettled(
    Array.from({ length: 20 }, () => buyer.client.call(withdraw, { number, email })),
  )
  const answers = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  // Ten a minute from one network; the others have to wait.
  expect(answers.length).toBeGreaterThan(0)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await shop.refundedCents()).toEqual([4999, 0])
  expect(await buyer.client.call(findGuestOrder, { number, email })).toMatchObject({
    state: 'canceled',
    refunded: '49.99',
  })
  await expectConsistent(shop)
})

test('a buyer in the EU withdraws from a contract after delivery and is refunded when the package is returned', async ({
  shop,
}) => {
  // 49.99 and 10.00 for shipping.
  const { buyer, number } = await bought(shop, 'syn-rf', 'berlin')
  const mara = await shop.asMember(buyer)
  const { email, client } = buyer
  const orderKey = { number, email }
  expect(await client.call(previewWithdrawal, orderKey)).toMatchObject({
    kind: 'cancel',
    is_legal_right: true,
  })
  await shop.travelTo('2031-01-08')
  // Shipped on January 8; 14 working days on the way and 14 days after that.
  expect(await client.call(previewWithdrawal, orderKey)).toMatchObject({
    kind: 'withdraw',
    until: '2031-02-11',
  })
  await shop.travelTo('2031-01-29')
  const received = await client.call(withdraw, { ...orderKey, name: 'Mara Ito' })
  expect(received).toMatchObject({ kind: 'withdraw', state: 'awaiting-return', refund: '59.99' })
  const [mail] = (await shop.mails(email)).filter(({ subject }) => subject.includes('withdrawal'))
  expect(mail?.text).toMatch(
    /Mara Ito withdrew from the contract of order .* We received this on January 29, 2031 at 12:\d\d AM/,
  )
  expect(mail?.text).toContain('$59.99 will be refunded to your original payment method')
  expect(await shop.refundedCents()).toEqual([0])
  const jars = await stockOf(shop)
  expect((await runShopCommand(shop, 'return')).lines.join()).toContain(number)
  expect(await runShopCommand(shop, 'return', number)).toEqual({
    code: 0,
    lines: ['$59.99 went back to the card.'],
  })
  expect(await runShopCommand(shop, 'return', number)).toEqual({
    code: 1,
    lines: ['This return was already confirmed.'],
  })
  expect(await stockOf(shop)).toBe(jars + 1)
  expect(await shop.refundedCents()).toEqual([5999])
  expect((await mara.orders())[0]).toMatchObject({ state: 'shipped', refunded: '59.99' })
  expect((await mara.subscriptions())[0]).toMatchObject({ state: 'canceled' })
  await expectConsistent(shop)
})

test('a withdrawn product that cannot be sold again is written off, and a partial return is counted at the desk', async ({
  shop,
}) => {
  const { buyer, number } = await bought(shop, 'syn-rf', 'berlin')
  await shop.travelTo('2031-01-29')
  await buyer.client.call(withdraw, { number, email: buyer.email })
  const jars = await stockOf(shop)
  const partly = await runShopCommand(shop, 'return', number, 'syn-rf=1')
  expect(partly).toMatchObject({ code: 1, lines: [expect.stringContaining('The desk counts a package')] })
  expect(await shop.refundedCents()).toEqual([0])
  expect(await runShopCommand(shop, 'return', number, '--write-off')).toMatchObject({ code: 0 })
  expect(await stockOf(shop)).toBe(jars)
  const { rows } = await sql`select restocked_quantity, written_off_quantity from withdrawal_line`.execute(
    shop.app.database.kysely,
  )
  expect(rows).toEqual([{ restocked_quantity: 0, written_off_quantity: 1 }])
  await expectConsistent(shop)
})

test('a shipped order cannot be withdrawn after the withdrawal period, or outside the EU', async ({
  shop,
}) => {
  const here = await bought(shop, 'syn-rf')
  const there = await bought(shop, 'syn-rf', 'berlin')
  await shop.travelTo('2031-02-12')
  const ask = ({ buyer, number }: typeof here) => buyer.client.call(withdraw, { number, email: buyer.email })
  await expect(ask(here)).rejects.toMatchObject(refused('shipped'))
  await expect(ask(there)).rejects.toMatchObject(refused('too-late'))
  // Both orders, and the renewals of the month.
  expect(new Set(await shop.refundedCents())).toEqual(new Set([0]))
})

test('an operator refunds a part and then the rest of an order, and no more', async ({ shop }) => {
  const { buyer, number } = await bought(shop, 'syn-rf', 'oregon', 'refund-lost')
  expect(await runShopCommand(shop, 'refund', number, '12.50')).toEqual({
    code: 0,
    lines: [expect.stringContaining('the processor did not answer')],
  })
  // The poller of the running shop retries it.
  await shop.travelDays(1)
  expect(await shop.refundedCents()).toEqual([1250])
  expect(await runShopCommand(shop, 'refund', number, '40.00')).toEqual({
    code: 1,
    lines: ['This is more than what is left of the charge.'],
  })
  await runShopCommand(shop, 'refund', number)
  await shop.travelDays(1)
  expect(await shop.refundedCents()).toEqual([4999])
  expect((await runShopCommand(shop, 'refund', number)).lines).toEqual([
    'Everything that was charged has been refunded.',
  ])
  expect(await runShopCommand(shop, 'reconcile')).toEqual({
    code: 0,
    // The balance is read once an hour: how much of it there is depends on when the worker looked.
    lines: [
      expect.stringMatching(/^Compared: charges 1, refunds 2, balance entries \d, payouts \d\. All agree\.$/),
    ],
  })
  await shop.app.change((tx) =>
    sql`update charge set amount_cents = 5000`.execute(tx.db).then(() => undefined),
  )
  const { code, lines } = await runShopCommand(shop, 'reconcile', '--from', '2000-01-01')
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^A charge is \$50\.00 in the shop and \$49\.99 at the processor: purchase:/)
  await shop.app.change((tx) =>
    sql`update charge set amount_cents = 4999`.execute(tx.db).then(() => undefined),
  )
  const parts = (await shop.mails(buyer.email)).filter(({ subject }) => subject.startsWith('Refund'))
  expect(parts).toHaveLength(2)
  await expectConsistent(shop)
})

test('a refund that the bank refuses is shown to member and staff, retried, and given as credit', async ({
  shop,
}) => {
  const { buyer, number } = await bought(shop, 'syn-rf', 'oregon', 'refund-refused')
  const { email, client } = buyer
  await client.call(withdraw, { number, email })
  const found = () => client.call(findGuestOrder, { number, email })
  expect(await found()).toMatchObject({
    refunded: '0.00',
    refunds: [{ amount: '49.99', credit: '0.00', state: 'refused' }],
  })
  const waiting = async () => {
    const { text } = await client.send({ method: 'GET', path: '/metrics' })
    return /^loam_refunds_refused (\d+)$/m.exec(text)?.[1]
  }
  expect(await waiting()).toBe('1')
  const listed = await runShopCommand(shop, 'reconcile')
  expect(listed.code).toBe(1)
  expect(listed.lines.join('\n')).toContain(`a refund of $49.99 of order ${number}`)
  expect((await runShopCommand(shop, 'refund', number, 'retry')).lines[0]).toContain('refused')
  expect(await found()).toMatchObject({ refunds: [{ amount: '49.99', state: 'refused' }] })
  const given = await runShopCommand(shop, 'refund', number, 'as-credit')
  expect(given.lines).toEqual(['$49.99 came as credit.'])
  expect(await waiting()).toBe('0')
  expect(await found()).toMatchObject({
    refunded: '49.99',
    refunds: [{ amount: '0.00', credit: '49.99', state: 'refunded' }],
  })
  expect((await runShopCommand(shop, 'reconcile')).code).toBe(0)
  await expectConsistent(shop)
})

/** State and money of an order as the database has them. */
const orderIn = async (shop: TestShop, number: string) => {
  const { rows } = await sql<{ state: string; refunded: number; held: boolean }>`
    select state, refunded_cents as refunded, is_held as held from "order" where number = ${number}`.execute(
    shop.app.database.kysely,
  )
  return rows[0]
}

test('an order that operators refund in full before it ships does not ship; a partly refunded order ships', async ({
  shop,
}) => {
  const [fullOrder, partOrder] = [await bought(shop, 'syn-rf'), await bought(shop, 'syn-rf')]
  await runShopCommand(shop, 'refund', fullOrder.number, '12.50')
  await runShopCommand(shop, 'refund', fullOrder.number)
  await runShopCommand(shop, 'refund', partOrder.number, '12.50')
  await shop.travelDays(10)
  expect(await orderIn(shop, fullOrder.number)).toMatchObject({ state: 'canceled', refunded: 4999 })
  expect(await orderIn(shop, partOrder.number)).toMatchObject({ state: 'shipped', refunded: 1250 })
  const refundMails = (await shop.mails(fullOrder.buyer.email)).filter(({ subject }) =>
    subject.startsWith('Refund'),
  )
  expect(refundMails).toHaveLength(2)
  expect(refundMails.some(({ text }) => text.includes('will not ship'))).toBe(true)
  await expectConsistent(shop)
})

test('a shipment waits while a full refund is in flight, and ships when the processor refuses the refund', async ({
  shop,
}) => {
  const lost = await bought(shop, 'syn-rf', 'oregon', 'refund-lost')
  const never = await bought(shop, 'syn-rf', 'oregon', 'refund-refused')
  await runShopCommand(shop, 'refund', never.number)
  expect(await orderIn(shop, never.number)).toMatchObject({ state: 'placed', held: false })
  await runShopCommand(shop, 'refund', lost.number)
  await shop.travelDays(10)
  expect(await orderIn(shop, never.number)).toMatchObject({ state: 'shipped', refunded: 0 })
  expect(await orderIn(shop, lost.number)).toMatchObject({ state: 'canceled', refunded: 4999 })
  await expectConsistent(shop)
})
