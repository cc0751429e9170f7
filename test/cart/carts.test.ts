import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartForCheckout, closeCart, continueCart } from '#cart/server/carts.ts'
import { inTransaction } from '#platform/transaction.ts'
import { from, newShopper, openCartApp } from './cart-app.ts'
import type { Shopper } from './cart-app.ts'

let app: Awaited<ReturnType<typeof openCartApp>>

beforeAll(async () => {
  app = await openCartApp()
})

afterAll(() => app.close())

const cartCookie = 'loam_cart_id'
const idOf = (shopper: Shopper): string => shopper.jar.get(cartCookie) ?? ''
const view = (shopper: Shopper) => app.carts.viewCart(from(shopper), {})
const add = (shopper: Shopper, code: string, quantity = 1) =>
  app.carts.addCartItem(from(shopper), { code, quantity, only_if_absent: false, only_if_offered: false })
const remove = (shopper: Shopper, code: string, force = false) =>
  app.carts.removeCartItem(from(shopper), { code, force })

test('viewing a cart writes nothing and creates no cart', async () => {
  const before = await app.countCarts()
  const shopper = newShopper()
  expect(await view(shopper)).toMatchObject({ cart_id: null, items: {}, total: '0.00' })
  expect(shopper.jar.size).toBe(0)
  await remove(shopper, 'syn-wk')
  expect(await app.countCarts()).toBe(before)
})

test('the first item creates a cart with a random id', async () => {
  const shopper = newShopper()
  const reply = await add(shopper, 'syn-wk-3mo')
  expect(reply.cart_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idOf(shopper)).toBe(reply.cart_id)
  expect(reply.lines).toMatchObject([
    {
      plan_code: 'syn-wk-3mo',
      quantity: 1,
      price: '134.97',
      renewal: { plan_code: 'syn-rf-3mo', price: '134.97', interval_months: 3 },
      preorder_note: 'Est. 2-4 weeks',
      pdp_url: '/daily-synbiotic',
    },
  ])
  expect(reply.upsells.map((upsell) => upsell.plan_code)).toEqual(['pds-wk', 'vs-wk'])
  expect(await view(shopper)).toEqual(reply)
})

test('an unknown code creates no cart', async () => {
  const before = await app.countCarts()
  const shopper = newShopper()
  await expect(add(shopper, 'syn-xx')).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
  expect([await app.countCarts(), shopper.jar.size]).toEqual([before, 0])
})

test('of twenty items added at once all are in the cart, up to the maximum', async () => {
  const shopper = newShopper()
  await add(shopper, 'syn-wk')
  const codes = ['syn-wk', 'pds-wk', 'vs-wk', 'syn-wk-6mo', 'syn-wk-gift-2020']
  await Promise.all(Array.from({ length: 20 }, (_, turn) => add(shopper, codes[turn % 5] ?? '')))
  // Four of each, capped at two for six months; the gift comes with the pediatric kit.
  expect((await view(shopper)).items).toEqual({
    'syn-wk': 4,
    'pds-wk': 4,
    'pds-gwp': 1,
    'vs-wk': 4,
    'syn-wk-6mo': 2,
    'syn-wk-gift-2020': 4,
  })
})

test.each([
  ['of nobody', '1f1d9c1e-0f10-4c5a-9a51-6d2f0d8f3a11'],
  ['that is no id', "x' or 1=1 --"],
  ['that is empty', ''],
])('with the cart id %s a new cart is created', async (_, id) => {
  const shopper = newShopper()
  shopper.jar.set(cartCookie, id)
  expect((await view(shopper)).cart_id).toBeNull()
  const { cart_id: started } = await add(shopper, 'syn-wk')
  expect(started).not.toBe(id)
  expect(idOf(shopper)).toBe(started)
})

