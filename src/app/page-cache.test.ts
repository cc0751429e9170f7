import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerOf, cachedPage, createPageCache } from './page-cache.ts'
import type { CachedPage, PageKey } from './page-cache.ts'

const page = (text: string): Promise<CachedPage> =>
  cachedPage(Buffer.from(text), { 'content-type': 'text/html' })
const key = {
  path: '/science',
  country: 'US',
  quizAudience: true,
  consent: 'asks',
  version: '1.1.1',
} satisfies PageKey

test('what was rendered once is found again', async () => {
  const cache = createPageCache()
  const kept = await cache.keep(key, async () => page('a'))
  expect(cache.find(key)).toBe(kept)
})

test.each([
  ['country', { ...key, country: 'CA' }],
  ['audience of the quiz', { ...key, quizAudience: false }],
  ['standing of consent', { ...key, consent: 'decided' as const }],
  ['version of what it shows', { ...key, version: '2.1.1' }],
  ['address', { ...key, path: '/' }],
])('another %s is another page', async (_name, other) => {
  const cache = createPageCache()
  await cache.keep(key, async () => page('a'))
  expect(cache.find(other)).toBeUndefined()
})

test('many who ask at once wait for one rendering', async () => {
  const cache = createPageCache()
  let rendered = 0
  const render = async (): Promise<CachedPage> => {
    rendered += 1
    return page('a')
  }
  await Promise.all(Array.from({ length: 20 }, () => cache.keep(key, render)))
  expect(rendered).toBe(1)
})

test('a rendering that failed is tried again', async () => {
  const cache = createPageCache()
  await expect(cache.keep(key, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await cache.keep(key, async () => page('b'))).toBe(cache.find(key))
})

test('a page that is not for all is not kept', async () => {
  const cache = createPageCache()
  expect(await cache.keep(key, async () => null)).toBeNull()
  expect(cache.find(key)).toBeUndefined()
})

test('other spellings of an address are never kept', () => {
  const cache = createPageCache()
  const spellings = ['/%73cience', '/Science', '/science\u00e9', `/${'a'.repeat(300)}`]
  expect(spellings.filter((path) => cache.takes(path))).toEqual([])
  expect(cache.takes('/cultured/why-soil-has-layers')).toBe(true)
})

test('the mark of a page follows its bytes', async () => {
  const [first, again, other] = await Promise.all([page('a'), page('a'), page('b')])
  expect(first.etag).toBe(again.etag)
  expect(first.etag).not.toBe(other.etag)
})

test('who takes Brotli or gzip gets the page shorter, with its length and the same mark', async () => {
  const long = await page('loam '.repeat(400))
  const { body, headers } = answerOf(long, 'gzip, br')
  expect(brotliDecompressSync(body).toString()).toBe('loam '.repeat(400))
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(body.length),
    etag: long.etag,
  })
  expect(gunzipSync(answerOf(long, 'gzip').body).toString()).toBe('loam '.repeat(400))
  expect(answerOf(long, undefined).headers).not.toHaveProperty('content-encoding')
})
