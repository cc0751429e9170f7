import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { listPlans } from '#catalogue/endpoints.ts'
import {
  listDeskCatalogue,
  previewDeskEntry,
  viewDeskEntry,
  viewEntryVersion,
} from '#desk/catalogue-endpoints.ts'
import { invariantViolations } from '#app/invariants.ts'
import { setStock } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-catalogue')
const olga = await joinDesk(api, 'owner', 'olga-catalogue')
const mira = await joinDesk(api, 'marketing', 'mira-catalogue')
const sam = await joinDesk(api, 'support', 'sam-catalogue')

const at = (code: string, rest = '') => `/api/desk/catalogue/entries/${code}/${rest}`

const view = async (code: string) => viewDeskEntry.reply.parse((await mira.get(at(code))).json())

const latest = async (code: string) => (await view(code)).versions[0]?.number ?? 0

const values = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([field, value]) => ({ field, value }))

const preview = async (code: string, base: number, texts: Readonly<Record<string, string>>) => {
  const reply = await mira.post(at(code, 'preview/'), { base, values: values(texts) })
  expect(reply.statusCode).toBe(200)
  return previewDeskEntry.reply.parse(reply.json())
}

const publish = (code: string, base: number, texts: Readonly<Record<string, string>>, person = omar) =>
  person.post(at(code, 'publish/'), { base, values: values(texts) })

const priceOf = async (code: string) =>
  (await shop.visitor().client.call(listPlans, {})).find((plan) => plan.code === code)?.price

const entriesOf = async (action: string) =>
  (
    await sql<{ actor: string; before: string; after: string }>`
      select actor, before, after from audit_entry where act = ${action} order by day, position`.execute(db)
  ).rows

/** A plan of a product that the shop does not have yet. */
const fresh = {
  'plan.product': 'ms-02',
  'plan.name': 'MS-02 Morning Synbiotic, refill, 1 month',
  'plan.prices.USD': '29.99',
  'plan.prices.CAD': '39.99',
  'plan.prices.EUR': '27.99',
  'plan.prices.GBP': '23.99',
  'plan.intervalMonths': '1',
  'plan.isSrp': 'on',
  'plan.renewsAs': 'ms-rf',
  'plan.maxQuantity': '4',
  'plan.supplyDays': '30',
  'plan.capsules': '30',
  'plan.stock.quantity': '1',
  'plan.soldAlone': 'on',
  cartImage: '/art/shipping-box.avif',
  srp0PdpDescription: 'One capsule each morning.',
  survey: 'onboarding',
}

test('a price is previewed, published and used for sales at once, and the log has both amounts and the person', async () => {
  const base = await latest('vs-rst')
  const seen = await preview('vs-rst', base, { 'plan.prices.USD': '69.99' })
  expect(seen).toMatchObject({
    version: base,
    meanwhile: [],
    faults: [],
    changes: [{ field: 'plan.prices.USD', before: '"64.99"', after: '"69.99"' }],
  })
  expect(await priceOf('vs-rst')).toBe('64.99')
  expect((await publish('vs-rst', base, { 'plan.prices.USD': '69.99' })).statusCode).toBe(200)
  await expect.poll(() => priceOf('vs-rst')).toBe('69.99')
  expect(await entriesOf('catalogue.published')).toMatchObject([
    {
      actor: 'omar-catalogue (operations)',
      before: '{"vs-rst plan.prices.USD":"\\"64.99\\""}',
      after: '{"vs-rst plan.prices.USD":"\\"69.99\\""}',
    },
  ])
  expect((await view('vs-rst')).versions[0]).toMatchObject({ by: 'omar-catalogue' })
  const again = await publish('vs-rst', await latest('vs-rst'), { 'plan.prices.USD': '69.99' })
  expect(again.json()).toEqual({ version: null })
})

test('of two editors the second sees what changed meanwhile, and no change is lost or undone', async () => {
  const base = await latest('syn-wk')
  await publish('syn-wk', base, { 'plan.prices.EUR': '48.99', 'plan.preorderNote': 'Est. 3 weeks' })
  // Typed on the version before: another name, and the note and the price as they were.
  const typed = { name: 'DS-01 Daily', 'plan.prices.EUR': '46.99', 'plan.preorderNote': 'Est. 2-4 weeks' }
  expect((await publish('syn-wk', base, typed, olga)).json()).toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  const seen = await preview('syn-wk', base, typed)
  expect(seen.meanwhile.map(({ field }) => field)).toEqual(['plan.prices.EUR', 'plan.preorderNote'])
  expect(seen.changes).toEqual([{ field: 'name', before: '"DS-01 Daily Synbiotic"', after: '"DS-01 Daily"' }])
  const merged = Object.fromEntries(seen.values.map(({ field, value }) => [field, value]))
  expect((await publish('syn-wk', seen.version, merged, olga)).statusCode).toBe(200)
  expect((await view('syn-wk')).values).toEqual(
    expect.arrayContaining(values({ name: 'DS-01 Daily', 'plan.prices.EUR': '48.99' })),
  )
})

