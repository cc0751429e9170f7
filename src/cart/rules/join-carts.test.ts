import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { emptyCart } from './cart.ts'
import type { Cart } from './cart.ts'
import { joinCarts } from './join-carts.ts'

const plans = plansByCode(startingPlans)
const holding = (items: Record<string, number>, rest: Partial<Cart> = {}): Cart => ({
  ...emptyCart,
  items,
  ...rest,
})
const join = (earlier: Cart, later: Cart): Cart => joinCarts(earlier, later, plans)
const noor = {
  recipient_name: 'Noor',
  recipient_email: 'noor@example.com',
  message: '',
  starts_on: '2031-01-06',
}

// spec §4: capped at maxQuantity, a refill alone, a gift with its kit.
test.each([
  ['different things', { 'syn-wk': 1 }, { 'vs-wk': 2 }, { 'syn-wk': 1, 'vs-wk': 2 }],
  ['the same thing, up to its cap', { 'syn-wk': 3 }, { 'syn-wk': 3 }, { 'syn-wk': 4 }],
  ['a refill brought', { 'syn-wk': 1, 'pds-wk': 1, 'pds-gwp': 1 }, { 'syn-rf': 2 }, { 'syn-rf': 2 }],
  ['a refill waiting', { 'syn-rf': 2 }, { 'syn-wk': 1 }, { 'syn-wk': 1 }],
  ['the same refill twice', { 'syn-rf': 1 }, { 'syn-rf': 1 }, { 'syn-rf': 2 }],
  [
    'a gift with purchase on both sides',
    { 'pds-wk': 1, 'pds-gwp': 1 },
    { 'pds-wk': 1, 'pds-gwp': 1 },
    { 'pds-wk': 2, 'pds-gwp': 1 },
  ],
  ['nothing', {}, {}, {}],
  ['what is no longer sold', { gone: 1, 'syn-wk': 1 }, { away: 1 }, { 'syn-wk': 1 }],
])('%s', (_, earlier, later, expected) => {
  expect(join(holding(earlier), holding(later)).items).toEqual(expected)
})

test('a merged cart has the bundle once if its units are there', () => {
  const duo = holding({ 'syn-wk': 2 }, { bundles: ['syn-wk-duo'] })
  expect(join(duo, duo)).toMatchObject({ items: { 'syn-wk': 4 }, bundles: ['syn-wk-duo'] })
  expect(join(duo, holding({ 'syn-rf': 1 })).bundles).toEqual([])
})

test('the codes of the newer cart apply, or otherwise those of the waiting cart', () => {
  const waiting = holding({ 'syn-wk': 1 }, { promoCode: 'OLD', furtherCodes: ['MORE'] })
  expect(join(waiting, holding({}, { promoCode: 'NEW' }))).toMatchObject({
    promoCode: 'NEW',
    furtherCodes: [],
  })
  expect(join(waiting, holding({}))).toMatchObject({ promoCode: 'OLD', furtherCodes: ['MORE'] })
})

test('the vaginal offer stays with its kit and is removed with the last one', () => {
  const offered = holding({ 'vs-wk': 1 }, { isCouponOffered: true, stackableCoupon: 'hiddenVs01' })
  expect(join(offered, holding({ 'syn-wk': 1 })).stackableCoupon).toBe('hiddenVs01')
  expect(join(holding({ 'vs-wk': 1 }), holding({}, { isCouponOffered: true })).stackableCoupon).toBe(
    'hiddenVs01',
  )
  expect(join(offered, holding({ 'syn-rf': 1 }))).toMatchObject({
    stackableCoupon: null,
    isCouponOffered: false,
  })
})

test('the gift details are merged while the gift is in the cart', () => {
  const gift = holding({ 'syn-wk-gift-2020': 1 }, { giftDetails: noor })
  expect(join(holding({ 'syn-wk': 1 }), gift).giftDetails).toEqual(noor)
  expect(join(gift, holding({ 'syn-rf': 1 })).giftDetails).toBeNull()
})

test('a half-typed gift form is merged until the later cart has complete gift details', () => {
  const entered = { ...noor, recipient_email: 'noor@' }
  const half = holding({ 'syn-wk-gift-2020': 1 }, { giftDraft: entered })
  const joined = holding({ 'syn-wk-gift-2020': 1 }, { giftDetails: noor })
  expect(join(half, holding({ 'syn-wk': 1 })).giftDraft).toEqual(entered)
  expect(join(joined, half)).toMatchObject({ giftDetails: noor, giftDraft: entered })
  expect(join(half, joined)).toMatchObject({ giftDetails: noor, giftDraft: null })
  expect(join(half, holding({ 'syn-rf': 1 })).giftDraft).toBeNull()
})
