import { expect, test } from 'vitest'
import { emptyCart } from './cart.ts'
import type { Cart } from './cart.ts'
import { enteredCodes, withoutCode, withEnteredCode } from './entered-codes.ts'

const isStackable = (code: string): boolean => /^pair/i.test(code)

const enterAll = (...codes: string[]): Cart | null =>
  codes.reduce<Cart | null>((cart, code) => cart && withEnteredCode(cart, code, isStackable), emptyCart)

test.each([
  [['ALONE'], 'ALONE', []],
  [['ALONE', 'OTHER'], 'OTHER', []],
  [['ALONE', 'PAIR5'], 'ALONE', ['PAIR5']],
  [['PAIR5', 'ALONE'], 'ALONE', ['PAIR5']],
  [['PAIR5', 'PAIR6'], 'PAIR5', ['PAIR6']],
  [['ALONE', 'PAIR5', 'OTHER'], 'OTHER', ['PAIR5']],
  [['PAIR5', ' pair5 '], 'PAIR5', []],
])('entering %s gives the promo code %s and the further codes %s', (codes, promoCode, furtherCodes) => {
  expect(enterAll(...codes)).toMatchObject({ promoCode, furtherCodes })
})

test('a cart holds four codes, and a fifth is accepted only in place of another', () => {
  const fullCart = ['ALONE', 'PAIR1', 'PAIR2', 'PAIR3']
  expect(enterAll(...fullCart, 'PAIR4')).toBeNull()
  expect(enterAll(...fullCart, 'OTHER')).toMatchObject({
    promoCode: 'OTHER',
    furtherCodes: fullCart.slice(1),
  })
})

test('after a removal the first remaining code is the promo code', () => {
  const cart = enterAll('ALONE', 'PAIR1', 'PAIR2') ?? emptyCart
  expect(enteredCodes(withoutCode(cart, 'alone'))).toEqual(['PAIR1', 'PAIR2'])
  expect(withoutCode(cart, 'alone').promoCode).toBe('PAIR1')
  expect(enteredCodes(withoutCode(cart, 'PAIR1'))).toEqual(['ALONE', 'PAIR2'])
})
