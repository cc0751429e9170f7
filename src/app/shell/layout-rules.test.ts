import { expect, test } from 'vitest'
import { blank, layoutOf, shows } from './layout-rules.ts'
import type { ShellPart } from './layout-rules.ts'

const hiddenOn: Readonly<Record<Exclude<ShellPart, 'header' | 'actions'>, readonly string[]>> = {
  banner: [
    '/vaginal-synbiotic',
    '/pediatric-daily-synbiotic',
    '/reference/pds-wk',
    '/reference/vs-wk',
    '/cart',
    '/checkout',
  ],
  footer: ['/cart', '/checkout', '/get-started', '/continue'],
  menu: ['/checkout'],
  'left-navigation': ['/checkout', '/target', '/continue'],
}

const paths = [
  ...new Set(Object.values(hiddenOn).flat()),
  '/',
  '/daily-synbiotic',
  '/science',
  '/account/orders',
]

test.each(Object.entries(hiddenOn))('%s is hidden on exactly the pages of spec §2', (part, expected) => {
  const parts: readonly ShellPart[] = ['banner', 'footer', 'menu', 'left-navigation']
  const asked = parts.find((known) => known === part)
  if (!asked) throw new Error(`no such part: ${part}`)
  expect(paths.filter((path) => !shows(layoutOf(path), asked)).toSorted()).toEqual(expected.toSorted())
})

test('a slash at the end does not bring a hidden part back', () => {
  expect(shows(layoutOf('/cart/'), 'footer')).toBe(false)
})

test('an ordinary page shows everything', () => {
  expect(layoutOf('/science').hides).toEqual([])
})

test('the blank page has neither header nor footer', () => {
  const parts: readonly ShellPart[] = ['header', 'banner', 'footer', 'menu']
  expect(parts.filter((part) => shows(blank, part))).toEqual([])
})
