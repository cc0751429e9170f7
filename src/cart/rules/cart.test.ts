import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { assertProperty } from '../../../test/support/property.ts'
import * as rules from './cart.ts'
import type { Cart } from './cart.ts'
import { leftInCart } from './cart.ts'

const plans = plansByCode(startingPlans)
const add = (cart: Cart, code: string, quantity?: number) => rules.addToCart(cart, plans, code, quantity)
const remove = (cart: Cart, code: string, force?: boolean) => rules.removeFromCart(cart, plans, code, force)
const set = (cart: Cart, code: string, quantity: number) => rules.setCartQuantity(cart, plans, code, quantity)
const holding = (items: Record<string, number>, rest: Partial<Cart> = {}): Cart => ({
  ...rules.emptyCart,
  items,
  ...rest,
})

test('adding a product increases its quantity', () => {
  expect(add(add(rules.emptyCart, 'syn-wk'), 'syn-wk').items).toEqual({ 'syn-wk': 2 })
})

test('the quantity is capped at maxQuantity', () => {
  expect(add(holding({ 'syn-wk': 3 }), 'syn-wk', 5).items).toEqual({ 'syn-wk': 4 })
  expect(add(holding({ 'syn-wk-6mo': 2 }), 'syn-wk-6mo').items).toEqual({ 'syn-wk-6mo': 2 })
})

test('an unknown code fails with "Product does not exist"', () => {
  for (const attempt of [
    () => add(rules.emptyCart, 'syn-xx'),
    () => remove(rules.emptyCart, 'syn-xx'),
    () => set(rules.emptyCart, 'syn-xx', 1),
    () => add(rules.emptyCart, 'constructor'),
  ])
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'PRODUCT_NOT_FOUND', detail: 'Product does not exist' }),
    )
})

test('adding a refill replaces all other items and increases its own quantity', () => {
  const kits = holding({ 'syn-wk': 2, 'vs-wk': 1 }, { promoCode: 'SPRING' })
  expect(add(kits, 'syn-rf')).toMatchObject({ items: { 'syn-rf': 1 }, promoCode: 'SPRING' })
  expect(add(holding({ 'syn-rf': 1 }), 'syn-rf').items).toEqual({ 'syn-rf': 2 })
  expect(add(holding({ 'syn-rf': 2 }), 'vs-rf').items).toEqual({ 'vs-rf': 1 })
})

test('adding any other product removes refills', () => {
  expect(add(holding({ 'syn-rf': 2 }), 'vs-wk').items).toEqual({ 'vs-wk': 1 })
})

test('removing takes one unit away, and the last unit removes the line', () => {
  expect(remove(holding({ 'syn-wk': 2 }), 'syn-wk').items).toEqual({ 'syn-wk': 1 })
  expect(remove(holding({ 'syn-wk': 1 }), 'syn-wk').items).toEqual({})
})

test('a forced removal takes all units', () => {
  expect(remove(holding({ 'syn-wk': 3, 'vs-wk': 1 }), 'syn-wk', true).items).toEqual({ 'vs-wk': 1 })
})

test('removing an absent product changes nothing', () => {
  const cart = holding({ 'syn-wk': 1 }, { promoCode: 'SPRING' })
  expect(remove(cart, 'syn-rf', true)).toEqual(cart)
})

test('deleting a refill clears the promo code, and removing one of two units keeps it', () => {
  const two = holding({ 'syn-rf': 2 }, { promoCode: 'SPRING' })
  expect(remove(two, 'syn-rf').promoCode).toBe('SPRING')
  expect(remove(two, 'syn-rf', true).promoCode).toBeNull()
  expect(set(two, 'syn-rf', 0).promoCode).toBeNull()
  expect(remove(holding({ 'syn-wk': 1 }, { promoCode: 'SPRING' }), 'syn-wk').promoCode).toBe('SPRING')
})

test.each([-1, 0.5, 5, Number.NaN, Number.POSITIVE_INFINITY])(
  'a quantity of %d cannot be set',
  (quantity) => {
    expect(() => set(holding({ 'syn-wk': 1 }), 'syn-wk', quantity)).toThrow(
      expect.objectContaining({ code: 'QUANTITY_NOT_ALLOWED' }),
    )
  },
)

