import { expect, test } from 'vitest'
import { withLocalLinks, withLocalRedirect } from './local-links.ts'

test('links and forms lead to pages in the same language, and files, endpoints and language links are unchanged', () => {
  const html = [
    '<a class="x" href="/cart?a=1&amp;b=2">',
    '<form method="post" action="/checkout">',
    '<button formAction="/cart">',
    '<a href="/">',
    '<a href="/science" hrefLang="en">',
    '<a href="/api/docs">',
    '<a href="/cultured/feed.xml">',
    '<a href="https://other.example/cart">',
    '<a href="#main">',
    '<img src="/art/jar.webp">',
    '<link rel="stylesheet" href="/assets/a.css">',
    '<div data-href="/cart">',
  ]
  expect(withLocalLinks(html.join(''), 'de')).toBe(
    [
      '<a class="x" href="/de/cart?a=1&amp;b=2">',
      '<form method="post" action="/de/checkout">',
      '<button formAction="/de/cart">',
      '<a href="/de">',
      ...html.slice(4),
    ].join(''),
  )
  expect(withLocalLinks(html.join(''), 'en')).toBe(html.join(''))
})

test('a redirect keeps the language, and an address that names one is unchanged', () => {
  const to = (location: string): string | null =>
    withLocalRedirect(new Response(null, { status: 303, headers: { location } }), 'de').headers.get(
      'location',
    )
  expect(
    ['/login?return_to=%2Faccount', '/de/cart', 'https://bank.example/', '//evil.example'].map(to),
  ).toEqual(['/de/login?return_to=%2Faccount', '/de/cart', 'https://bank.example/', '//evil.example'])
})
