import { afterAll, expect, test } from 'vitest'
import { claimGift } from '#gift/endpoints.ts'
import { shipmentsToPackOf } from '#order/server/orders.ts'
import { linksTo } from '../support/gift-links.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi(undefined, undefined, {}, { environment: { WAREHOUSE: 'manual' } })
const { shop } = api
afterAll(() => api.close())

const support = await joinDesk(api, 'support', 'sam')
const operations = await joinDesk(api, 'operations', 'ines')

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout({ but: { address: places.oregon } })
  const number = order?.number ?? ''
  return { number, email: visitor.email, member: await shop.asMember(visitor) }
}

const correct = (number: string, change: object) =>
  support.post(`/api/desk/orders/${number}/address/`, {
    address: { ...places.oregon, ...change },
    reason: 'The street was wrong',
  })

const ship = (number: string, tracking: string) =>
  operations.post(`/api/desk/orders/${number}/ship/`, { carrier: 'usps', tracking })

const sendAgain = (number: string) =>
  support.post(`/api/desk/orders/${number}/reship/`, {
    units: [{ position: 0, quantity: 1 }],
    reason: 'It was lost',
  })

/** The streets on the labels of what waits of an order. */
const streetsOf = async (number: string): Promise<string[]> =>
  (await shipmentsToPackOf(shop.app.database.kysely, number)).map(({ address }) => address)

test('what is sent again goes where the order went after a correction, and mails and pages say so', async () => {
  const { number, email, member } = await buy()
  expect((await correct(number, { address: '12 Right Street' })).statusCode).toBe(200)
  expect((await ship(number, '94001001')).statusCode).toBe(200)
  const shipped = (await shop.mails(email)).find(({ subject }) => subject.includes('has shipped'))
  expect(shipped?.text).toContain('12 Right Street')
  expect(shipped?.text).not.toContain(places.oregon.address)
  expect((await member.orders()).map(({ address }) => address.address)).toEqual(['12 Right Street'])
  await runShopCommand(shop, 'shipments', 'event', '94001001', 'lost')
  expect((await sendAgain(number)).statusCode).toBe(200)
  expect(await streetsOf(number)).toEqual(['12 Right Street'])
})

test('a package that came back is sent again to the right address, and its history keeps the wrong one', async () => {
  const { number } = await buy()
  await ship(number, '94001002')
  await runShopCommand(shop, 'shipments', 'event', '94001002', 'returned-to-sender')
  // Nothing waits yet.
  expect((await correct(number, { address: '12 Right Street' })).statusCode).toBe(409)
  expect((await sendAgain(number)).statusCode).toBe(200)
  const page = await support.get(`/desk/orders/${number}`)
  expect(page.body).toContain('Correct the address…')
  expect((await correct(number, { address: '12 Right Street' })).statusCode).toBe(200)
  expect(await streetsOf(number)).toEqual(['12 Right Street'])
  const rows = await shop.app.database.kysely
    .selectFrom('shipment')
    .select(['is_reship', 'ship_to'])
    .where('order_id', '=', (await orderIdOf(number)) ?? '')
    .orderBy('created_at')
    .execute()
  expect(rows.map(({ is_reship: again, ship_to: to }) => [again, to === null])).toEqual([
    [false, true],
    [true, false],
  ])
  expect((await operations.post(`/api/desk/orders/${number}/pack/`, {})).statusCode).toBe(200)
  expect((await correct(number, { address: '13 Late Street' })).statusCode).toBe(409)
})

const orderIdOf = async (number: string) =>
  (
    await shop.app.database.kysely
      .selectFrom('order')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirst()
  )?.id

test('a gift that is sent again goes to its recipient, not to its giver', async () => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: 'rae@example.com' })
  const { order } = await giver.checkout()
  const number = order?.number ?? ''
  const [token = ''] = await linksTo(shop, 'rae@example.com')
  const address = { ...places.oregon, address: '7 Recipient Road' }
  await shop.visitor().client.call(claimGift, { token, address })
  await ship(number, '94001003')
  await runShopCommand(shop, 'shipments', 'event', '94001003', 'lost')
  expect((await sendAgain(number)).statusCode).toBe(200)
  expect(await streetsOf(number)).toEqual(['7 Recipient Road'])
})
