import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { listCatalogueEntries, listPlans } from '#catalogue/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'
import { startingDocuments } from '../support/starting-plans.ts'
import { newApiClient } from '../support/api-client.ts'
import { freePort } from '../support/children.ts'

const textOf = async (url: string, path: string): Promise<string> =>
  (await newApiClient(url).send({ method: 'GET', path })).text

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-catalogue-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const exported = async (shop: TestShop): Promise<string> => {
  const folder = await newFolder()
  expect(await runShopCommand(shop, 'catalogue', 'export', folder)).toMatchObject({ code: 0 })
  return folder
}

/** Replaces words in an exported entry. */
const edit = async (folder: string, sku: string, pairs: readonly (readonly [string, string])[], as = sku) => {
  let text = await readFile(join(folder, `${sku}.json`), 'utf8')
  for (const [word, other] of pairs) {
    expect(text).toContain(word)
    text = text.replaceAll(word, other)
  }
  await writeFile(join(folder, `${as}.json`), text)
}

const importIn = (shop: TestShop, folder: string, ...options: string[]) =>
  runShopCommand(shop, 'catalogue', 'import', folder, ...options)

test('a catalogue export equals the imported files, and importing the export changes nothing', async ({
  shop,
}) => {
  const folder = await exported(shop)
  const names = (await readdir(folder)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const documents = texts.map((text): unknown => JSON.parse(text))
  expect(documents).toEqual(startingDocuments)
  expect(await importIn(shop, folder)).toEqual({
    code: 0,
    lines: ['The catalogue says all of that already.'],
  })
  const { lines } = await runShopCommand(shop, 'catalogue')
  expect(lines.at(-1)).toBe('The shop has seen every file of content/catalogue.')
})

test('an imported price applies at once in every process and on cached pages, and running subscriptions keep their price', async ({
  shop,
}) => {
  const port = await freePort()
  await shop.app.start(null, port, 'web')
  const second = `http://127.0.0.1:${port}`
  const mara = await shop.member({ plan: 'monthly refill' })
  for (const url of [shop.url, second]) expect(await textOf(url, '/daily-synbiotic')).toContain('$49.99')
  const folder = await exported(shop)
  await edit(folder, 'syn-wk', [['"USD": "49.99"', '"USD": "54.99"']])
  await edit(folder, 'syn-rf', [
    ['"USD": "49.99"', '"USD": "59.99"'],
    ['DS-01 Daily Synbiotic, refill, 1 month', 'DS-01 Daily Synbiotic, small packet, 1 month'],
  ])
  const tried = await importIn(shop, folder, '--dry-run')
  expect(tried.lines).toContain('  plan.prices.USD: "49.99" → "54.99"')
  expect(tried.lines.at(-1)).toBe('Entries that would change: 2. Nothing was changed.')
  expect(await importIn(shop, folder)).toMatchObject({ code: 0 })
  for (const url of [shop.url, second])
    await expect.poll(() => textOf(url, '/daily-synbiotic')).toContain('$54.99')
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  expect(await visitor.checkout()).toMatchObject({ order: { total: '59.99' } })
  await shop.travelTo('2031-02-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-02-06', cents: 4999 },
  ])
  const { rows } = await sql<{
    action: string
    before: string
    after: string
  }>`select act as action, before, after from audit_entry
    where act = 'catalogue.imported'`.execute(shop.app.database.kysely)
  expect(rows).toHaveLength(1)
  expect(JSON.parse(rows[0]?.before ?? '')).toMatchObject({ 'syn-wk plan.prices.USD': '"49.99"' })
  await expectConsistent(shop)
})

test('an imported new plan is sold and renews without a restart', async ({ shop }) => {
  const folder = await exported(shop)
  const words = [
    ['"vs-rf"', '"vs-rf-2mo"'],
    ['6c6f616d-0000-4000-8000-000000000012', '6c6f616d-0000-4000-8000-000000000112'],
    ['"sort": 120', '"sort": 125'],
    ['"intervalMonths": 1', '"intervalMonths": 2'],
    ['"USD": "39.99"', '"USD": "71.98"'],
    ['"product": "vs-01",\n      "quantity"', '"product": "vs-01-two",\n      "quantity"'],
  ] as const
  await edit(folder, 'vs-rf', words, 'vs-rf-2mo')
  expect(await importIn(shop, folder)).toMatchObject({ code: 0 })
  await shop.waitForPrice('vs-rf-2mo', '71.98')
  const visitor = shop.visitor()
  expect((await visitor.client.call(listCatalogueEntries, {})).map(({ sku }) => sku)).toContain('vs-rf-2mo')
  await visitor.add('vs-rf-2mo')
  await expect(visitor.checkout()).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  expect(await runShopCommand(shop, 'stock', 'vs-01-two', '5')).toMatchObject({ code: 0 })
  expect(await visitor.checkout()).toMatchObject({ order: { total: '71.98' } })
  const mara = await shop.asMember(visitor)
  await shop.travelTo('2031-03-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 7198 },
    { on: '2031-03-06', cents: 7198 },
  ])
  await expectConsistent(shop)
})

