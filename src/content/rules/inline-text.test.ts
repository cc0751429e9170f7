import { expect, test } from 'vitest'
import { inlinePieces, priceIn } from './inline-text.ts'

test('inline text is split into words, species names, links and prices', () => {
  expect(
    inlinePieces(
      'For digestion.[*](#disclaimer) *Bifidobacterium longum* LM-BL01, {monthly:syn-wk-6mo} a month.',
    ),
  ).toEqual([
    { kind: 'text', text: 'For digestion.' },
    { kind: 'link', text: '*', href: '#disclaimer' },
    { kind: 'text', text: ' ' },
    { kind: 'species', text: 'Bifidobacterium longum' },
    { kind: 'text', text: ' LM-BL01, ' },
    { kind: 'price', plan: 'syn-wk-6mo', per: 'month' },
    { kind: 'text', text: ' a month.' },
  ])
})

test('a text without markup is one part', () => {
  expect(inlinePieces('Lid on, out of direct sun.')).toEqual([
    { kind: 'text', text: 'Lid on, out of direct sun.' },
  ])
})

test('shipping fees and destinations come from the place rules', () => {
  const [fee, , faster, between, where] = inlinePieces('{shipping:abroad}, {shipping:expedited}; {countries}')
  expect([fee, faster]).toEqual([
    { kind: 'shipping', fee: 'abroad' },
    { kind: 'shipping', fee: 'expedited' },
  ])
  expect(between).toEqual({ kind: 'text', text: '; ' })
  expect(where?.kind === 'text' && where.text).toMatch(/^Australia, Austria, .*, United Kingdom$/)
  expect(where?.kind === 'text' && where.text).not.toMatch(/New Zealand|United States/)
})

test('a month of the six-month plan is 254.94 / 6 = 42.49', () => {
  const plan = { price: '254.94', currency: 'USD' as const, domesticAttributes: { billingPeriodLength: 6 } }
  expect(priceIn(plan, 'month')).toBe(4249)
  expect(priceIn(plan, 'order')).toBe(25_494)
})
