import { expect, test } from 'vitest'
import { collect } from '../calls.ts'
import { pageViewOf } from './page-view.ts'
import type { PageVisit } from './page-view.ts'

const visitId = '0199a000-0000-4000-8000-000000000001'

const visit: PageVisit = {
  consent: `${visitId}:C0001,C0002`,
  privacySignal: false,
  address: {
    pathname: '/science',
    search: '?utm_source=letter&email=mara@example.com',
    host: 'loam.example',
  },
  title: 'Science',
  referrer: 'https://search.example/?q=gut',
}

test('a page view says which page, from which site and campaign, and nothing else of the address', () => {
  const message = pageViewOf(visit)
  expect(message).toEqual({
    type: 'page',
    name: 'Science',
    properties: {
      path: '/science',
      referrer: 'search.example',
    },
    context: { campaign: { name: '', source: 'letter', medium: '' } },
  })
  expect(collect.payload.safeParse({ batch: [message] }).success).toBe(true)
})

test.each([
  ['no choice', undefined],
  ['a no', `${visitId}:C0001`],
  ['a yes to something else', `${visitId}:C0001,C0003,C0004,C0005`],
])('with %s nothing is said', (_what, consent) => {
  expect(pageViewOf({ ...visit, consent })).toBeNull()
})

test('the shop is no referrer of its own', () => {
  expect(pageViewOf({ ...visit, referrer: 'https://loam.example/cart' })?.properties.referrer).toBe('')
})