test('an import with an invalid file changes nothing and lists each error with its file', async ({
  shop,
}) => {
  const before = await shop.visitor().client.call(listPlans, {})
  const folder = await exported(shop)
  await edit(folder, 'syn-wk', [['"USD": "49.99"', '"USD": "-49.99"']])
  await edit(folder, 'vs-wk', [['"EUR"', '"EUX"']])
  const wrong = await importIn(shop, folder)
  expect(wrong.code).toBe(1)
  expect(wrong.lines[0]).toMatch(
    /^syn-wk\.json, line \d+: plan\.prices\.USD: not a price in USD such as 12\.50$/,
  )
  expect(wrong.lines[1]).toMatch(/^vs-wk\.json, line \d+: plan\.prices\.EUX: there is no currency EUX$/)
  expect(wrong.lines.at(-1)).toBe('Nothing was changed.')
  const second = await exported(shop)
  await edit(second, 'syn-wk', [['"USD": "49.99"', '"USD": "1.00"']])
  await edit(second, 'syn-rf', [['"intervalMonths": 1', '"intervalMonths": 3']])
  const refused = await importIn(shop, second)
  expect(refused).toEqual({
    code: 1,
    lines: [
      'syn-rf, plan.intervalMonths: it cannot change: subscriptions rely on it',
      'Nothing was changed.',
    ],
  })
  expect(await shop.visitor().client.call(listPlans, {})).toEqual(before)
  expect(await importIn(shop, join(second, 'none'))).toMatchObject({ code: 1 })
})

test('a price that an import refuses is also refused by the price command', async ({ shop }) => {
  const before = await shop.visitor().client.call(listPlans, {})
  const refused = await runShopCommand(shop, 'price', 'vs-rst', '0.00')
  expect(refused.code).toBe(1)
  expect(refused.lines[0]).toContain('free')
  expect(await shop.visitor().client.call(listPlans, {})).toEqual(before)
  const { rows } = await sql`select 1 from audit_entry where act = 'catalogue.priced'`.execute(
    shop.app.database.kysely,
  )
  expect(rows).toEqual([])
})

test('a catalogue version is restored as a new version, and a price change by command is in the log', async ({
  shop,
}) => {
  expect(await runShopCommand(shop, 'price', 'vs-rst', '70.00')).toMatchObject({ code: 0 })
  const folder = await exported(shop)
  await edit(folder, 'vs-rst', [
    ['"USD": "70.00"', '"USD": "1.00"'],
    ['Another month at the starter amount.', 'Almost nothing.'],
  ])
  expect(await importIn(shop, folder)).toMatchObject({ code: 0 })
  await shop.waitForPrice('vs-rst', '1.00')
  const { lines } = await runShopCommand(shop, 'catalogue', 'restore', '2')
  expect(lines.at(-1)).toBe('This is version 4 from now on.')
  await shop.waitForPrice('vs-rst', '70.00')
  const entries = await shop.visitor().client.call(listCatalogueEntries, {})
  expect(entries.find(({ sku }) => sku === 'vs-rst')?.srp0PdpDescription).toMatch(/^Another month/)
  for (const none of ['9', '0', '-1', 'two'])
    expect(await runShopCommand(shop, 'catalogue', 'restore', none)).toMatchObject({
      code: none === '-1' ? 2 : 1,
    })
  const { rows } = await sql<{ action: string }>`select act as action, before, after from audit_entry
    where act like 'catalogue.%' order by day, position`.execute(shop.app.database.kysely)
  expect(rows).toMatchObject([
    { action: 'catalogue.priced', before: '{"USD":"64.99"}', after: '{"USD":"70.00"}' },
    { action: 'catalogue.imported' },
    { action: 'catalogue.restored' },
  ])
  await expectConsistent(shop)
})