test.each([-1, 0, 0.5, Number.NaN])('a quantity of %d cannot be added', (quantity) => {
  expect(() => add(rules.emptyCart, 'syn-wk', quantity)).toThrow(
    expect.objectContaining({ code: 'QUANTITY_NOT_ALLOWED' }),
  )
})

test('setting a quantity follows the rules of adding for a new product', () => {
  expect(set(holding({ 'syn-wk': 1 }), 'syn-wk', 4).items).toEqual({ 'syn-wk': 4 })
  expect(set(holding({ 'syn-wk': 1 }), 'syn-rf', 2).items).toEqual({ 'syn-rf': 2 })
})

// ruling 11
test('the duo adds two adult kits and applies while both are in the cart', () => {
  const duo = add(rules.emptyCart, 'syn-wk-duo')
  expect(duo).toMatchObject({ items: { 'syn-wk': 2 }, bundles: ['syn-wk-duo'] })
  expect(add(duo, 'vs-wk').bundles).toEqual(['syn-wk-duo'])
  expect(remove(duo, 'syn-wk')).toMatchObject({ items: { 'syn-wk': 1 }, bundles: [] })
  expect(remove(add(duo, 'syn-wk'), 'syn-wk').bundles).toEqual(['syn-wk-duo'])
  expect(add(duo, 'syn-rf')).toMatchObject({ items: { 'syn-rf': 1 }, bundles: [] })
})

test('the duo is one bundle however often it is added, and is removed with its kits', () => {
  const twice = add(add(rules.emptyCart, 'syn-wk-duo'), 'syn-wk-duo')
  expect(twice).toMatchObject({ items: { 'syn-wk': 4 }, bundles: ['syn-wk-duo'] })
  expect(remove(twice, 'syn-wk-duo')).toMatchObject({ items: { 'syn-wk': 2 }, bundles: [] })
  expect(remove(holding({ 'syn-wk': 2 }), 'syn-wk-duo').items).toEqual({ 'syn-wk': 2 })
})

// ruling 9
test('the free gift is added with the first pediatric kit and removed with the last', () => {
  const one = add(rules.emptyCart, 'pds-wk')
  expect(one.items).toEqual({ 'pds-wk': 1, 'pds-gwp': 1 })
  expect(add(one, 'pds-wk').items).toEqual({ 'pds-wk': 2, 'pds-gwp': 1 })
  expect(remove(one, 'pds-wk').items).toEqual({})
  expect(add(one, 'pds-rf').items).toEqual({ 'pds-rf': 1 })
})

test('the free gift cannot be added, removed or set on its own', () => {
  expect(() => add(rules.emptyCart, 'pds-gwp')).toThrow(
    expect.objectContaining({ code: 'ITEM_NOT_AVAILABLE' }),
  )
  const cart = add(rules.emptyCart, 'pds-wk')
  expect(() => remove(cart, 'pds-gwp')).toThrow(expect.objectContaining({ code: 'ITEM_NOT_AVAILABLE' }))
  expect(() => set(cart, 'pds-gwp', 0)).toThrow(expect.objectContaining({ code: 'QUANTITY_NOT_ALLOWED' }))
})

// spec §4, "Vaginal discount"
test('a kit with a hidden coupon applies the coupon only for an eligible visitor', () => {
  expect(add(rules.emptyCart, 'vs-wk').stackableCoupon).toBeNull()
  const eligible = rules.withCouponOffer(rules.emptyCart, plans)
  expect(eligible.stackableCoupon).toBeNull()
  expect(add(eligible, 'syn-wk').stackableCoupon).toBeNull()
  expect(add(eligible, 'vs-wk').stackableCoupon).toBe('hiddenVs01')
  expect(rules.withCouponOffer(holding({ 'vs-wk': 1 }), plans).stackableCoupon).toBe('hiddenVs01')
})

test('removing the last vaginal kit clears the coupon and the eligibility flag', () => {
  const two = add(rules.withCouponOffer(rules.emptyCart, plans), 'vs-wk', 2)
  expect(remove(two, 'vs-wk')).toMatchObject({ stackableCoupon: 'hiddenVs01', isCouponOffered: true })
  for (const without of [remove(two, 'vs-wk', true), add(two, 'syn-rf'), set(two, 'vs-wk', 0)])
    expect(without).toMatchObject({ stackableCoupon: null, isCouponOffered: false })
})

