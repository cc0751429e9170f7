import { expect, test } from 'vitest'
import { productsToAskAbout } from './review-request.ts'

const facts = { delivered: ['ds-01', 'vs-01'], hadTrouble: false, isWanted: true, reviewed: [] } as const

test('a buyer is asked about what was delivered and what they have not reviewed', () => {
  expect(productsToAskAbout(facts)).toEqual(['ds-01', 'vs-01'])
  expect(productsToAskAbout({ ...facts, reviewed: ['ds-01'] })).toEqual(['vs-01'])
})

test('nobody is asked who does not want it, or whose order came back or went wrong', () => {
  expect(productsToAskAbout({ ...facts, isWanted: false })).toEqual([])
  expect(productsToAskAbout({ ...facts, hadTrouble: true })).toEqual([])
})
