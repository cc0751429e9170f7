import { afterAll, expect, test } from 'vitest'
import { chooseCurrency } from '#catalogue/endpoints.ts'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { countStatements } from '../../bench/statement-count.ts'
import type { ApiClient } from '../support/api-client.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

const newPerson = async (email?: string) => {
  const visitor = shop.visitor(email)
  await visitor.add('syn-rf')
  await visitor.checkout()
  const { client } = await shop.asMember(visitor)
  return { email: visitor.email, client }
}

const mara = await newPerson()
const jun = await newPerson()
const nobody = shop.visitor().client

const read = async (
  url: string,
  { jar }: ApiClient,
  headers: Record<string, string> = {},
): Promise<string> => {
  const answer = await api.inject({ method: 'GET', url, headers: { ...headers, cookie: cookieHeader(jar) } })
  expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 200, undefined])
  return answer.body
}

const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''

/** The addresses in the site map whose pages are the same for all visitors: a browser may ask whether they have changed. */
const contentPaths = async (): Promise<string[]> => {
  const map = await api.inject({ method: 'GET', url: '/sitemap.xml' })
  const paths = [...map.body.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  const answers = await Promise.all(paths.map((url) => api.inject({ method: 'GET', url })))
  return paths.filter((_, at) => answers[at]?.headers.etag !== undefined)
}

test('every page of the content is for a member what it is for a visitor, with the own email in the header', async () => {
  const paths = await contentPaths()
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths) {
    const [visitors, first, second] = [
      await read(path, nobody),
      await read(path, mara.client),
      await read(path, jun.client),
    ]
    expect([path, mainOf(first)]).toEqual([path, mainOf(visitors)])
    expect([path, first.includes(mara.email), first.includes(jun.email)]).toEqual([path, true, false])
    expect(first).toContain('data-member=""')
    expect([path, second.includes(mara.email), second.includes(jun.email)]).toEqual([path, false, true])
    expect([path, visitors.includes(mara.email)]).toEqual([path, false])
  }
})

test('two members who ask at once for a page that nobody has asked for read their own email', async () => {
  await shop.changePrice('syn-wk', 5_099)
  await shop.waitForPrice('syn-wk', '50.99')
  const people = [mara, jun, mara, jun, mara, jun]
  const pages = await Promise.all(people.map(({ client }) => read('/daily-synbiotic', client)))
  pages.forEach((page, at) => {
    expect(page).toContain('$50.99')
    expect(page).toContain(people[at]?.email)
    expect(page).not.toContain((people[at] === mara ? jun : mara).email)
    expect(page).not.toContain('member.invalid')
  })
  await shop.changePrice('syn-wk', 4_999)
  await shop.waitForPrice('syn-wk', '49.99')
  expect(await read('/daily-synbiotic', mara.client)).not.toContain('$50.99')
})

test('a page from memory is that of the member’s country, currency, language, consent and experiments', async () => {
  const plain = await read('/daily-synbiotic', mara.client)
  const abroad = await read('/daily-synbiotic', mara.client, { 'x-country': 'DE' })
  expect(mainOf(abroad)).not.toBe(mainOf(plain))
  expect(mainOf(abroad)).toBe(mainOf(await read('/daily-synbiotic', nobody, { 'x-country': 'DE' })))
  expect(await read('/de/daily-synbiotic', mara.client)).toContain('<html lang="de"')
  await jun.client.call(chooseCurrency, { currency: 'EUR' })
  expect(await read('/daily-synbiotic', jun.client)).toContain('€')
  expect(await read('/daily-synbiotic', mara.client)).toBe(plain)
  await mara.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  const included = await read('/science', mara.client)
  await mara.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'exclude' })
  const excluded = await read('/science', mara.client)
  expect(excluded).not.toBe(included)
  expect(excluded).toContain('data-loyalty="hidden"')
})

test('an email with characters of HTML is text in the header', async () => {
  const odd = await newPerson("o'neil&daughter@example.com")
  const page = await read('/science', odd.client)
  expect(page).toContain(odd.email.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'))
})

test('who has signed out is a visitor at once, on a page that is in memory for members', async () => {
  const leaving = await newPerson()
  expect(await read('/approach', leaving.client)).toContain(leaving.email)
  const cookie = cookieHeader(leaving.client.jar)
  await leaving.client.send({
    method: 'POST',
    path: '/sign-out',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  const answer = await api.inject({ method: 'GET', url: '/approach', headers: { cookie } })
  expect(answer.body).not.toContain(leaving.email)
  expect(answer.body).not.toContain('data-member')
})

test('a page from memory takes the statements of the session and of the experiments only', async () => {
  await read('/daily-synbiotic', mara.client)
  takeCounts()
  await read('/daily-synbiotic', mara.client)
  const { texts } = takeCounts()
  expect(Object.keys(texts).length).toBeLessThanOrEqual(4)
})
