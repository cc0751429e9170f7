import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { claimGift } from '#gift/endpoints.ts'
import { shipmentsToPackOf } from '#order/server/orders.ts'
import type { Address } from '#shared/address.ts'
import { linksTo } from '../support/gift-links.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi(undefined, undefined, {}, { environment: { WAREHOUSE: 'manual' } })
const { shop } = api
afterAll(() => api.close())

const support = await joinDesk(api, 'support', 'sam')
const operations = await joinDesk(api, 'operations', 'ines')

const buy = async (address: Address = places.oregon) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout({ but: { address } })
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
    request_id: randomUUID(),
  })

/** The streets on the labels of what waits of an order. */
const streetsOf = async (number: string): Promise<string[]> =>
  (await shipmentsToPackOf(shop.app.database.kysely, number)).map(({ address }) => address)

test('a replacement goes to the corrected address of its order, and mails and pages show the corrected address', async () => {
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

test('a returned package is sent again to the corrected address, and the order history keeps the wrong one', async () => {
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

test('the replacement of a gift goes to its recipient, not to its giver', async () => {
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

const unitOf = async (number: string): Promise<string> =>
  (await support.get(`/api/desk/orders/${number}/`)).json().person.address.unit

/** The fields of a form. */
const wordsOf = (address: object, prefix = '') =>
  Object.entries(address).map(([name, value]): [string, string] => [`${prefix}${name}`, String(value)])

test('of two staff who correct the address of one order at once, one succeeds, and the other gets the reason and can replace the correction', async () => {
  const { number } = await buy()
  const shown = (await support.get(`/api/desk/orders/${number}/`)).json().person.address
  const correctTo = (by: DeskPerson, unit: string, seen: object) =>
    by.post(`/api/desk/orders/${number}/address/`, {
      address: { ...shown, unit },
      shown: seen,
      reason: 'The member called',
    })
  const answers = await Promise.all([
    correctTo(support, 'Loft 11', shown),
    correctTo(operations, 'Loft 12', shown),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain('changed meanwhile')
  const [first, second] = answers[0].statusCode === 200 ? ['Loft 11', 'Loft 12'] : ['Loft 12', 'Loft 11']
  expect(await unitOf(number)).toBe(first)
  // The page keeps what was entered, and says who corrected what.
  const form = new URLSearchParams([
    ...wordsOf({ ...shown, unit: second }),
    ...wordsOf(shown, 'shown-'),
    ['reason', 'The member called'],
  ])
  const page = await api.inject({
    method: 'POST',
    url: `/desk/orders/${number}/address`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: support.cookie },
    body: form.toString(),
  })
  expect(page.body).toContain('Nothing was saved')
  expect(page.body).toMatch(new RegExp(`Address corrected by .*${first}.*now`, 's'))
  expect(page.body).toContain(`value="${second}"`)
  const again = await correctTo(support, second, { ...shown, unit: first })
  expect([again.statusCode, await unitOf(number)]).toEqual([200, second])
})

test('a misspelled or partial name finds the member; a role without names finds nobody', async () => {
  const named = { ...places.oregon, firstName: 'Ottoline', lastName: 'Quillfeather' }
  const { email } = await buy(named)
  const [readOnly, marketing] = [await joinDesk(api, 'read-only'), await joinDesk(api, 'marketing')]
  const found = async (by: DeskPerson, q: string) =>
    (await by.get(`/api/desk/search/?q=${encodeURIComponent(q)}`)).json().found
  const typed = [
    'Quilfeather',
    'ottolin quilfeather',
    'ottoline quilfeather',
    'feather',
    email.replace('.com', '.net'),
  ]
  const wanted = expect.objectContaining({
    kind: 'similar-member',
    title: 'Ottoline Quillfeather',
    detail: email,
  })
  for (const q of typed) {
    expect([q, await found(support, q)]).toEqual([q, expect.arrayContaining([wanted])])
    for (const by of [readOnly, marketing]) expect([q, await found(by, q)]).toEqual([q, []])
  }
  for (const q of ['Quincunx', '100%', '%%%%', '____']) expect([q, await found(support, q)]).toEqual([q, []])
  // Whose name begins like it is found as such, and once.
  expect(await found(support, 'Quillfeather')).toEqual([
    expect.objectContaining({ kind: 'member', title: 'Ottoline Quillfeather' }),
  ])
  // A name is forgotten with the last member who had it.
  const names = async () =>
    (
      await shop.app.database.pool.query<{ name: string }>(
        'select name from desk_member_name where name ~ $1',
        ['^(ottoline|quillfeather|ada)$'],
      )
    ).rows
      .map(({ name }) => name)
      .toSorted()
  expect(await names()).toEqual(['ottoline', 'quillfeather'])
  await shop.app.database.pool.query(
    `update account set first_name = 'Ada', last_name = '' where email = $1`,
    [email],
  )
  expect(await names()).toEqual(['ada'])
})
