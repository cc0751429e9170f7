import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCartItem } from '#cart/endpoints.ts'
import { chooseCurrency, listPlans, viewCurrencies } from '#catalogue/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { moveClock, viewOutbox } from '#dev-tools/endpoints.ts'
import type { Address } from '#shared/address.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { cardPages } from '../support/card-pages.ts'
import { joinRunningDesk } from './desk-visitor.ts'
import type { RunningDesk } from './desk-visitor.ts'
import { askAtTheDesk, fillAtTheDesk } from './own-brand.ts'
import { runOperator } from './run-operator.ts'
import { runInTerminal } from './terminal.ts'
import type { TerminalRun } from './terminal.ts'

let folder: string
let shop: TerminalRun

/** `'--key tide'` and more → what the command gets. */
const options = (...pairs: readonly string[]): readonly string[] =>
  pairs.flatMap((pair) => [`--${pair.slice(0, pair.indexOf(' '))}`, pair.slice(pair.indexOf(' ') + 1)])

const place = ['street Hafenstraße 9', 'zip 20457', 'city Hamburg', 'country DE', 'phone 4940555010', 'tax 7']

const words = (...more: readonly string[]): readonly string[] =>
  options(
    'key tide',
    'name Tidewater',
    'email hello@tidewater.example',
    'time-zone Europe/Berlin',
    'seller Tidewater GmbH',
    'language de',
    'currency EUR',
    ...place,
    ...more,
  )

const both = [
  'language en',
  'currency USD',
  'shipping 0.00',
  'shipping 1.50',
  'description Algen aus dem Hafen, im Abo.',
  'description Kelp from the harbor, by subscription.',
]

const invite = async (name: string, role: string): Promise<RunningDesk> => {
  const invited = ['staff', 'invite', `${name}@tidewater.example`, '--role', role]
  const { said } = await runOperator(shop.environment, ...invited)
  return joinRunningDesk(shop.url, said.trim().split('\n').at(-1) ?? '', name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-languages-'))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
  const content = join(folder, 'content')
  const made = await runOperator({}, 'brand', 'create', content, ...words(...both))
  expect(made.code, made.said).toBe(0)
  shop = await runInTerminal('start', {
    DATA_DIR: join(folder, 'data'),
    CONTENT_DIR: content,
    DEMO: 'off',
    DEV_TOOLS: 'open',
  })
  await shop.opened
})

afterAll(async () => {
  await shop.interrupt()
  await rm(folder, { recursive: true })
})

const hamburg: Address = {
  firstName: 'Liis',
  lastName: 'Tamm',
  address: 'Kopli 2',
  unit: '',
  phone: '',
  company: '',
  region: '',
  city: 'Hamburg',
  zip: '20095',
  country: 'DE',
}

const page = (client: ApiClient, path: string) => client.send({ method: 'GET', path })

/** Buys Kelp and tea in a currency, on the pages of a language. */
const buy = async (email: string, currency: 'EUR' | 'USD', prefix: '' | '/en') => {
  const client = newApiClient(shop.url, prefix === '' ? {} : { 'accept-language': 'en' })
  await page(client, `${prefix}/products/kelp`)
  await client.call(chooseCurrency, { currency })
  await client.call(addCartItem, { code: 'kelp-wk' })
  await client.call(addCartItem, { code: 'tea-wk' })
  const { country, region, zip } = hamburg
  const preview = await client.call(previewPurchase, { country, region, zip })
  const pages = cardPages(`http://localhost:${shop.environment['SANDBOX_PORT']}`, shop.url)
  const token = await pages.tokenFor('approve')
  const bought = await client.call(purchase, {
    request_id: `the order of ${email}`,
    email,
    address: hamburg,
    shipping: { method_code: preview.shipping.method_code, amount: preview.shipping.amount },
    total: preview.total,
    credit: preview.credit,
    card: { token },
  })
  return { client, preview, bought }
}

const inEnglish = (dollars: string, name: string) => ({
  'plan.prices.USD': dollars,
  'translations.en.planName': name,
})

const mailsOf = async (to: string) => (await newApiClient(shop.url).call(viewOutbox, { to })).mails

