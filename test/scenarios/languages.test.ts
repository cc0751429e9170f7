import { expect } from 'vitest'
import { newApiClient } from '../support/api-client.ts'
import type { ApiResponse } from '../support/api-client.ts'
import { testInOneShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const test = testInOneShop()

const visit = (shop: TestShop, path: string): Promise<ApiResponse> =>
  newApiClient(shop.url).send({ method: 'GET', path, headers: { accept: 'text/html' } })

const attribute = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1]

test('a page under /de is in German, and its links and forms stay there', async ({ shop }) => {
  const [english, german] = await Promise.all([visit(shop, '/login'), visit(shop, '/de/login')])
  expect([english.status, german.status]).toEqual([200, 200])
  expect(english.text).toContain('<html lang="en">')
  expect(english.text).toContain('>Skip to content<')
  expect(german.text).toContain('<html lang="de" data-prefix="/de">')
  expect(german.text).toContain('>Zum Inhalt springen<')
  const addresses = [...german.text.matchAll(/<(?:a|form) [^>]*?(?:href|action)="(\/[^"]*)"[^>]*>/g)]
  const elsewhere = addresses.filter(
    ([tag, address = '']) => !/^\/de(\/|\?|#|$)/.test(address) && !tag.includes('hrefLang'),
  )
  expect(addresses.length).toBeGreaterThan(30)
  expect(elsewhere.map(([, address]) => address)).toEqual([])
})

test('public pages name their language alternates; without a translation the English page is canonical', async ({
  shop,
}) => {
  const english = await visit(shop, '/certificates')
  const german = await visit(shop, '/de/certificates')
  for (const { text } of [english, german]) {
    expect(attribute(text, /hrefLang="en" href="([^"]+)"/)).toBe(`${shop.url}/certificates`)
    expect(attribute(text, /hrefLang="de" href="([^"]+)"/)).toBe(`${shop.url}/de/certificates`)
    expect(attribute(text, /hrefLang="x-default" href="([^"]+)"/)).toBe(`${shop.url}/certificates`)
  }
  expect(attribute(german.text, /rel="canonical" href="([^"]+)"/)).toBe(`${shop.url}/de/certificates`)
  const untranslated = await visit(shop, '/de/microbiome')
  expect(attribute(untranslated.text, /rel="canonical" href="([^"]+)"/)).toBe(`${shop.url}/microbiome`)
  expect(untranslated.text).not.toContain('hrefLang="x-default"')
  const map = await visit(shop, '/sitemap.xml')
  expect(map.text).toContain(`<loc>${shop.url}/de/certificates</loc>`)
  expect(map.text).toContain(`<xhtml:link rel="alternate" hreflang="de" href="${shop.url}/de/certificates"/>`)
  expect(map.text).not.toContain('/de/microbiome')
})

test('redirects, unknown addresses and mailed links keep the language', async ({ shop }) => {
  const account = await visit(shop, '/de/account')
  expect([account.status, account.headers.get('location')]).toEqual([303, '/de/login?return_to=%2Faccount'])
  const missing = await visit(shop, '/de/nothing-here')
  expect([missing.status, missing.text.includes('Unter dieser Adresse gibt es nichts')]).toEqual([404, true])
  const mailed = await visit(shop, '/de/account/magic-link/abc')
  expect([mailed.status, mailed.headers.get('location')]).toEqual([303, '/de/magic-link/abc'])
  expect((await visit(shop, '/de/desk')).status).toBe(404)
  expect((await visit(shop, '/en-XA/login')).status).toBe(404)
})

test('the language is decided by the address alone, and each language has its own copy in the page cache', async ({
  shop,
}) => {
  const client = newApiClient(shop.url)
  const headers = { accept: 'text/html', 'accept-language': 'de' }
  const first = await client.send({ method: 'GET', path: '/certificates', headers })
  expect(first.text).toContain('<html lang="en">')
  const german = await client.send({ method: 'GET', path: '/de/certificates', headers })
  const again = await client.send({ method: 'GET', path: '/de/certificates', headers })
  expect(again.text).toBe(german.text)
  expect(german.text).toContain('<html lang="de"')
  expect((await client.send({ method: 'GET', path: '/certificates', headers })).text).toBe(first.text)
  const manifest = await visit(shop, '/de/manifest.webmanifest')
  expect(JSON.parse(manifest.text)).toMatchObject({ lang: 'de-DE', start_url: '/de' })
})