test('two people publishing at once make one version and one refusal', async () => {
  const base = await latest('vs-wk')
  const replies = await Promise.all([
    publish('vs-wk', base, { 'plan.prices.USD': '51.00' }),
    publish('vs-wk', base, { 'plan.prices.USD': '52.00' }, olga),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await view('vs-wk')).versions).toHaveLength(2)
})

describe('an invalid plan value is refused at its field, in the preview and on publication', () => {
  test.each([
    ['syn-rf', 'plan.prices.USD', '-1.00'],
    ['syn-rf', 'plan.prices.USD', '49.999'],
    ['syn-rf', 'plan.prices.EUX', '1.00'],
    ['syn-rf', 'plan.prices.CAD', ''],
    ['syn-rf', 'plan.prices.EUR', '0.00'],
    ['syn-rf', 'plan.renewsAs', 'none'],
    ['syn-rf', 'plan.maxQuantity', '1.5'],
    ['syn-rf', 'plan.sort', '50'],
    ['syn-rf', 'plan.intervalMonths', '2'],
    ['syn-rf', 'plan.image', '/art/none.avif'],
    ['syn-rf', 'cartImage', 'https://elsewhere.example/a.avif'],
    ['syn-rf', 'survey', 'none'],
    ['syn-rf', 'name', ''],
    ['syn-rf', '__proto__', 'x'],
    ['syn-rf', 'plan.constructor', 'x'],
  ])('%s %s: %j', async (code, field, value) => {
    const base = await latest(code)
    const sent = [{ field, value }]
    const seen = await mira.post(at(code, 'preview/'), { base, values: sent })
    const [fault] = previewDeskEntry.reply.parse(seen.json()).faults
    expect(fault?.message).toMatch(/^[A-Z].*[.]$/)
    const reply = await omar.post(at(code, 'publish/'), { base, values: sent })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual([
      field === 'plan.prices.EUR' ? 'plan.prices.USD' : field,
    ])
    expect(await latest(code)).toBe(base)
  })

  test.each([
    ['syn-rf', 'code', {}],
    ['Ä', 'code', {}],
    ['syn-new', 'plan.product', {}],
    ['ms-rf', 'plan.prices.USD', { 'plan.prices.USD': '' }],
    ['ms-rf', 'survey', { survey: 'none' }],
    ['ms-rf', 'plan.maxQuantity', { 'plan.maxQuantity': '' }],
    ['ms-rf', 'plan.renewsAs', { 'plan.renewsAs': 'syn-wk' }],
  ])('a new plan %s: %s', async (code, field, texts) => {
    const reply = await publish(code, 0, { ...fresh, ...texts })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields).toHaveProperty([field])
  })
})

test('an earlier version is shown with its differences and restored as a new version', async () => {
  const before = await latest('pds-rf')
  await publish('pds-rf', before, { 'plan.prices.USD': '41.99' })
  const now = await latest('pds-rf')
  const seen = viewEntryVersion.reply.parse((await mira.get(at('pds-rf', `versions/${before}/`))).json())
  expect(seen.restoring).toEqual([{ field: 'plan.prices.USD', before: '"41.99"', after: '"49.99"' }])
  const restore = (base: number) => omar.post(at('pds-rf', `versions/${before}/restore/`), { base })
  expect((await restore(before)).statusCode).toBe(409)
  expect((await restore(now)).statusCode).toBe(200)
  await expect.poll(() => priceOf('pds-rf')).toBe('49.99')
  expect(await entriesOf('catalogue.restored')).toHaveLength(1)
  expect((await mira.get(at('pds-rf', 'versions/999/'))).statusCode).toBe(404)
})

test('marketing views and previews the catalogue, operations and owners publish, and support has no access', async () => {
  const base = await latest('syn-rf')
  expect((await publish('syn-rf', base, { name: 'x' }, mira)).statusCode).toBe(404)
  expect((await mira.post(at('syn-rf', `versions/${base}/restore/`), { base })).statusCode).toBe(404)
  for (const url of ['/api/desk/catalogue/', at('syn-rf'), '/api/desk/catalogue/choices/'])
    expect((await sam.get(url)).statusCode).toBe(404)
  expect((await publish('syn-rf', base, { name: 'x' }, sam)).statusCode).toBe(404)
  expect(await latest('syn-rf')).toBe(base)
})