test('a shop of two languages and two currencies answers and mails in both, and sells in each', async () => {
  const visitor = newApiClient(shop.url)
  expect((await page(visitor, '/')).text).toContain('Algen aus dem Hafen')
  const home = (await page(visitor, '/en')).text
  expect(home).toContain('Kelp from the harbor')
  expect(home).toContain('<html lang="en"')
  for (const language of ['de', 'en']) expect(home).toMatch(new RegExp(`hreflang="${language}"`, 'i'))

  const owner = await invite('olga', 'owner')
  await fillAtTheDesk(owner, {
    'kelp-rf': inEnglish('21.90', 'KELP Kelp-Flocken, refill, 1 month'),
    'kelp-wk': inEnglish('27.90', 'KELP Kelp-Flocken, starter tin, 1 month'),
    'tea-wk': inEnglish('14.50', 'TEE Hafentee, 1 tin'),
  })
  await askAtTheDesk(owner)
  await expect
    .poll(async () => (await visitor.call(viewCurrencies, {})).currencies.toSorted())
    .toEqual(['EUR', 'USD'])
  expect((await page(visitor, '/products/kelp')).text).toMatch(/24,90\s€/)
  const inDollars = newApiClient(shop.url)
  await inDollars.call(chooseCurrency, { currency: 'USD' })
  expect((await page(inDollars, '/en/products/kelp')).text).toMatch(/\$27\.90|US\$27\.90/)
  expect((await inDollars.call(listPlans, {})).map(({ currency }) => currency)).toContain('USD')

  const liis = await buy('liis@example.com', 'EUR', '')
  // 24.90 + 12.50, shipped free, and 7 % of it.
  expect(liis.preview).toMatchObject({ currency: 'EUR', total: '40.02' })
  const june = await buy('june@example.com', 'USD', '/en')
  // 27.90 + 14.50 + 1.50, and 7 % of it.
  expect(june.preview).toMatchObject({ currency: 'USD', total: '46.97' })
  expect([liis.bought.order?.number, june.bought.order?.number]).toEqual([
    expect.any(String),
    expect.any(String),
  ])

  await expect.poll(async () => (await mailsOf('june@example.com')).length).toBeGreaterThan(0)
  await expect.poll(async () => (await mailsOf('liis@example.com')).length).toBeGreaterThan(0)
  await visitor.call(moveClock, { days: 40 })
  await expect
    .poll(async () =>
      (await mailsOf('june@example.com')).some(({ text: mail }) => /refill, 1 month: .*21\.90/.test(mail)),
    )
    .toBe(true)
  await expect
    .poll(async () => (await mailsOf('liis@example.com')).some(({ text: mail }) => /19,90\s€/.test(mail)))
    .toBe(true)
  const written = async (to: string) =>
    (await mailsOf(to)).map(({ subject, text: mail }) => `${subject} ${mail.replaceAll(/https?:\S+/g, '')}`)
  for (const mail of await written('june@example.com'))
    expect(mail).not.toMatch(/\b(?:Bestellung|Lieferung|dein|Nachfüllpackung)\b/i)
  for (const mail of await written('liis@example.com')) expect(mail).not.toMatch(/\b(?:order|your|refill)\b/i)
  const map = (await page(visitor, '/sitemap.xml')).text
  expect(map).toContain(`hreflang="en" href="${shop.url}/en/contact"`)
  const checked = await runOperator(shop.environment, 'invariants')
  expect(checked.code, checked.said).toBe(0)
})

test('the desk decides whom surveys ask, in both languages and with answers that lead past a question', async () => {
  const visitor = newApiClient(shop.url)
  const to = async (plans: string) =>
    (await page(visitor, `/onboarding?plans=${plans}`)).headers.get('location')
  expect([await to('kelp-wk'), await to('tea-wk'), await to('kelp-wk,tea-wk')]).toEqual([
    '/onboarding/onboarding-kelp',
    '/account',
    '/onboarding/onboarding-both',
  ])
  expect((await page(visitor, '/onboarding/onboarding-both')).text).toContain('Tee oder Algen zuerst?')
  expect((await page(visitor, '/en/onboarding/onboarding-both')).text).toContain('Tea or kelp first?')
})

const free = 'shipping 0.00'

test.each([
  [
    'a fee for one currency of two',
    ['currency USD', free, 'description x'],
    'Give --shipping once for each of EUR, USD',
  ],
  [
    'a second description for one language',
    [free, 'description a', 'description b'],
    'Give --description once for each of de',
  ],
  ['an unknown currency', ['currency SEK', free, 'description x'], 'The shop sells in USD, CAD, EUR, GBP'],
  ['an unknown language', ['language fr', free, 'description x'], 'no texts in de, fr'],
])('%s is refused, and nothing is written', async (_what, more, said) => {
  const other = join(folder, 'other')
  const made = await runOperator({}, 'brand', 'create', other, ...words(...more))
  expect([made.code === 0, made.said, existsSync(other)]).toEqual([
    false,
    expect.stringContaining(said),
    false,
  ])
})
