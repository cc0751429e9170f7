import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { offeredLocales } from './locale.ts'

test.each([
  ['without LANGUAGES every language of the brand', undefined, ['en', 'de']],
  ['with LANGUAGES those that it names', ['en', 'de'], ['en', 'de']],
  ['and always the first, whose addresses have no prefix', ['de'], ['en', 'de']],
  ['so one alone has no other', ['en'], ['en']],
] as const)('%s', (_what, named, offered) => {
  expect(offeredLocales(brand.locales, named).map(({ code }) => code)).toEqual(offered)
})
