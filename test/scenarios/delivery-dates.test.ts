import { sql } from 'kysely'
import { expect } from 'vitest'
import { viewOrder } from '#order/endpoints.ts'
import { shippingRates } from '#pricing/endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

// It opens on Monday, January 6, 2031, at ten in the morning.
const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

const textOf = async ({ client }: Pick<Visitor, 'client'>, path: string): Promise<string> => {
  const { text } = await client.send({ method: 'GET', path })
  return text.replaceAll(/<!--.*?-->|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ')
}

const arrivals = (text: string): string[] =>
  [...new Set(text.match(/Arrives [A-Z][a-z]+ \d+( – [A-Z][a-z]+ \d+|–\d+)?/g))].toSorted()

// Shipped on Wednesday the 8th; 3 and 5 working days after it are the 13th and the 15th.
const refill = { from: '2031-01-13', until: '2031-01-15' }
// Between the 20th and February 3: three working days after the first, five after the last.
const kit = { from: '2031-01-23', until: '2031-02-10' }

test('product page, cart, checkout, thank-you page, order, account and mails show the same delivery dates', async ({
  shop,
}) => {
  const mara = shop.visitor()
  expect(arrivals(await textOf(mara, '/daily-synbiotic-refill'))).toContain('Arrives January 13–15')
  expect(arrivals(await textOf(mara, '/daily-synbiotic'))).toContain('Arrives January 23 – February 10')
  expect(await mara.add('syn-rf')).toMatchObject({ arrives: refill })
  expect(arrivals(await textOf(mara, '/cart'))).toEqual(['Arrives January 13–15'])
  expect((await mara.preview()).shipping_methods.map(({ arrives }) => arrives)).toEqual([
    refill,
    // 2 and 3 working days after the 8th.
    { from: '2031-01-10', until: '2031-01-13' },
  ])
  expect(arrivals(await textOf(mara, '/checkout'))).toEqual([
    'Arrives January 10–13',
    'Arrives January 13–15',
  ])
  const { checkout_id: checkoutId } = await mara.checkout()
  expect((await mara.purchaseState(checkoutId)).details?.arrives).toEqual(refill)
  expect(arrivals(await textOf(mara, `/thank-you?checkout=${checkoutId}`))).toEqual(['Arrives January 13–15'])
  const [confirmation] = (await shop.mails(mara.email)).filter(({ subject }) =>
    subject.startsWith('Your order'),
  )
  expect(arrivals(confirmation?.text ?? '')).toEqual(['Arrives January 13–15'])
  const member = await shop.asMember(mara)
  const [order] = await member.orders()
  expect(order).toMatchObject({ arrives: refill, ship_on: '2031-01-08', ship_until: '2031-01-08' })
  expect(await textOf(member, `/account/orders/${order?.number}`)).toContain('Arrives January 13–15')
  // Ordered on Thursday, February 6, it ships on Monday the 10th.
  const [subscription] = await member.subscriptions()
  expect(subscription?.upcoming_order).toMatchObject({
    on: '2031-02-06',
    arrives: { from: '2031-02-13', until: '2031-02-17' },
  })
  expect(arrivals(await textOf(member, `/account/subscriptions/${subscription?.id}`))).toEqual([
    'Arrives February 13–17',
  ])
})

test('a made-to-order product shows a range of delivery days, and a gift in the same order shows no day yet', async ({
  shop,
}) => {
  const june = shop.visitor()
  await june.add('vs-wk')
  expect(await june.add('syn-wk-gift-2020')).toMatchObject({ arrives: kit })
  await june.checkout()
  const orders = await (await shop.asMember(june)).orders()
  expect(orders.find(({ kind }) => kind === 'purchase')).toMatchObject({
    arrives: kit,
    ship_on: '2031-01-20',
    ship_until: '2031-02-03',
  })
  expect(orders.find(({ kind }) => kind === 'gift')).toMatchObject({ arrives: null, ship_on: null })
  const noor = shop.visitor()
  expect(await noor.add('syn-wk-gift-2020')).toMatchObject({ arrives: null })
  expect(arrivals(await textOf(noor, '/checkout'))).toEqual([])
})

test('delivery abroad takes the days of the country, and a country without shipping shows no day', async ({
  shop,
}) => {
  // 8 and 14 working days after January 8 in France; Canada takes 6 and 10.
  const days = { FR: ['2031-01-20', '2031-01-28'], CA: ['2031-01-16', '2031-01-22'] } as const
  for (const [country, [from, until]] of Object.entries(days)) {
    const abroad = shop.visitor(country, '')
    expect([country, (await abroad.add('syn-rf-3mo')).arrives]).toEqual([country, { from, until }])
    const { rates } = await abroad.client.call(shippingRates, {})
    expect(rates[0]?.arrives.in_stock).toEqual({ from, until })
  }
  const inNewZealand = shop.visitor('NZ', '')
  expect(arrivals(await textOf(inNewZealand, '/daily-synbiotic-refill'))).toEqual([])
  expect(await textOf(inNewZealand, '/daily-synbiotic-refill')).toContain('Start Now')
})

/** An order that nobody packs until its operator says so. */
const waiting = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const member = await shop.asMember(visitor)
  const number = order?.number ?? ''
  return {
    number,
    arrives: async () => {
      await member.signIn()
      return (await member.client.call(viewOrder, { number })).arrives
    },
  }
}

const operate = async (shop: TestShop, ...words: readonly string[]): Promise<void> =>
  expect(await runShopCommand(shop, ...words)).toMatchObject({ code: 0 })

test('an order written by the previous version ships on its single day', async ({ shop }) => {
  const pia = shop.visitor()
  await pia.add('syn-rf')
  const { order } = await pia.checkout()
  const member = await shop.asMember(pia)
  await sql`update "order" set ship_until = null where number = ${order?.number}`.execute(
    shop.app.database.kysely,
  )
  expect((await member.orders())[0]).toMatchObject({ ship_until: '2031-01-08', arrives: refill })
})

test('delivery dates change at the cut-off hour and with the state of the order', async ({ shop }) => {
  const morning = await waiting(shop)
  await shop.advanceSeconds(4 * 3_600)
  // From two in the afternoon on: one working day later.
  const afternoon = shop.visitor()
  expect(await afternoon.add('syn-rf')).toMatchObject({
    arrives: { from: '2031-01-14', until: '2031-01-16' },
  })
  expect(arrivals(await textOf(afternoon, '/daily-synbiotic-refill'))).toContain('Arrives January 14–16')
  expect(await morning.arrives()).toEqual(refill)
  // Friday, and nobody has packed it.
  await shop.travelTo('2031-01-10')
  expect(await morning.arrives()).toEqual({ from: '2031-01-15', until: '2031-01-17' })
  await operate(shop, 'ship', morning.number, '--carrier', 'ups', '--tracking', '1ZLATE')
  await shop.travelTo('2031-01-16')
  expect(await morning.arrives()).toEqual({ from: '2031-01-16', until: '2031-01-17' })
  await operate(shop, 'shipments', 'event', '1ZLATE', 'delayed', '2031-01-21')
  expect(await morning.arrives()).toEqual({ from: '2031-01-21', until: '2031-01-21' })
  await operate(shop, 'shipments', 'event', '1ZLATE', 'delivered')
  expect(await morning.arrives()).toBeNull()
})
