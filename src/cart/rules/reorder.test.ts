import { expect, test } from 'vitest'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { addToCart, emptyCart } from './cart.ts'
import { reorder } from './reorder.ts'

const plans = plansByCode(startingPlans)
const facts = { plans, country: 'US' }
const line = (planCode: string, quantity = 1) => ({ planCode, name: `old ${planCode}`, quantity })

test('kits are reordered under their current plans, up to the maximum of each plan', () => {
  const again = reorder(emptyCart, [line('syn-wk', 3), line('vs-wk'), line('syn-wk', 3)], facts)
  // Six were ordered in two lines; a cart takes four.
  expect(again.cart.items).toEqual({ 'syn-wk': 4, 'vs-wk': 1 })
  expect(again.inCart.map(({ name, quantity }) => [name.startsWith('old'), quantity])).toEqual([
    [false, 4],
    [false, 1],
  ])
  expect(again.leftOut).toEqual([{ ...line('syn-wk', 2), reason: 'limit' }])
})

test('reordering twice gives the same cart, counting what is already there', () => {
  const once = reorder(addToCart(emptyCart, plans, 'syn-wk', 1), [line('syn-wk', 2)], facts)
  expect(once.cart.items).toEqual({ 'syn-wk': 2 })
  expect(reorder(once.cart, [line('syn-wk', 2)], facts).cart).toEqual(once.cart)
})

test('a refill is reordered alone: the first line decides, and removed items are named', () => {
  const kit = addToCart(emptyCart, plans, 'vs-wk', 1)
  const refill = reorder(kit, [line('syn-rf', 2), line('vs-rf')], facts)
  expect(refill.cart.items).toEqual({ 'syn-rf': 2 })
  expect(refill.leftOut).toEqual([{ ...line('vs-rf'), reason: 'refill' }])
  expect(refill.removed).toEqual(['vs-wk'])
  const kitFirst = reorder(emptyCart, [line('syn-wk'), line('syn-rf')], facts)
  expect(kitFirst.cart.items).toEqual({ 'syn-wk': 1 })
  expect(kitFirst.leftOut).toMatchObject([{ planCode: 'syn-rf', reason: 'refill' }])
})

test('products that are no longer sold, or not in this country, are left out and do not decide', () => {
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

test('a gift with purchase is added by its kit and not as a line', () => {
  const again = reorder(emptyCart, [line('pds-wk'), line('pds-gwp')], facts)
  expect(again.cart.items).toEqual({ 'pds-wk': 1, 'pds-gwp': 1 })
  expect([again.inCart.map(({ planCode }) => planCode), again.leftOut]).toEqual([['pds-wk'], []])
  expect(reorder(emptyCart, [line('pds-gwp')], facts).cart).toEqual(emptyCart)
})

test('an order without sellable products leaves the cart unchanged', () => {
  const kit = addToCart(emptyCart, plans, 'vs-wk', 1)
  expect(reorder(kit, [line('gone')], facts)).toMatchObject({ cart: kit, inCart: [], removed: [] })
})
