import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerOf, cachedPage, createPageCache } from './page-cache.ts'
import type { CachedPage, PageKey } from './page-cache.ts'

const page = (text: string): Promise<CachedPage> =>
  cachedPage(Buffer.from(text), { 'content-type': 'text/html' }, '/science')
const key = {
  path: '/science',
  country: 'US',
  currency: 'USD',
  quizAudience: true,
  consent: 'undecided',
  version: '1.1.1',
} satisfies PageKey

test('a rendered page is found again', async () => {
  const cache = createPageCache()
  const cached = await cache.getOrRender(key, async () => page('a'))
  expect(cache.find(key)).toBe(cached)
})

test.each([
  ['country', { ...key, country: 'CA' }],
  ['audience of the quiz', { ...key, quizAudience: false }],
  ['state of consent', { ...key, consent: 'decided' as const }],
  ['version of what it shows', { ...key, version: '2.1.1' }],
  ['address', { ...key, path: '/' }],
])('another %s is another cached page', async (_name, other) => {
  const cache = createPageCache()
  await cache.getOrRender(key, async () => page('a'))
  expect(cache.find(other)).toBeUndefined()
})

test('concurrent requests wait for one rendering', async () => {
  const cache = createPageCache()
  let rendered = 0
  const render = async (): Promise<CachedPage> => {
    rendered += 1
    return page('a')
  }
  await Promise.all(Array.from({ length: 20 }, () => cache.getOrRender(key, render)))
  expect(rendered).toBe(1)
})

test('a failed rendering is retried', async () => {
  const cache = createPageCache()
  await expect(cache.getOrRender(key, () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(await cache.getOrRender(key, async () => page('b'))).toBe(cache.find(key))
})

test('a personal page is not cached', async () => {
  const cache = createPageCache()
  expect(await cache.getOrRender(key, async () => null)).toBeNull()
  expect(cache.find(key)).toBeUndefined()
})

test('other spellings of an address are never cached', () => {
  const cache = createPageCache()
  const spellings = ['/%73cience', '/Science', '/science\u00e9', `/${'a'.repeat(300)}`]
  expect(spellings.filter((path) => cache.accepts(path))).toEqual([])
  expect(cache.accepts('/cultured/why-soil-has-layers')).toBe(true)
})

test('the ETag of a page depends on its bytes', async () => {
  const [firstPage, secondPage, other] = await Promise.all([page('a'), page('a'), page('b')])
  expect(firstPage.etag).toBe(secondPage.etag)
  expect(firstPage.etag).not.toBe(other.etag)
})

test('clients that accept Brotli or gzip get the page compressed, with its length and the same ETag', async () => {
  const longPath = await page('loam '.repeat(400))
  const { body, headers } = answerOf(longPath, 'gzip, br')
  expect(brotliDecompressSync(body).toString()).toBe('loam '.repeat(400))
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(body.length),
    etag: longPath.etag,
  })
  expect(gunzipSync(answerOf(longPath, 'gzip').body).toString()).toBe('loam '.repeat(400))
  expect(answerOf(longPath, undefined).headers).not.toHaveProperty('content-encoding')
})