test('a member’s cart is never shown to anybody else', async () => {
  const mara = newShopper()
  mara.actor = await app.member('mara@example.com')
  const { cart_id: id } = await add(mara, 'vs-wk')
  const stranger = newShopper()
  const other = newShopper()
  other.actor = await app.member('ines@example.com')
  for (const shopper of [stranger, other]) {
    shopper.jar.set(cartCookie, id ?? '')
    expect(await view(shopper)).toMatchObject({ cart_id: null, items: {}, draft: {} })
    const { cart_id: own } = await add(shopper, 'syn-wk')
    expect(own).not.toBe(id)
  }
  expect((await view(mara)).items).toEqual({ 'vs-wk': 1 })
})

test('a cart filled before sign-in belongs to the member from the next change, on every device', async () => {
  const laptop = newShopper()
  await add(laptop, 'syn-wk')
  laptop.actor = await app.member('noor@example.com')
  expect((await view(laptop)).items).toEqual({ 'syn-wk': 1 })
  await add(laptop, 'pds-wk')
  const phone = newShopper()
  phone.actor = laptop.actor
  expect((await view(phone)).cart_id).toBe(idOf(laptop))
  expect(idOf(phone)).toBe(idOf(laptop))
  await remove(phone, 'syn-wk')
  expect((await view(laptop)).items).toEqual({ 'pds-wk': 1, 'pds-gwp': 1 })
})

test('clearing empties the cart and resets its id', async () => {
  const shopper = newShopper()
  const { cart_id: first } = await add(shopper, 'syn-wk')
  expect(await app.carts.clearCart(from(shopper), {})).toMatchObject({ cart_id: null, items: {} })
  expect(shopper.jar.has(cartCookie)).toBe(false)
  const { cart_id: second } = await add(shopper, 'syn-wk')
  expect(second).not.toBe(first)
})

test('an ordered cart is closed: checkout does not find it, and the next item creates a new cart', async () => {
  const shopper = newShopper()
  const { cart_id: id } = await add(shopper, 'syn-wk')
  const forCheckout = () =>
    inTransaction(app.deps, (tx) => cartForCheckout(app.deps, tx, id ?? '', shopper.actor))
  expect((await forCheckout())?.items).toEqual({ 'syn-wk': 1 })
  await inTransaction(app.deps, async (tx) =>
    continueCart(tx, id ?? '', await closeCart(tx, id ?? ''), { 'syn-wk': 1 }),
  )
  expect(await forCheckout()).toBeNull()
  expect((await view(shopper)).items).toEqual({})
  expect((await add(shopper, 'vs-wk')).cart_id).not.toBe(id)
})

test('checkout finds no cart for a malformed id', async () => {
  const find = (id: string) =>
    inTransaction(app.deps, (tx) => cartForCheckout(app.deps, tx, id, { kind: 'visitor' }))
  expect([await find(''), await find("x' or 1=1 --")]).toEqual([null, null])
})

test('typed checkout text is kept until it is replaced, also when items change', async () => {
  const shopper = newShopper()
  await app.carts.saveDraft(from(shopper), { draft: { email: 'mara@', 'address.zip': '9720' } })
  await add(shopper, 'syn-wk')
  expect((await view(shopper)).draft).toEqual({ email: 'mara@', 'address.zip': '9720' })
  await app.carts.saveDraft(from(shopper), { draft: { email: 'mara@example.com' } })
  expect((await view(shopper)).draft).toEqual({ email: 'mara@example.com' })
})

test('a link opened three times adds its item once', async () => {
  const shopper = newShopper()
  const open = () =>
    app.carts.addCartItem(from(shopper), {
      code: 'syn-wk',
      quantity: 1,
      only_if_absent: true,
      only_if_offered: false,
    })
  await open()
  await open()
  expect((await open()).items).toEqual({ 'syn-wk': 1 })
})

test('the country decides upsells and refused items', async () => {
  const shopper = newShopper('NZ')
  const reply = await add(shopper, 'vs-wk')
  expect(reply.upsells.map((upsell) => upsell.plan_code)).toEqual(['syn-wk', 'pds-wk'])
  expect(reply.refused_lines).toMatchObject([{ plan_code: 'vs-wk', code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY' }])
})
