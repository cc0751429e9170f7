import { afterAll, expect, test } from 'vitest'
import { viewDeskEntry } from '#desk/catalogue-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-languages')

const page = async (url: string): Promise<string> => (await api.inject({ method: 'GET', url })).body

/** What a page marks as in English. */
const inEnglish = (html: string): readonly string[] =>
  [...html.matchAll(/<(?!html)(\w+)[^>]* lang="en"[^>]*>([\s\S]*?)<\/\1>/g)].map(
    ([, , inside = '']) => inside,
  )

const withoutGerman = async (code: string, ...fields: readonly string[]) => {
  const at = `/api/desk/catalogue/entries/${code}/`
  const { versions } = viewDeskEntry.reply.parse((await omar.get(at)).json())
  const values = fields.map((field) => ({ field: `translations.de.${field}`, value: '' }))
  const reply = await omar.post(`${at}publish/`, { base: versions[0]?.number ?? 0, values })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('what the catalogue does not say in German is marked as English on German pages, in menus and in the cart', async () => {
  const buyer = api.shop.visitor()
  await buyer.add('syn-wk')
  const cart = async (prefix: string) =>
    (await buyer.client.send({ method: 'GET', path: `${prefix}/cart` })).text
  const before = await cart('/de')
  expect(before).toContain('Starterset, 1 Monat')
  expect(inEnglish(before).filter((text) => /starter|Ages/i.test(text))).toEqual([])
  await withoutGerman('syn-wk', 'planName')
  await withoutGerman('pds-wk', 'audience')
  await expect.poll(async () => inEnglish(await cart('/de'))).toContain('Starter kit, 1 month')
  const german = await cart('/de')
  expect(german).toMatch(/<span lang="en">Starter kit, 1 month<\/span>\. Verlängert/)
  await expect.poll(async () => inEnglish(await page('/de/science'))).toContain('Ages 3 to 17')
  expect(inEnglish(await cart('')).filter((text) => text.includes('Starter'))).toEqual([])
})

test('the page of a product without a German description is marked where it is in English', async () => {
  const made = await omar.post('/api/desk/catalogue/entries/ms-rf/publish/', {
    base: 0,
    values: Object.entries({
      'plan.product': 'ms-02',
      'plan.name': 'MS-02 Morning Synbiotic, refill, 1 month',
      'plan.prices.USD': '29.99',
      'plan.prices.CAD': '39.99',
      'plan.prices.EUR': '27.99',
      'plan.prices.GBP': '24.99',
      'plan.intervalMonths': '1',
      'plan.maxQuantity': '4',
      'plan.supplyDays': '30',
      'plan.capsules': '30',
      'plan.stock.quantity': '1',
      'plan.soldAlone': 'on',
      'plan.isSrp': 'on',
      'plan.renewsAs': 'ms-rf',
      srp0PdpDescription: 'One packet each morning.',
      cartImage: '/art/shipping-box.avif',
    }).map(([field, value]) => ({ field, value })),
  })
  expect(made.statusCode, made.body).toBe(200)
  await expect.poll(async () => page('/de/products/ms-02')).toContain('One packet each morning.')
  const summary = inEnglish(await page('/de/products/ms-02')).find((text) => text.includes('One packet'))
  expect(summary).toContain('One packet each morning.')
  expect(inEnglish(await page('/products/ms-02')).find((text) => text.includes('One packet'))).toBeUndefined()
})

test('what a survey does not say in German is marked as English, and what it says there is not', async () => {
  const at = '/api/desk/surveys/onboarding-tea/'
  const made = await omar.post(`${at}publish/`, {
    base: 0,
    is_new: true,
    title: 'About tea',
    lead: 'One question.',
    questions: [
      {
        id: '',
        text: 'Which one?',
        note: 'Any.',
        has_several: false,
        options: ['Green', 'Black', 'Rooibos'],
      },
    ],
  })
  expect(made.statusCode, made.body).toBe(200)
  const url = '/de/onboarding/onboarding-tea'
  await expect.poll(() => page(url)).toContain('Which one?')
  expect(inEnglish(await page(url))).toEqual(
    expect.arrayContaining(['One question.', 'Which one?', 'Any.', 'Green', 'Black', 'Rooibos']),
  )
  const texts = { Green: 'Grün', Rooibos: 'Rooibos', 'Which one?': 'Welcher?' }
  const translated = await omar.post(`${at}texts/de/`, {
    base: 1,
    texts: Object.entries(texts).map(([text, translation]) => ({ text, translation })),
  })
  expect(translated.statusCode).toBe(200)
  await expect.poll(() => page(url)).toContain('Welcher?')
  const marked = inEnglish(await page(url))
  expect(marked).toEqual(expect.arrayContaining(['One question.', 'Any.', 'Black']))
  for (const german of ['Grün', 'Rooibos', 'Welcher?']) expect(marked).not.toContain(german)
  expect(inEnglish(await page('/onboarding/onboarding-tea'))).not.toContain('Black')
})
