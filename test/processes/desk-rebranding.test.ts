import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCartItem, setPromoCode } from '#cart/endpoints.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { moveClock, viewOutbox } from '#dev-tools/endpoints.ts'
import type { Address } from '#shared/address.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { cardPages } from '../support/card-pages.ts'
import { joinRunningDesk } from './desk-visitor.ts'
import { fillAtTheDesk, shipToAustria, writtenPages } from './own-brand.ts'
import { runOperator } from './run-operator.ts'
import { runInTerminal } from './terminal.ts'
import type { TerminalRun } from './terminal.ts'

let folder: string
let shop: TerminalRun
let visitor: ApiClient

const command = async (environment: Readonly<Record<string, string>>, ...words: readonly string[]) => {
  const { code, said } = await runOperator(environment, ...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`)
  return said
}

const brandWords = [
  ['key', 'tide'],
  ['name', 'Tidewater'],
  ['description', 'Algen und Tee aus dem Hafen, im Abo.'],
  ['email', 'hello@tidewater.example'],
  ['language', 'de'],
  ['currency', 'EUR'],
  ['time-zone', 'Europe/Berlin'],
  ['seller', 'Tidewater GmbH'],
  ['street', 'Hafenstraße 9'],
  ['zip', '20457'],
  ['city', 'Hamburg'],
  ['country', 'DE'],
  ['phone', '4940555010'],
  ['tax-number', 'USt-IdNr. DE000000000'],
  ['tax', '7'],
  ['shipping', '0.00'],
  ['service', 'DHL Paket'],
  ['accent', '#0b5c63'],
] as const

const invite = async (name: string, role: string) => {
  const said = await command(shop.environment, 'staff', 'invite', `${name}@tidewater.example`, '--role', role)
  return joinRunningDesk(shop.url, said.trim().split('\n').at(-1) ?? '', name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-brand-'))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
  const content = join(folder, 'content')
  const options = brandWords.flatMap(([name, value]) => [`--${name}`, value])
  await command({}, 'brand', 'create', content, ...options)
  shop = await runInTerminal('start', {
    DATA_DIR: join(folder, 'data'),
    CONTENT_DIR: content,
    DEMO: 'off',
    DEV_TOOLS: 'open',
  })
  await shop.opened
  visitor = newApiClient(shop.url)
})

afterAll(async () => {
  await shop.interrupt()
  await rm(folder, { recursive: true })
})

const person = {
  firstName: 'Liis',
  lastName: 'Tamm',
  address: 'Kopli 2',
  unit: '',
  phone: '',
  company: '',
  region: '',
} as const
const hamburg: Address = { ...person, city: 'Hamburg', zip: '20095', country: 'DE' }
const vienna: Address = { ...person, city: 'Wien', zip: '1010', country: 'AT' }

const previewTo = ({ country, region, zip }: Address) =>
  visitor.call(previewPurchase, { country, region, zip })

const buy = async (address: Address) => {
  const { shipping, total, credit } = await previewTo(address)
  const token = await cardPages(`http://localhost:${shop.environment['SANDBOX_PORT']}`, shop.url).tokenFor(
    'approve',
  )
  return visitor.call(purchase, {
    request_id: 'the-first-order',
    email: 'liis@example.com',
    address,
    shipping: { method_code: shipping.method_code, amount: shipping.amount },
    total,
    credit,
    card: { token },
  })
}

const mailsOf = async () => (await visitor.call(viewOutbox, { to: 'liis@example.com' })).mails

