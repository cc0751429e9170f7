import { expect } from 'vitest'
import { test } from '../support/shop.ts'

const kits = [
  // 49.99 a month.
  {
    kit: 'syn-wk',
    refill: 'syn-rf',
    total: '49.99',
    cents: 4999,
    next: '2031-02-06',
    notices: ['Your next order: February 6, 2031'],
  },
  // 49.99 less 10 % is 44.991, rounded 44.99; three of them are 134.97.
  {
    kit: 'syn-wk-3mo',
    refill: 'syn-rf-3mo',
    total: '134.97',
    cents: 13497,
    next: '2031-04-06',
    notices: ['Your subscription renews on April 6, 2031', 'Your next order: April 6, 2031'],
  },
  // 49.99 less 15 % is 42.4915, rounded 42.49; six of them are 254.94.
  {
    kit: 'syn-wk-6mo',
    refill: 'syn-rf-6mo',
    total: '254.94',
    cents: 25494,
    next: '2031-07-06',
    notices: ['Your subscription renews on July 6, 2031', 'Your next order: July 6, 2031'],
  },
]

test.for(kits)('$kit: from the cart to a renewal that is charged once', async (plan, { shop }) => {
  const visitor = shop.visitor()
  await visitor.add(plan.kit)
  const totals = await visitor.preview()
  expect(totals).toMatchObject({
    subtotal: plan.total,
    shipping: { amount: '0.00' },
    tax: '0.00',
    total: plan.total,
  })

  const bought = await visitor.checkout()
  expect(bought).toMatchObject({ status: 'ordered', order: { total: plan.total } })
  expect((await visitor.cart()).items).toEqual({})

  const member = await shop.asMember(visitor)
  const [subscription] = await member.subscriptions()
  expect(subscription).toMatchObject({
    state: 'active',
    planCode: plan.refill,
    next_order_on: plan.next,
    upcoming_order: { on: plan.next, total: plan.total },
  })

  await shop.travelTo(plan.next)
  expect(await member.charges()).toEqual([
    { on: '2031-01-06', cents: plan.cents },
    { on: plan.next, cents: plan.cents },
  ])
  const [first, second] = await member.orders()
  expect(first).toMatchObject({ kind: 'purchase', state: 'shipped', number: bought.order?.number })
  expect(second).toMatchObject({ kind: 'renewal', total: plan.total, lines: [{ plan_code: plan.refill }] })

  const subjects = (await shop.mails(member.email)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(
    [
      `Your order ${first?.number}`,
      'Set your Loam password',
      `Order ${first?.number} has shipped`,
      `Your subscription renewed: order ${second?.number}`,
      // A reminder comes before every order; plans of several months are notified earlier too.
      ...plan.notices,
    ].toSorted(),
  )
})

test('the order confirmation states the agreed terms', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-3mo')
  const { checkout_id: checkoutId } = await visitor.checkout()
  const mails = await shop.mails(visitor.email)
  const confirmation = mails.find(({ subject }) => subject.startsWith('Your order'))
  const sentence = 'renews every 3 months at $134.97, first on April 6, 2031, until you cancel.'
  for (const text of [confirmation?.text, confirmation?.html]) {
    expect(text).toContain('$134.97')
    expect(text).toContain('1 Alder Way')
    expect(text).toContain('Est. 2-4 weeks')
    expect(text).toContain(sentence)
  }
  expect((await visitor.purchaseState(checkoutId)).details?.totals.terms.join(' ')).toContain(sentence)
})

test('a starter kit ships after two weeks, a refill after two days', async ({ shop }) => {
  const kit = await shop.member({ plan: 'monthly kit' })
  const refill = await shop.member({ plan: 'monthly refill' })
  await shop.travelTo('2031-01-08')
  expect((await refill.orders())[0]).toMatchObject({ state: 'shipped', ship_on: '2031-01-08' })
  expect((await kit.orders())[0]).toMatchObject({ state: 'placed', ship_on: '2031-01-20' })
  await shop.travelTo('2031-01-20')
  const [order] = await kit.orders()
  expect(order?.state).toBe('shipped')
  expect(order?.tracking).not.toBeNull()
})

test('a gift is paid once and never renews', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-gift-2020', 2)
  // 2 × 49.99
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '99.98' } })
  const giver = await shop.asMember(visitor)
  expect(await giver.subscriptions()).toEqual([])
  await shop.travelTo('2031-07-06')
  expect(await giver.charges()).toEqual([{ on: '2031-01-06', cents: 9998 }])
})

test('kits of three products make three subscriptions with one charge', async ({ shop }) => {
  const visitor = shop.visitor()
  for (const code of ['syn-wk', 'pds-wk', 'vs-wk']) await visitor.add(code)
  // 49.99 + 49.99 + 39.99, and the gift that comes with the pediatric kit for nothing.
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '139.97' } })
  const member = await shop.asMember(visitor)
  expect((await member.subscriptions()).map(({ planCode }) => planCode).toSorted()).toEqual([
    'pds-rf',
    'syn-rf',
    'vs-rf',
  ])
  await shop.travelTo('2031-02-06')
  const cents = (await member.charges()).map((charge) => charge.cents)
  expect(cents.slice(1).toSorted()).toEqual([3999, 4999, 4999])
  expect(cents[0]).toBe(13997)
})