/** The catalogue in which other plans have the rules. */
const otherPlans = plansByCode(
  startingPlans.map((plan) => {
    const rules = { ...plan.rules, bringsGift: null, offeredCoupon: null }
    if (plan.code === 'vs-wk') return { ...plan, rules: { ...rules, bringsGift: 'pds-gwp' } }
    return { ...plan, rules: plan.code === 'syn-wk' ? { ...rules, offeredCoupon: 'OTHER' } : rules }
  }),
)

test('the catalogue decides which plans have a free gift and a hidden coupon', () => {
  const both = rules.addToCart(rules.addToCart(rules.emptyCart, otherPlans, 'vs-wk'), otherPlans, 'syn-wk')
  expect(both.items).toEqual({ 'vs-wk': 1, 'pds-gwp': 1, 'syn-wk': 1 })
  expect(rules.withCouponOffer(both, otherPlans).stackableCoupon).toBe('OTHER')
  expect(rules.addToCart(rules.emptyCart, otherPlans, 'pds-wk').items).toEqual({ 'pds-wk': 1 })
})

test('a link adds only what is not in the cart yet, however often it is opened', () => {
  const once = rules.addFromLink(rules.emptyCart, plans, 'syn-wk-3mo')
  expect(once.items).toEqual({ 'syn-wk-3mo': 1 })
  expect(rules.addFromLink(once, plans, 'syn-wk-3mo')).toBe(once)
  const duo = rules.addFromLink(rules.emptyCart, plans, 'syn-wk-duo')
  expect(rules.addFromLink(duo, plans, 'syn-wk-duo')).toBe(duo)
})

test('a stored cart opens without products that are no longer sold', () => {
  expect(rules.withKnownPlans(holding({ 'syn-wk': 1, 'syn-old': 2 }), plans).items).toEqual({ 'syn-wk': 1 })
})

const code = fc.constantFrom(
  ...startingPlans.filter((plan) => plan.soldAlone).map((plan) => plan.code),
  'syn-wk-duo',
)
const step = fc.oneof(
  fc.record({ action: fc.constant('add' as const), code, quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ action: fc.constant('remove' as const), code, force: fc.boolean() }),
  fc.record({ action: fc.constant('offer' as const) }),
)

const take = (cart: Cart, one: typeof step extends fc.Arbitrary<infer S> ? S : never): Cart => {
  switch (one.action) {
    case 'add':
      return add(cart, one.code, one.quantity)
    case 'remove':
      return remove(cart, one.code, one.force)
    case 'offer':
      return rules.withCouponOffer(cart, plans)
  }
}

test('every rule of the cart holds after any sequence of actions', () => {
  assertProperty(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const cart = steps.reduce(take, rules.emptyCart)
      const held = Object.entries(cart.items)
      const refills = held.filter(([code]) => plans.get(code)?.isSrp)
      expect(refills.length === 0 || held.length === 1).toBe(true)
      for (const [code, count] of held) {
        expect(count).toBeGreaterThanOrEqual(1)
        expect(count).toBeLessThanOrEqual(plans.get(code)?.maxQuantity ?? 0)
      }
      expect('pds-gwp' in cart.items).toBe('pds-wk' in cart.items)
      expect(cart.bundles.length === 0 || rules.quantityOf(cart, 'syn-wk') >= 2).toBe(true)
      expect(cart.stackableCoupon !== null).toBe(cart.isCouponOffered && 'vs-wk' in cart.items)
      expect(JSON.parse(JSON.stringify(cart))).toEqual(cart)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['nothing was added', { a: 2 }, { a: 2 }, {}],
  ['another plan was added', { a: 2, b: 1 }, { a: 2 }, { b: 1 }],
  ['one more of the same was added', { a: 3 }, { a: 2 }, { a: 1 }],
  ['something was taken out', { a: 1 }, { a: 2, b: 1 }, {}],
  ['a name of every object was added', { toString: 1 }, { a: 1 }, { toString: 1 }],
])('%s', (_what, now, bought, left) => {
  expect(leftInCart(now, bought)).toEqual(left)
})
