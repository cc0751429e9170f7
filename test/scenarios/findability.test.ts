import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { z } from 'zod'
import { everyPath, listedPaths, walk, withCart } from '../support/page-walk.ts'
import type { Asker, WalkedPage } from '../support/page-walk.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const root = join(import.meta.dirname, '../..')

const publicPages = async (asker: Asker): Promise<WalkedPage[]> => walk(asker, await listedPaths(asker))

const only = ({ path, text }: WalkedPage, form: RegExp): string => {
  const found = [...text.matchAll(form)].map(([, value = '']) => value)
  expect(found, `${path} ${String(form)}`).toHaveLength(1)
  return found[0] ?? ''
}

const twice = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at)

test('the site map is the public pages exactly', async ({ shop }) => {
  const { client } = await withCart(shop, 'OR')
  const listed = await listedPaths(client)
  const shown = await walk(client, await everyPath(client))
  // Search engines may index what does not refuse it; the site map lists what they may index.
  const open = shown.filter(({ text }) => !text.includes('name="robots" content="noindex"'))
  expect(listed.toSorted()).toEqual(open.map(({ path }) => path).toSorted())
  const { text } = await client.send({ method: 'GET', path: '/sitemap.xml' })
  const pictures = [...text.matchAll(/<image:loc>([^<]+)<\/image:loc>/g)].map(([, url = '']) => new URL(url))
  expect(pictures.length).toBeGreaterThan(30)
  expect(pictures.filter(({ pathname }) => !existsSync(join(root, 'public', pathname)))).toEqual([])
})

test('each public page says what it is once, and what no other says', async ({ shop }) => {
  const { client } = shop.visitor()
  const pages = await publicPages(client)
  const heads = pages.map((page) => ({
    path: page.path,
    title: only(page, /<title>([^<]+)<\/title>/g),
    description: only(page, /<meta name="description" content="([^"]+)"/g),
    canonical: only(page, /<link rel="canonical" href="([^"]+)"/g),
    card: only(page, /<meta property="og:image" content="([^"]+)"/g),
    h1: only(page, /<h1[^>]*>([\s\S]*?)<\/h1>/g),
  }))
  expect(twice(heads.map(({ title }) => title))).toEqual([])
  expect(twice(heads.map(({ description }) => description))).toEqual([])
  expect(
    heads.filter(({ canonical, path }) => canonical !== `${shop.url}${path === '/' ? '/' : path}`),
  ).toEqual([])
  const missing = heads.filter(({ card }) => !existsSync(join(root, 'public', new URL(card).pathname)))
  expect(missing).toEqual([])
})

const Facts = z.looseObject({ '@type': z.string(), '@context': z.literal('https://schema.org') })

const factsOn = ({ text }: WalkedPage) =>
  [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
    Facts.parse(JSON.parse(json)),
  )

const Product = z.looseObject({
  offers: z.array(z.looseObject({ sku: z.string(), price: z.string(), availability: z.string() })).min(1),
})

test('pages describe themselves to search engines, with the prices of their buttons', async ({ shop }) => {
  const pages = await publicPages(shop.visitor().client)
  const typesOn = (path: string): string[] =>
    pages.filter((page) => page.path === path).flatMap((page) => factsOn(page).map((facts) => facts['@type']))
  expect(typesOn('/')).toEqual(['Organization'])
  expect(typesOn('/science')).toEqual(['BreadcrumbList'])
  expect(typesOn('/contact')).toEqual(['BreadcrumbList'])
  expect(typesOn('/cultured/ten-to-one')).toEqual(['BreadcrumbList', 'Article'])
  const products = pages.flatMap((page) => factsOn(page).filter((facts) => facts['@type'] === 'Product'))
  // The kits and refills of three products, and the gift.
  expect(products).toHaveLength(7)
  const offers = products.flatMap((facts) => Product.parse(facts).offers)
  expect(offers.find(({ sku }) => sku === 'syn-wk-3mo')).toMatchObject({ price: '134.97' })
  expect(offers.find(({ sku }) => sku === 'syn-wk')?.availability).toBe('https://schema.org/PreOrder')
})

/** Scripts that a page asks for before anybody does anything, in bytes as they travel. */
const firstScripts = async (asker: Asker, { text }: WalkedPage): Promise<number> => {
  const files = new Set(
    [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file),
  )
  let bytes = 0
  for (const path of files) bytes += gzipSync((await asker.send({ method: 'GET', path })).text).length
  return bytes
}

test('first-load scripts stay in their budget, and none holds up the page', async ({ shop }) => {
  const buyer = await withCart(shop, 'OR')
  await buyer.checkout()
  const member = await shop.asMember(buyer)
  await member.add('syn-wk')
  const open = await publicPages(buyer.client)
  const own = await walk(member.client, [
    '/cart',
    '/checkout',
    '/account/home',
    '/account/subscriptions',
    '/account',
  ])
  const [small, large] = [120_000, 150_000]
  for (const page of open)
    expect(await firstScripts(member.client, page), page.path).toBeLessThanOrEqual(small)
  for (const page of own)
    expect(await firstScripts(member.client, page), page.path).toBeLessThanOrEqual(large)
  const blocking = [...open, ...own].flatMap(({ path, text }) =>
    [...text.matchAll(/<script[^>]*\bsrc=[^>]*>/g)].flatMap(([tag]) =>
      /type="module"|\basync\b|\bdefer\b/.test(tag) ? [] : [`${path} ${tag}`],
    ),
  )
  expect(blocking).toEqual([])
})

test('the magazine has a feed, and robots.txt excludes private pages', async ({ shop }) => {
  const { client } = shop.visitor()
  const feed = await client.send({ method: 'GET', path: '/cultured/feed.xml' })
  expect(feed.headers.get('content-type')).toContain('application/rss+xml')
  const articles = (await listedPaths(client)).filter((path) => path.startsWith('/cultured/'))
  expect(articles.length).toBeGreaterThanOrEqual(6)
  const linked = [...feed.text.matchAll(/<guid[^>]*>([^<]+)<\/guid>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(linked.toSorted()).toEqual(articles.toSorted())
  const robots = await client.send({ method: 'GET', path: '/robots.txt' })
  expect(robots.text).toContain('Disallow: /account/')
  expect(robots.text).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
})
