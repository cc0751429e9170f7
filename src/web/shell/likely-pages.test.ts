import { expect, test } from 'vitest'
import { likelyPages as likelyPagesIn } from './likely-pages.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from '#catalogue/rules/plan.ts'

const products = productsOf(startingPlans)

const likelyPages = (path: string) => likelyPagesIn(path, products, 'en')

const first = (path: string) => likelyPages(path)[0]?.href

test('a mistyped address suggests the intended page', () => {
  expect(first('/daily-symbiotic')).toBe('/daily-synbiotic')
  expect(first('/sciense')).toBe('/science')
  expect(first('/pages/shipping')).toBe('/shipping-billing')
  expect(first('/products/pediatric')).toBe('/pediatric-daily-synbiotic')
})

test('an old shop address is matched by its words', () => {
  expect(likelyPages('/blogs/soil-layers').map(({ href }) => href)).toContain('/cultured/why-soil-has-layers')
})

test('an address without a similar page suggests nothing, and no suggestion needs sign-in', () => {
  expect(likelyPages('/wp-login.php')).toEqual([])
  expect(likelyPages('/')).toEqual([])
  expect(likelyPages('/account/refer').every(({ href }) => !href.startsWith('/account'))).toBe(true)
})
