import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCartItem } from '#cart/endpoints.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { moveClock, viewOutbox } from '#dev-tools/endpoints.ts'
import type { Address } from '#shared/address.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { cardPages } from '../support/card-pages.ts'
import { runInTerminal } from './terminal.ts'
import type { TerminalRun } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'examples/brand')
let folder: string
let shop: TerminalRun
let visitor: ApiClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brand-'))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
  const content = join(folder, 'content')
  await cp(join(root, 'content'), content, { recursive: true })
  for (const name of ['pages', 'catalogue']) await rm(join(content, name), { recursive: true })
  await mkdir(join(content, 'catalogue'))
  for (const name of ['brand.json', 'mark.svg', 'shipping.json', 'tax-rates.json', 'lots.json', 'pages'])
    await cp(join(example, name), join(content, name), { recursive: true })
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

const command = async (...words: readonly string[]): Promise<string> => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/operator.ts', ...words], {
    cwd: root,
    env: { ...rest, ...shop.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  expect({ code: child.exitCode, output: child.exitCode === 0 ? '' : output, errors }).toEqual({
    code: 0,
    output: '',
    errors: '',
  })
  return output
}

const customer = {
  firstName: 'Liis',
  lastName: 'Tamm',
  address: 'Kopli 2',
  unit: '',
  phone: '',
  company: '',
  region: '',
} as const
const hamburg: Address = { ...customer, city: 'Hamburg', zip: '20095', country: 'DE' }
const vienna: Address = { ...customer, city: 'Wien', zip: '1010', country: 'AT' }

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

/** Addresses of the shop that pages lead to and that nothing answers. */
const deadLinks = async (all: readonly string[]): Promise<readonly string[]> => {
  const hrefs = all.flatMap((page) =>
    [...page.matchAll(/<a\b[^>]* href="(\/[^"#]*)/g)].map(([, to]) => to ?? ''),
  )
  const found = await Promise.all(
    [...new Set(hrefs)].map(async (path) => ({ path, ...(await visitor.send({ method: 'GET', path })) })),
  )
  return found.filter(({ status }) => status >= 400).map(({ path }) => path)
}

const mailsOf = async () => (await visitor.call(viewOutbox, { to: 'liis@example.com' })).mails

const pages = [
  '/',
  '/products/kelp',
  '/cart',
  '/checkout',
  '/login',
  '/register',
  '/shipping-billing',
  '/terms-conditions',
  '/contact',
  '/no-such-page',
  '/desk/sign-in',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
]

test('another brand is set up by files and commands in an empty shop: it sells, ships, renews and refunds, and no page names the sample brand', async () => {
  expect(await visitor.call(listPlans, {})).toEqual([])
  await command('catalogue', 'import', join(example, 'catalogue'))
  await Promise.all([command('stock', 'kelp', '500'), command('stock', 'tea', '80')])
  await expect
    .poll(async () => (await visitor.call(listPlans, {})).map(({ code }) => code))
    .toEqual(['kelp-wk', 'kelp-rf', 'tea-wk'])

  await visitor.call(addCartItem, { code: 'kelp-wk' })
  await visitor.call(addCartItem, { code: 'tea-wk' })
  await expect(previewTo(vienna)).rejects.toThrow('BILLING_VALIDATION_ERROR')
  expect(await command('places', 'import', join(example, 'places'))).toContain(
    'This is version 2 from now on.',
  )
  await expect
    .poll(() =>
      previewTo(vienna).then(
        ({ total }) => total,
        () => null,
      ),
    )
    .not.toBeNull()
  // To Austria: 24.90 + 12.50 + 4.90, and 10 % of all of it, 4.23. Nothing of the sample's zones, taxes and fees.
  expect(await previewTo(vienna)).toMatchObject({
    currency: 'EUR',
    shipping: { method_code: 'package_austria', amount: '4.90' },
    tax: '4.23',
    total: '46.53',
  })
  await expect(previewTo({ ...vienna, country: 'EE', zip: '10412' })).rejects.toThrow(
    'BILLING_VALIDATION_ERROR',
  )
  // At home: 37.40 and 7 % of it, 2.62.
  expect(await previewTo(hamburg)).toMatchObject({ currency: 'EUR', tax: '2.62', total: '40.02' })
  await expect(visitor.call(previewPurchase, { country: 'FR', region: '', zip: '75001' })).rejects.toThrow(
    'BILLING_VALIDATION_ERROR',
  )
  const bought = await buy(hamburg)
  expect(bought).toMatchObject({ status: 'ordered' })
  const number = bought.order?.number ?? ''

  await visitor.call(moveClock, { days: 33 })
  await expect
    .poll(async () => (await mailsOf()).some(({ subject }) => subject.includes('verlängert')))
    .toBe(true)
  // A week more, because nothing is shipped on a holiday or a weekend.
  await visitor.call(moveClock, { days: 7 })
  await expect
    .poll(async () => (await mailsOf()).filter(({ subject }) => subject.includes('unterwegs')).length)
    .toBeGreaterThan(1)
  await expect.poll(async () => (await mailsOf()).some(({ text: mail }) => /19,90\s€/.test(mail))).toBe(true)
  expect(await command('refund', number)).toMatch(/40,02\s€ went back to the card\./)
  await expect
    .poll(async () => (await mailsOf()).some(({ subject }) => subject.startsWith('Erstattung')))
    .toBe(true)

  const read = await Promise.all(pages.map((path) => visitor.send({ method: 'GET', path })))
  const said = [
    ...read.map(({ text: page, headers }, at) => [pages[at], `${page} ${[...headers].join(' ')}`] as const),
    ...(await mailsOf()).map((mail) => [mail.subject, JSON.stringify(mail)] as const),
  ]
  expect(read.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(
    said
      .filter(([, all]) => /loam|ds-?01|synbioti/i.test(all))
      .map(([name, all]) => `${name}: ${/.{40}(?:loam|ds-?01|synbioti).{40}/i.exec(all)?.[0] ?? ''}`),
  ).toEqual([])
  expect(read[0]?.text).toContain('tidewater')
  // German is its first language, so that no address has a prefix: `6.–8. Januar`, never `6. Januar–8`.
  expect(read[1]?.text).toContain('<html lang="de"')
  expect(read[1]?.text).toMatch(/Ankunft: \d{1,2}\.(?: \p{L}+)?\s?–\s?\d{1,2}\. \p{L}+/u)
  expect(read[1]?.text).toMatch(/24,90\s€/)
  // A brand without a quiz has no page of it.
  expect((await visitor.send({ method: 'GET', path: '/is-ds01-right-for-you' })).status).toBe(404)
  expect(await deadLinks(read.map(({ text: page }) => page))).toEqual([])
  expect(read[0]?.text).toContain('/social-card.png')
  const files = await Promise.all(
    ['/favicon.svg', '/favicon.ico', '/icon-512.png', '/social-card.png', '/brand-colors.css'].map((path) =>
      visitor.send({ method: 'GET', path }),
    ),
  )
  expect(files.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'image/svg+xml'],
    [200, 'image/png'],
    [200, 'image/png'],
    [200, 'image/png'],
    [200, 'text/css; charset=utf-8'],
  ])
  expect(files[0]?.text).not.toContain('editor.example')
  expect(files[4]?.text).toContain('--accent: #0b5c63')
  expect((await mailsOf()).some((mail) => JSON.stringify(mail).includes('#0B5C63'))).toBe(true)
})
