import { expect, test } from 'vitest'
import { localAddress, localUrl, splitLocale } from './locale-path.ts'

test('the first part of a path names its language, and a path without one is in the shop’s first language', () => {
  const locales = ['en', 'de'] as const
  expect(splitLocale('/de/cart?a=/de/x', locales)).toEqual({ locale: 'de', address: '/cart?a=/de/x' })
  expect(splitLocale('/de', locales)).toEqual({ locale: 'de', address: '/' })
  expect(splitLocale('/de/', locales)).toEqual({ locale: 'de', address: '/' })
  expect(splitLocale('/de?a=1', locales)).toEqual({ locale: 'de', address: '/?a=1' })
  for (const address of ['/', '/cart', '/design', '/en/cart', '/en-XA/cart', '/DE/cart'])
    expect(splitLocale(address, locales)).toEqual({ locale: 'en', address })
})

test('localizing a path is reversible, and repeating it changes nothing', () => {
  for (const address of ['/', '/cart', '/?a=1', '/#help', '/account/orders/L1/invoice.pdf?key=a.b']) {
    const local = localAddress(address, 'de')
    expect(splitLocale(local, ['de']).address).toBe(address)
    expect(localAddress(local, 'de')).toBe(local)
    expect(localAddress(address, 'en')).toBe(address)
  }
  for (const address of ['', 'cart', '//evil.example/', '/api/cart', '/desk', '/sitemap.xml', '/de/cart'])
    expect(localAddress(address, 'de')).toBe(address)
})

test('absolute addresses of the shop are localized, and those of other sites are not', () => {
  expect(localUrl('https://shop.example/cart', 'https://shop.example', 'de')).toBe(
    'https://shop.example/de/cart',
  )
  expect(localUrl('https://shop.example.evil/cart', 'https://shop.example', 'de')).toBe(
    'https://shop.example.evil/cart',
  )
})
