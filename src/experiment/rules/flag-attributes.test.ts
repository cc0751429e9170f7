import { expect, test } from 'vitest'
import { attributeOfExperiment, attributeOfFlag, flagsFrom } from './flag-attributes.ts'

test('flags and variants are read back from the attributes they were written to', () => {
  const attributes = [
    ['id', 'flags'],
    [attributeOfFlag('ape-cart'), 'true'],
    [attributeOfFlag('checkout'), 'false'],
    [attributeOfExperiment('loyalty_new_user'), 'exclude'],
  ] as const
  expect(flagsFrom(attributes)).toEqual({
    flags: { 'ape-cart': true, checkout: false },
    experiments: { loyalty_new_user: 'exclude' },
  })
})
