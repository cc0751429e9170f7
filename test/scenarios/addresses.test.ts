import { sql } from 'kysely'
import { expect } from 'vitest'
import { addAddress, changeAddress, listAddresses } from '#account/settings-endpoints.ts'
import { saveDraft } from '#cart/endpoints.ts'
import { previewPurchase } from '#checkout/endpoints.ts'
import { completeAddress } from '#location/endpoints.ts'
import { claimGift } from '#gift/endpoints.ts'
import { shippingRates } from '#pricing/endpoints.ts'
import { changeShippingAddress } from '#subscription/change/change-endpoints.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import { linksTo } from '../support/gift-links.ts'
import { places } from '../support/places.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const test = testInOneShop()

const unreal = [
  { what: 'a country that is none', but: { country: 'XX' }, field: 'country' },
  { what: 'a country that the shop does not know', but: { country: 'BR' }, field: 'country' },
  { what: 'a state that is none', but: { region: 'ZZ', zip: '94601' }, field: 'region' },
  { what: 'a state that every object inherits', but: { region: 'toString' }, field: 'region' },
  { what: 'a zip code of another state', but: { zip: '94601' }, field: 'zip' },
  { what: 'a zip code that nobody was given', but: { zip: '00000' }, field: 'zip' },
  { what: 'half a zip code', but: { zip: '972' }, field: 'zip' },
] as const

const refused = (field: string, under = '') => ({
  code: 'BILLING_VALIDATION_ERROR',
  status: 422,
  fields: { [`${under}${field}`]: expect.any(String) },
})

const draftOf = (address: Readonly<Record<string, string>>) => ({
  draft: Object.fromEntries(Object.entries(address).map(([part, value]) => [`address.${part}`, value])),
})

const giftToken = async (shop: TestShop, recipient: string): Promise<string> => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: recipient })
  await giver.checkout()
  return (await linksTo(shop, recipient))[0] ?? ''
}

test('every endpoint refuses an address that does not exist and names the wrong field', async ({ shop }) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await member.signIn()
  const token = await giftToken(shop, 'ines@example.com')
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const filled = await visitor.fill()
  const { id } = await member.client.call(addAddress, places.oregon)
  for (const { but, field } of unreal) {
    const address = { ...places.oregon, ...but }
    const { country, region, zip } = address
    const endpoints = [
      [() => visitor.client.call(previewPurchase, { country, region, zip }), refused(field)],
      [() => visitor.client.call(saveDraft, draftOf(address)), refused(field, 'address.')],
      [() => visitor.send({ ...filled, address }), refused(field, 'address.')],
      [() => visitor.client.call(claimGift, { token, address }), refused(field, 'address.')],
      [() => member.client.call(addAddress, address), refused(field)],
      [() => member.client.call(changeAddress, { ...address, id }), refused(field)],
      [() => member.preview({ action: 'change-address', address }), refused(field, 'address.')],
      [
        () => member.client.call(changeShippingAddress, { subscription_id: member.id, address }),
        refused(field, 'address.'),
      ],
    ] as const
    for (const [endpoint, refusal] of endpoints)
      await expect(endpoint(), JSON.stringify(but)).rejects.toMatchObject(refusal)
  }
  await expect(visitor.client.call(shippingRates, { country: 'XX' })).rejects.toMatchObject(
    refused('country'),
  )
  expect(await shop.chargedCents()).toHaveLength(2)
})

test('a saved address has the code of its state, and military and territory addresses are accepted', async ({
  shop,
}) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.signIn()
  for (const but of [
    { region: 'oregon', zip: '97201' },
    { region: 'AE', zip: '09012', city: 'APO' },
    { region: 'GU', zip: '96910', city: 'Hagatna' },
  ])
    await member.client.call(addAddress, { ...places.oregon, ...but })
  const { addresses } = await member.client.call(listAddresses, {})
  expect(addresses.map(({ region }) => region)).toEqual(['GU', 'AE', 'OR', 'OR'])
})

