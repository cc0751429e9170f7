import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
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

test('the site map lists exactly the public pages', async ({ shop }) => {
  const { client } = await withCart(shop, 'OR')
  const listed = await listedPaths(client)
  const shown = await walk(client, await everyPath(client))
  // Search engines may index what does not refuse it; the site map lists what they may index.
  const open = shown.filter(({ text }) => !text.includes('name="robots" content="noindex"'))
  expect(listed.toSorted()).toEqual(open.map(({ path }) => path).toSorted())
  const { text } = await client.send({ method: 'GET', path: '/sitemap.xml' })
  // Three screens are no content page.
  const undated = [...text.matchAll(/<loc>([^<]+)<\/loc>(?!<lastmod>)/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(undated.filter((path) => !path.startsWith('/de/'))).toEqual([
    '/certificates',
    '/is-ds01-right-for-you',
    '/newsletter',
  ])
  const pictures = [...text.matchAll(/<image:loc>([^<]+)<\/image:loc>/g)].map(([, url = '']) => new URL(url))
  expect(pictures.length).toBeGreaterThan(30)
  expect(pictures.filter(({ pathname }) => !existsSync(join(root, 'public', pathname)))).toEqual([])
})

test('each public page has one description that no other page has', async ({ shop }) => {
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

/** Scripts that a page asks for before anybody does anything, in bytes as they travel. */
const firstScripts = async (asker: Asker, { text }: WalkedPage): Promise<number> => {
  const files = new Set(
    [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file),
  )
  let bytes = 0
  for (const path of files) bytes += gzipSync((await asker.send({ method: 'GET', path })).text).length
  return bytes
}

test('first-load scripts stay within their size budget and do not block rendering', async ({ shop }) => {
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

test('what browsers and search engines ask for beside the pages travels compressed', async ({ shop }) => {
  for (const path of ['/sitemap.xml', '/speculation-rules.json']) {
    const [plain, packed] = await Promise.all(
      ['identity', 'br'].map((coding) =>
        fetch(`${shop.url}${path}`, { headers: { 'accept-encoding': coding } }),
      ),
    )
    expect(packed?.headers.get('content-encoding'), path).toBe('br')
    expect([plain, packed].map((reply) => reply?.headers.get('vary'))).toEqual([
      'accept-encoding',
      'accept-encoding',
    ])
    expect(await packed?.text()).toBe(await plain?.text())
    expect(Number(packed?.headers.get('content-length'))).toBeLessThan(
      Number(plain?.headers.get('content-length')) / 2,
    )
  }
})
