import { expect } from 'vitest'
import { z } from 'zod'
import { listedPaths, walk } from '../support/page-walk.ts'
import type { Asker, WalkedPage } from '../support/page-walk.ts'
import { factsIn, schemaOrgErrors } from '../support/schema-org.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const publicPages = async (asker: Asker): Promise<WalkedPage[]> => walk(asker, await listedPaths(asker))

const Product = z.looseObject({
  offers: z.array(z.looseObject({ sku: z.string(), price: z.string(), availability: z.string() })).min(1),
})

test('pages have structured data for search engines, with the prices of their buttons', async ({ shop }) => {
  const pages = await publicPages(shop.visitor().client)
  const typesOn = (path: string): string[] =>
    pages
      .filter((page) => page.path === path)
      .flatMap((page) => factsIn(page.text).map((facts) => facts['@type']))
  expect(typesOn('/')).toEqual(['Organization'])
  expect(typesOn('/science')).toEqual(['BreadcrumbList'])
  expect(typesOn('/get-started')).toEqual(['BreadcrumbList', 'FAQPage'])
  expect(typesOn('/cultured/ten-to-one')).toEqual(['BreadcrumbList', 'Article'])
  const products = pages.flatMap((page) => factsIn(page.text).filter((facts) => facts['@type'] === 'Product'))
  // The kits and refills of three products, and the gift.
  expect(products).toHaveLength(7)
  const offers = products.flatMap((facts) => Product.parse(facts).offers)
  expect(offers.find(({ sku }) => sku === 'syn-wk-3mo')).toMatchObject({ price: '134.97' })
  expect(offers.find(({ sku }) => sku === 'syn-wk')?.availability).toBe('https://schema.org/PreOrder')
})

test('the structured data of pages follows the definitions of schema.org', async ({ shop }) => {
  const pages = await publicPages(shop.visitor().client)
  const sent = pages.flatMap((page) => factsIn(page.text).map((facts) => ({ path: page.path, facts })))
  expect(sent.length).toBeGreaterThan(pages.length)
  expect(schemaOrgErrors(sent)).toEqual([])
})

test('the check finds types, properties and values that schema.org does not have', () => {
  const wrong = [
    { '@type': 'FAQPage', mainEntities: [] },
    { '@type': 'Product', offers: [{ '@type': 'Offer', availability: 'https://schema.org/Soon' }] },
    { '@type': 'Produkt', name: 'DS-01' },
  ]
  const found = schemaOrgErrors(wrong.map((facts, at) => ({ path: `/wrong-${at}`, facts })))
  expect(found.map((line) => line.split(' ')[0])).toEqual(['/wrong-0', '/wrong-1', '/wrong-2'])
})

const Questions = z.looseObject({
  mainEntity: z.array(
    z.looseObject({ name: z.string(), acceptedAnswer: z.looseObject({ text: z.string() }) }),
  ),
})

test('FAQ answers in structured data equal those of the page, with prices and without markup', async ({
  shop,
}) => {
  const pages = await publicPages(shop.visitor().client)
  const asked = pages.flatMap((page) =>
    factsIn(page.text)
      .filter((facts) => facts['@type'] === 'FAQPage')
      .map((facts) => ({ path: page.path, questions: Questions.parse(facts).mainEntity })),
  )
  expect(asked.length).toBeGreaterThan(5)
  const answers = asked.flatMap(({ questions }) => questions.map(({ acceptedAnswer }) => acceptedAnswer.text))
  expect(answers.filter((text) => /[{}*]|\]\(/.test(text))).toEqual([])
  const start = asked.find(({ path }) => path === '/get-started')
  expect(start?.questions.at(-1)?.acceptedAnswer.text).toContain('$10.00')
})