test('a page refuses a place that does not exist by naming the field, and keeps the typed values and the totals', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const fields = { ...places.oregon, zip: '94601', city: 'Astoria' }
  const form = new URLSearchParams([
    ...Object.entries(fields).map(([part, value]) => [`address.${part}`, value]),
    ['email', visitor.email],
    ['intent', 'update'],
  ])
  const answer = await visitor.client.send({
    method: 'POST',
    path: '/checkout',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('This zip code is in California, not in Oregon.')
  expect(answer.text).toMatch(/value="94601"/)
  expect(answer.text).toMatch(/value="Astoria"/)
  const again = await visitor.client.send({ method: 'GET', path: '/checkout' })
  expect(again.text).toMatch(/value="Astoria"/)
  expect(again.text).toContain('49.99')
})

test('an older saved address whose state does not exist is taxed by its zip code, is reported by the invariants, and its owner is asked to correct the state', async ({
  shop,
}) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await member.signIn()
  const { database } = shop.app
  await sql`update address set region = 'ZZ', zip = '94601' where account_id =
    (select id from account where email = ${member.email})`.execute(database.kysely)
  await sql`update cart set draft = ${JSON.stringify(draftOf({ country: 'US', region: 'toString', zip: '94601' }).draft)}::jsonb`.execute(
    database.kysely,
  )
  expect(
    (await invariantViolations(database.kysely)).filter((one) => one.includes('does not exist')),
  ).toHaveLength(2)
  const seen = await member.preview({ action: 'change-quantity', quantity: 2 })
  // 2 × 49.99 = 99.98, and 7.25 % of it, 7.25.
  expect(seen.upcoming_order).toMatchObject({ tax: '7.25', total: '107.23' })
  const page = async (path: string) => (await member.client.send({ method: 'GET', path })).text
  expect(await page('/account/settings/addresses')).toContain(
    'Please check this address: Kindly enter your region',
  )
  expect(await page(`/account/subscriptions/${member.id}`)).toContain('Please check the shipping address')
  await member.add('syn-wk')
  expect(await page('/checkout')).toContain('Kindly enter your region')
  await shop.travelTo('2031-02-04')
  const [reminder] = (await shop.mails(member.email)).filter(({ subject }) => subject.startsWith('Your next'))
  expect(reminder?.text.replaceAll(/\s+/g, ' ')).toContain(
    'Please check the shipping address: Kindly enter your region',
  )
})

test('a zip code suggests city and state; an unknown zip code or country suggests nothing', async ({
  shop,
}) => {
  const { call } = shop.visitor().client
  expect(await call(completeAddress, { country: 'US', zip: '97201' })).toEqual({
    city: 'Portland',
    region: 'OR',
  })
  const nothing = { city: null, region: null }
  for (const [country, zip] of [
    ['US', '00000'],
    ['US', '../../etc'],
    ['DE', '10115'],
    ['US', 'toString'],
  ] as const)
    expect(await call(completeAddress, { country, zip })).toEqual(nothing)
})

test('changing an address that subscriptions ship to shows the new order totals, and is refused where a product cannot ship', async ({
  shop,
}) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await member.signIn()
  const [own] = (await member.client.call(listAddresses, {})).addresses
  const id = own?.id ?? ''
  const { next_order_on: on } = await member.view()
  await expect(member.client.call(changeAddress, { ...places.wellington, id })).rejects.toMatchObject({
    code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
  })
  // 49.99 and 7.25 % of it, 3.62.
  const { next_orders: orders } = await member.client.call(changeAddress, { ...places.california, id })
  expect(orders).toMatchObject([{ subscription_id: member.id, total: '53.61', currency: 'USD', on }])
  const answer = await member.client.send({
    method: 'POST',
    path: '/account/settings/addresses',
    body: new URLSearchParams({ ...places.manhattan, id }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  // 4 % of it, 2.00.
  expect(answer.text).toContain('$51.99')
})
