import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { screens } from '../../src/app/paths.ts'
import { filesUnder, root } from './source-files.ts'

/** Where a row of the specification's list stands. */
type Standing = 'built' | `later: issue ${number}, ${string}`

/** The routes of spec §2, with the addresses that rulings 2 to 4 give to the unnamed ones. */
const specifiedRoutes: readonly (readonly [path: string, standing: Standing])[] = [
  ['/', 'built'],
  ['/daily-synbiotic', 'built'],
  ['/daily-synbiotic-refill', 'built'],
  ['/pediatric-daily-synbiotic', 'built'],
  ['/vaginal-synbiotic', 'built'],
  ['/cart', 'built'],
  ['/checkout', 'built'],
  ['/thank-you', 'built'],
  ['/login', 'built'],
  ['/signup', 'built'],
  ['/recover', 'built'],
  ['/account', 'built'],
  ['/account/home', 'built'],
  ['/account/subscriptions', 'built'],
  ['/account/orders', 'built'],
  ['/account/inner-circle', 'later: issue 6, with loyalty'],
  ['/account/refer', 'later: issue 6, with loyalty'],
  ['/approach', 'later: issue 5, the storefront on every route'],
  ['/science', 'built'],
  ['/sustainability', 'built'],
  ['/seedlabs', 'later: issue 5, the storefront on every route'],
  ['/reference', 'later: issue 5, the storefront on every route'],
  ['/reference/syn-wk', 'later: issue 5, the storefront on every route'],
  ['/reference/pds-wk', 'later: issue 5, the storefront on every route'],
  ['/reference/vs-wk', 'later: issue 5, the storefront on every route'],
  ['/cultured', 'built'],
  ['/microbiome', 'built'],
  ['/how-it-works', 'built'],
  ['/contact', 'built'],
  ['/press', 'later: issue 5, the storefront on every route'],
  ['/practitioners', 'built'],
  ['/join-us', 'built'],
  ['/seeduniversity', 'built'],
  ['/entire-world', 'built'],
  ['/terms-conditions', 'built'],
  ['/privacy-policy', 'built'],
  ['/accessibility', 'built'],
  ['/subscription-terms', 'built'],
  ['/orders', 'built'],
  ['/order', 'built'],
  ['/is-ds01-right-for-you', 'built'],
  ['/get-started', 'built'],
  ['/continue', 'later: issue 6, with the surveys'],
  ['/target', 'later: issue 5, the storefront on every route'],
]

const Page = z.object({ path: z.string() })

const contentPaths = filesUnder(['content'], /\/pages\/.*\.json$/).map(
  ({ text }) => Page.parse(JSON.parse(text)).path,
)

const answered = new Set<string>([...screens.map(({ path }) => path), ...contentPaths])

test('every route of the specification is answered or named as later, and none of those is answered', () => {
  const standing = specifiedRoutes.map(([path]) => [path, answered.has(path) ? 'built' : 'later'])
  const claimed = specifiedRoutes.map(([path, said]) => [path, said === 'built' ? 'built' : 'later'])
  expect(standing).toEqual(claimed)
})

test('a screen has an address and a name of its own, and a file that draws it', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
  expect(new Set(screens.map(({ id }) => id)).size).toBe(screens.length)
  const missing = screens.filter(({ file }) => !existsSync(join(root, 'src/app', file)))
  expect(missing).toEqual([])
})

test('a content page has an address of its own', () => {
  expect(new Set(contentPaths).size).toBe(contentPaths.length)
})
