import { expect } from 'vitest'
import { listCards } from '#payment/endpoints.ts'
import type { Member } from '../support/member.ts'
import { places } from '../support/places.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const post = ({ client }: Pick<Member, 'client'>, path: string, fields: Readonly<Record<string, string>>) =>
  client.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: client.origin },
    body: new URLSearchParams(fields).toString(),
  })

const open = async ({ client }: Pick<Member, 'client'>, path: string): Promise<string> =>
  (await client.send({ method: 'GET', path })).text

const valueOf = (page: string, name: string): string =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''

test('a card is added in the settings by forms without scripts', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const path = '/account/settings/payment-methods/new'
  const page = await open(mara, `${path}?card_token=tok_just_entered`)
  expect(page).toContain('The card you just entered')
  const filled = { request_id: valueOf(page, 'request_id'), pays: 'all', make_default: 'yes', intent: 'save' }
  const none = await post(mara, path, { ...filled, card_token: '' })
  expect(none.status).toBe(400)
  expect(none.text).toContain('Please enter a card.')
  const refused = await post(mara, path, { ...filled, card_token: await shop.pages.tokenFor('stolen') })
  expect(refused.status).toBe(402)
  const sent = { ...filled, request_id: valueOf(refused.text, 'request_id') }
  const saved = await post(mara, path, { ...sent, card_token: await shop.pages.tokenFor('mastercard') })
  expect(saved.status).toBe(303)
  const after = await open(
    mara,
    new URL(saved.headers.get('location') ?? '', shop.url).href.slice(shop.url.length),
  )
  expect(after).toContain('Your card is saved.')
  expect(after).toContain('Mastercard ending in 4444')
  expect((await mara.subscriptions())[0]?.card?.last4).toBe('4444')
})

test('a member pays at checkout with a saved card, by a form without scripts', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await mara.add('vs-rst')
  const page = await open(mara, '/checkout')
  expect(page).toContain('Visa ending in 4242')
  const card = (await mara.client.call(listCards, {})).cards[0]?.id ?? ''
  const address = Object.entries(places.oregon).map(([part, value]) => [`address.${part}`, value])
  const placed = await post(mara, '/checkout', {
    ...Object.fromEntries(address),
    intent: 'pay',
    request_id: valueOf(page, 'request_id'),
    total: valueOf(page, 'total'),
    'shipping.method_code': (await mara.preview()).shipping.method_code,
    card_choice: card,
  })
  expect(placed.headers.get('location')).toMatch(/^\/thank-you\?checkout=/)
  // The data that analytics may get of the order is on the thank-you page.
  expect(await open(mara, placed.headers.get('location') ?? '')).toMatch(
    /data-event="Order Completed" data-properties="[^"]*&quot;total&quot;:64\.99,/,
  )
  // 64.99 once, and the 49.99 of the subscription.
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 6499])
  expect((await mara.client.call(listCards, {})).cards).toHaveLength(1)
})

test('an order is canceled by two forms without scripts, by its member and by a guest', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const [order] = await mara.orders()
  const number = order?.number ?? ''
  expect(await open(mara, `/account/orders/${number}`)).toContain(`/withdraw?number=${number}`)
  expect(await open(mara, `/withdraw?number=${number}`)).toContain('Cancel this order')
  const done = await post(mara, '/withdraw', { step: 'confirm', number, email: '', name: 'Mara Ito' })
  expect(done.text).toContain(`Order ${number} is canceled`)
  expect((await mara.orders())[0]).toMatchObject({ state: 'canceled', refunded: '49.99' })

  const guest = shop.visitor()
  await guest.add('syn-rf')
  const bought = (await guest.checkout({ place: 'berlin' })).order?.number ?? ''
  const found = await post(guest, '/order', { number: bought, email: guest.email })
  expect(found.text).toContain('Withdraw from contract')
  const wrong = await post(guest, '/withdraw', { number: bought, email: 'somebody@example.com' })
  expect(wrong.status).toBe(404)
  const shown = await post(guest, '/withdraw', { number: bought, email: guest.email })
  expect(shown.text).toContain('Confirm withdrawal')
  const confirmed = await post(guest, '/withdraw', {
    step: 'confirm',
    number: bought,
    email: guest.email,
    name: '',
  })
  expect(confirmed.text).toContain(`Order ${bought} is canceled`)
})
