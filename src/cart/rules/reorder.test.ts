import { expect, test } from 'vitest'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { addToCart, emptyCart } from './cart.ts'
import { reorder } from './reorder.ts'

const plans = plansByCode(startingPlans)
const facts = { plans, country: 'US' }
const line = (planCode: string, quantity = 1) => ({ planCode, name: `old ${planCode}`, quantity })

test('kits come back with their names of today, up to the most of each plan', () => {
  const again = reorder(emptyCart, [line('syn-wk', 3), line('vs-wk'), line('syn-wk', 3)], facts)
  // Six were ordered in two lines; a cart takes four.
  expect(again.cart.items).toEqual({ 'syn-wk': 4, 'vs-wk': 1 })
  expect(again.inCart.map(({ name, quantity }) => [name.startsWith('old'), quantity])).toEqual([
    [false, 4],
    [false, 1],
  ])
  expect(again.leftOut).toEqual([{ ...line('syn-wk', 2), reason: 'limit' }])
})

test('asked for twice, the cart is the same; what is there counts', () => {
  const once = reorder(addToCart(emptyCart, plans, 'syn-wk', 1), [line('syn-wk', 2)], facts)
  expect(once.cart.items).toEqual({ 'syn-wk': 2 })
  expect(reorder(once.cart, [line('syn-wk', 2)], facts).cart).toEqual(once.cart)
})

test('a refill is bought by itself: the first line decides, and what was in the cart is named', () => {
  const kit = addToCart(emptyCart, plans, 'vs-wk', 1)
  const refill = reorder(kit, [line('syn-rf', 2), line('vs-rf')], facts)
  expect(refill.cart.items).toEqual({ 'syn-rf': 2 })
  expect(refill.leftOut).toEqual([{ ...line('vs-rf'), reason: 'refill' }])
  expect(refill.removed).toEqual(['vs-wk'])
  const kitFirst = reorder(emptyCart, [line('syn-wk'), line('syn-rf')], facts)
  expect(kitFirst.cart.items).toEqual({ 'syn-wk': 1 })
  expect(kitFirst.leftOut).toMatchObject([{ planCode: 'syn-rf', reason: 'refill' }])
})

test('what is not sold any more, or not here, is left out and does not decide', () => {
  const refused = new Map(
    [...plans].map(([code, plan]) => [code, { ...plan, refusedCountries: code === 'vs-wk' ? ['US'] : [] }]),
  )
  const again = reorder(emptyCart, [line('gone'), line('vs-wk'), line('syn-rf')], {
    plans: refused,
    country: 'US',
  })
  expect(again.cart.items).toEqual({ 'syn-rf': 1 })
  expect(again.leftOut.map(({ reason }) => reason)).toEqual(['not-sold', 'country'])
})

test('the gift with a kit comes with the kit, and is no line of its own', () => {
  const again = reorder(emptyCart, [line('pds-wk'), line('pds-gwp')], facts)
  expect(again.cart.items).toEqual({ 'pds-wk': 1, 'pds-gwp': 1 })
  expect([again.inCart.map(({ planCode }) => planCode), again.leftOut]).toEqual([['pds-wk'], []])
  expect(reorder(emptyCart, [line('pds-gwp')], facts).cart).toEqual(emptyCart)
})

test('nothing that is sold leaves the cart as it was', () => {
  const kit = addToCart(emptyCart, plans, 'vs-wk', 1)
  expect(reorder(kit, [line('gone')], facts)).toMatchObject({ cart: kit, inCart: [], removed: [] })
})
