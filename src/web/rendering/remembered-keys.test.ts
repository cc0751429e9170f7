import { expect, test } from 'vitest'
import type { PageRequest } from './page-cache.ts'
import { createRememberedKeys } from './remembered-keys.ts'

const settings = { countryHeader: 'cf-ipcountry', regionHeader: 'cf-region' }

/** Keys that say how often they were made. */
const remembered = () => {
  const shop = { version: '1' }
  let made = 0
  const keyOf = createRememberedKeys({ settings, pageVersion: () => shop.version }, ({ url }) => {
    made += 1
    return url === '/member' ? null : `${url} ${made}`
  })
  const find = (url: string, headers: PageRequest['headers'] = {}) => keyOf({ url, headers }, () => ({}))
  return { shop, find, made: () => made }
}

test('the key of the same request is made once, whatever its query says', () => {
  const { find } = remembered()
  expect(['/science', '/science', '/science?utm_source=news'].map((url) => find(url))).toEqual([
    '/science 1',
    '/science 1',
    '/science 1',
  ])
})

test.each<[what: string, headers: PageRequest['headers']]>([
  ['a cookie', { cookie: 'loam_currency=EUR' }],
  ['a country', { 'cf-ipcountry': 'DE' }],
  ['a region', { 'cf-region': 'CT' }],
  ['a signal of privacy', { 'sec-gpc': '1' }],
])('a request with %s has a key of its own', (_what, headers) => {
  const { find } = remembered()
  expect([find('/'), find('/', headers), find('/'), find('/', headers)]).toEqual(['/ 1', '/ 2', '/ 1', '/ 2'])
})

test('what one header says is nothing that another one said', () => {
  const { find, made } = remembered()
  find('/', { 'cf-ipcountry': 'CT' })
  find('/', { 'cf-region': 'CT' })
  find('/', { cookie: 'CT' })
  expect(made()).toBe(3)
})

test('a key is made again once anything that pages show has another version', () => {
  const { shop, find } = remembered()
  find('/')
  shop.version = '2'
  expect(find('/')).toBe('/ 2')
  shop.version = '1'
  expect(find('/')).toBe('/ 3')
})

test('that a request has no key is remembered too', () => {
  const { find, made } = remembered()
  expect([find('/member'), find('/member')]).toEqual([null, null])
  expect(made()).toBe(1)
})

test('a thousand keys are kept at most, and none of a request with a long cookie or a long address', () => {
  const { find, made } = remembered()
  find('/', { cookie: 'a'.repeat(600) })
  find('/', { cookie: 'a'.repeat(600) })
  expect(made()).toBe(2)
  find(`/?${'a'.repeat(600)}`)
  find(`/?${'a'.repeat(600)}`)
  expect(made()).toBe(4)
  find('/kept')
  for (let at = 0; at < 1_000; at += 1) find('/', { cookie: `a=${at}` })
  expect(find('/kept')).toBe('/kept 1006')
})
