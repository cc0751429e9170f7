import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { root, shopSource } from './source-files.ts'

/** Keys of the brand that name no value of a browser. */
const elsewhere = new Set<string>([brand.keys.errorHeader, brand.keys.identityField])

/** Names that are made of the brand's key where they are used, such as `${brand.key}_known`. */
const builtNames = (): string[] =>
  shopSource().flatMap(({ text }) =>
    [...text.matchAll(/\$\{brand\.key\}(_\w+)/g)].map(([, rest]) => `${brand.key}${rest}`),
  )

test('the privacy page names every cookie and value that the shop stores in a browser', () => {
  const page = readFileSync(join(root, 'content/pages/privacy-policy.json'), 'utf8')
  const named = new Set(page.match(/\b(?:\w+_\w+\.?|userState)/g))
  const storedKeys = [...Object.values(brand.keys).filter((key) => !elsewhere.has(key)), ...builtNames()]
  expect(storedKeys.length).toBeGreaterThan(20)
  expect(storedKeys.filter((key) => !named.has(key))).toEqual([])
})
