import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from '#catalogue/rules/plan.ts'
import { bareLayout, layoutOf, shows, showsBanner } from './layout-rules.ts'
import type { ShellPart } from './layout-rules.ts'

const products = productsOf(startingPlans)

const hiddenOn: Readonly<Record<Exclude<ShellPart, 'header' | 'actions'>, readonly string[]>> = {
  banner: [
    '/vaginal-synbiotic',
    '/pediatric-daily-synbiotic',
    '/reference/pds-wk',
    '/reference/vs-wk',
    '/cart',
    '/checkout',
    '/account',
    '/account/home',
    '/account/orders/L7K2M9QXW4',
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
  '/accounting',
  '/login',
]

test.each(Object.entries(hiddenOn))(
  '%s is hidden on exactly the pages of spec §2, and the banner on account pages',
  (part, expected) => {
    const parts: readonly ShellPart[] = ['banner', 'footer', 'menu', 'left-navigation']
    const requested = parts.find((known) => known === part)
    if (!requested) throw new Error(`no such part: ${part}`)
    expect(paths.filter((path) => !shows(layoutOf(path, products), requested)).toSorted()).toEqual(
      expected.toSorted(),
    )
  },
)

test('a trailing slash does not show a hidden part', () => {
  expect(shows(layoutOf('/cart/', products), 'footer')).toBe(false)
  expect(shows(layoutOf('/account/', products), 'banner')).toBe(false)
})

test('an ordinary page shows every part', () => {
  expect(layoutOf('/science', products).hides).toEqual([])
})

test('the banner is shown to visitors in the quiz audience, and never to members', () => {
  const member = { email: 'mara@loam.example' }
  const page = layoutOf('/science', products)
  expect(showsBanner(page, { member: null, quizAudience: true })).toBe(true)
  expect(showsBanner(page, { member: null, quizAudience: false })).toBe(false)
  expect(showsBanner(page, { member, quizAudience: true })).toBe(false)
  expect(showsBanner(layoutOf('/cart', products), { member: null, quizAudience: true })).toBe(false)
})

test('the blank page has no header and no footer', () => {
  const parts: readonly ShellPart[] = ['header', 'banner', 'footer', 'menu']
  expect(parts.filter((part) => shows(bareLayout, part))).toEqual([])
})