test('a new product shows pictures that were uploaded at the desk, in cart, list and page, without a restart', async () => {
  const photo = sharp({ create: { width: 700, height: 500, channels: 3, background: '#705030' } })
  const upload = async (more: object) => {
    const file = (await photo.clone().jpeg().toBuffer()).toString('base64')
    return (await omar.post('/api/desk/uploads/', { file, alt: 'A tin of kelp', ...more })).json().name
  }
  const name = await upload({})
  const focused = await upload({ focus_x: 20 })
  const { pictures } = (await mira.get('/api/desk/catalogue/choices/')).json()
  const choice = pictures.find((one: { name: string }) => one.name === name)
  // Both have the same description and size.
  const own = pictures.filter((one: { label: string }) => one.label.startsWith('A tin of kelp'))
  expect(own.map(({ label }: { label: string }) => label).toSorted()).toEqual(
    [focused, name].map((one) => `A tin of kelp, 700 × 500, ${one}`).toSorted(),
  )
  expect(choice.address).toBe(`/uploads/${name}-640w.avif`)
  const kelp = {
    ...fresh,
    'plan.product': 'kf-09',
    'plan.name': 'KF-09 Kelp Flakes, refill, 1 month',
    'plan.renewsAs': 'kf-rf',
    cartImage: choice.address,
    'plan.about.page': '/products/kf-09',
    'plan.about.shortName': 'Kelp',
    'plan.about.audience': 'Adults',
    'plan.about.pieces': 'flakes',
    'plan.about.jar': focused,
    'plan.about.packet': name,
    'plan.about.tone': 'ds',
    'plan.about.thanks': name,
  }
  const strange = `u-${'0'.repeat(16)}-700x500`
  const faults = async (texts: object) =>
    (await preview('kf-rf', 0, { ...kelp, ...texts })).faults.map(({ field }) => field)
  expect(await faults({})).toEqual([])
  expect(await faults({ cartImage: `/uploads/${strange}-640w.avif` })).toContain('cartImage')
  expect(await faults({ cartImage: `/uploads/${name}-641w.avif` })).toContain('cartImage')
  expect(await faults({ 'plan.about.jar': strange })).toContain('plan.about.jar')

  expect((await publish('kf-rf', 0, kelp)).json()).toMatchObject({ version: expect.any(Number) })
  await inTransaction(api.opened.deps, (tx) => setStock(tx, { 'kf-09': 5 }))
  await expect.poll(() => priceOf('kf-rf')).toBe('29.99')
  const html = (await api.inject({ method: 'GET', url: '/products/kf-09' })).body
  expect(html).toContain(`/uploads/${name}-480w.avif 480w`)
  const visitor = shop.visitor()
  expect(JSON.stringify(await visitor.add('kf-rf'))).toContain(choice.address)
  const cart = await visitor.client.send({ method: 'GET', path: '/cart' })
  expect(cart.text).toContain(`/uploads/${name}-480w.avif 480w`)
  const served = await api.inject({ method: 'GET', url: choice.address })
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/avif'])
  const plans = await shop.visitor().client.call(listPlans, {})
  expect(plans.find(({ code }) => code === 'kf-rf')?.image).toBe(choice.address)
})

test('a plan of a new product is published: its page, the plan list, a purchase and a renewal work', async () => {
  const page = () => api.inject({ method: 'GET', url: '/products/ms-02' })
  expect((await page()).statusCode).toBe(404)
  expect((await publish('ms-rf', 0, fresh)).json()).toMatchObject({ version: expect.any(Number) })
  await expect.poll(() => priceOf('ms-rf')).toBe('29.99')
  const html = (await page()).body
  expect(html).toContain('Morning Synbiotic')
  expect(html).toContain('$29.99')
  const buyer = shop.visitor()
  await buyer.add('ms-rf')
  await expect(buyer.checkout()).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  await inTransaction(api.opened.deps, (tx) => setStock(tx, { 'ms-02': 5 }))
  expect(await buyer.checkout()).toMatchObject({ order: { total: '29.99' } })
  const { entries } = listDeskCatalogue.reply.parse((await mira.get('/api/desk/catalogue/')).json())
  expect(entries.find(({ code }) => code === 'ms-rf')).toMatchObject({
    product: { id: 'ms-02', name: 'MS-02 Morning Synbiotic' },
    stock: { available: 4 },
    changed: { by: 'omar-catalogue' },
  })
  const member = await shop.asMember(buyer)
  await shop.travelTo('2031-02-06')
  expect(await member.charges()).toMatchObject([{ cents: 2999 }, { cents: 2999 }])
  const onboarding = await api.inject({ method: 'GET', url: '/onboarding?plans=ms-rf' })
  expect(onboarding.headers.location).toBe('/onboarding/onboarding')
  expect(await invariantViolations(db)).toEqual([])
})