/** Every address to which pages lead from these ones on, with what it answers. */
const crawl = async (from: readonly string[]) => {
  const read = new Map<string, { readonly status: number; readonly said: string }>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (read.has(path)) continue
    const { status, text: page, headers } = await visitor.send({ method: 'GET', path })
    read.set(path, { status, said: `${page} ${[...headers].join(' ')}` })
    if (headers.get('content-type')?.startsWith('text/html'))
      open.push(...[...page.matchAll(/<a\b[^>]* href="(\/[^"#?]*)/g)].map(([, to]) => to ?? ''))
  }
  return read
}

const sample = /.{0,40}(?:loam|ds-?01|vs-?01|pds-?08|synbioti).{0,40}/i

test('another brand is made by the desk and commands alone, in a running shop: it sells, ships, renews and refunds, and no page names the sample brand', async () => {
  expect(await visitor.call(listPlans, {})).toEqual([])
  const [owner, operations] = [await invite('olga', 'owner'), await invite('omar', 'operations')]
  const { picture } = await fillAtTheDesk(owner)
  await shipToAustria(operations, owner)
  await expect
    .poll(async () => (await visitor.call(listPlans, {})).map(({ code }) => code).toSorted())
    .toEqual(['kelp-rf', 'kelp-wk', 'tea-wk'])
  const product = await visitor.send({ method: 'GET', path: '/products/kelp' })
  expect(product.text).toContain(`/uploads/${picture}-480w.avif`)
  expect(product.text).toMatch(/24,90\s€/)
  for (const [path, title] of writtenPages)
    await expect
      .poll(async () => (await visitor.send({ method: 'GET', path })).text)
      .toContain(`Hier steht, was für ${title} gilt.`)

  await visitor.call(addCartItem, { code: 'kelp-wk' })
  await visitor.call(addCartItem, { code: 'tea-wk' })
  await visitor.call(setPromoCode, { code: 'HAFEN10' })
  // To Austria: 24.90 + 11.25 + 4.90, and 10 % of all of it.
  await expect
    .poll(() => previewTo(vienna).catch(() => null))
    .toMatchObject({ currency: 'EUR', shipping: { method_code: 'package_austria', amount: '4.90' } })
  expect(await previewTo(vienna)).toMatchObject({ total: '45.16' })
  // At home: 24.90 + 11.25, and 7 % of it.
  expect(await previewTo(hamburg)).toMatchObject({ tax: '2.53', total: '38.68' })
  await expect(visitor.call(previewPurchase, { country: 'FR', region: '', zip: '75001' })).rejects.toThrow(
    'BILLING_VALIDATION_ERROR',
  )
  const bought = await buy(hamburg)
  const number = bought.order?.number ?? ''
  const asked = await visitor.send({ method: 'GET', path: '/onboarding/onboarding-kelp' })
  expect(asked.text).toContain('Wie oft isst du Algen?')

  await visitor.call(moveClock, { days: 40 })
  await expect
    .poll(async () => (await mailsOf()).filter(({ subject }) => subject.includes('unterwegs')).length)
    .toBeGreaterThan(1)
  await expect.poll(async () => (await mailsOf()).some(({ text: mail }) => /19,90\s€/.test(mail))).toBe(true)
  const later = await invite('rita', 'owner')
  const { amount } = await later.post(`/api/desk/orders/${number}/refund/preview/`, { everything: true })
  expect(amount).toBe('38.68')
  await later.post(`/api/desk/orders/${number}/refund/`, {
    everything: true,
    amount,
    reason: 'Kam beschädigt an.',
    request_id: '019f0000-0000-7000-8000-000000000001',
  })
  await expect
    .poll(async () => (await mailsOf()).some(({ subject }) => subject.startsWith('Erstattung')))
    .toBe(true)

  const read = await crawl(['/', '/products/kelp', '/products/tea', '/cart', '/checkout', '/login', '/get-started', '/no-such-page', '/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/desk/sign-in']) // prettier-ignore
  expect([...read].filter(([, { status }]) => status >= 400).map(([path]) => path)).toEqual(['/no-such-page'])
  const said = [
    ...[...read].map(([path, page]) => [path, page.said] as const),
    ...(await mailsOf()).map((mail) => [mail.subject, JSON.stringify(mail)] as const),
  ]
  expect(said.length).toBeGreaterThan(25)
  expect(said.flatMap(([name, all]) => sample.exec(all)?.map((found) => `${name}: ${found}`) ?? [])).toEqual(
    [],
  )
  expect(read.get('/')?.said).toContain('<html lang="de"')
  expect(read.get('/get-started')?.status).toBe(302)
  await command(shop.environment, 'invariants')
})
