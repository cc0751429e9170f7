import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { jarName, productPart, negatedPrice, variantPart } from './plan-text.ts'

test('the name of every plan is split into product and variant', () => {
  for (const { name, productName } of startingPlans) {
    expect(productPart(name)).toBe(productName)
    expect(`${productName}, ${variantPart(name)}`.toLowerCase()).toBe(name.toLowerCase())
  }
  expect(variantPart('DS-01 Daily Synbiotic, starter kit, 3 months')).toBe('Starter kit, 3 months')
  expect(variantPart('DS-01 for two')).toBe('')
})

test.each([
  ['DS-01 Daily Synbiotic, starter kit, 3 months', 'DS-01'],
  ['PDS-08 Pediatric Daily Synbiotic, one-week travel pack', 'PDS-08'],
  ['Winter tea, refill', 'Winter tea'],
])('%s is sold in the jar %s', (name, jar) => {
  expect(jarName(name)).toBe(jar)
})

test('amounts are formatted for people', () => {
  expect([negatedPrice('33.74', 'USD'), negatedPrice('33.74', 'EUR')]).toEqual(['−$33.74', '−€33.74'])
})
