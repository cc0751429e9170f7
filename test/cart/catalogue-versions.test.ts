import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogueDocument } from '#catalogue/rules/catalogue-document.ts'
import { planOfDocument } from '#catalogue/rules/catalogue-document.ts'
import {
  adoptFiles,
  brokenCatalogue,
  catalogueVersions,
  changedFiles,
  changePrice,
  needsAdoption,
  publishDocuments,
  readDocuments,
} from '#catalogue/server/catalogue-versions.ts'
import { writePlans } from '#catalogue/server/plan-store.ts'
import { listPlans, readCatalogue } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { nameableOf } from '#app/data-files.ts'
import { startingDocuments } from '../support/starting-plans.ts'
import { openTestDeps } from '../support/test-deps.ts'

const nameable = nameableOf(() => new Map())

let app: Awaited<ReturnType<typeof openTestDeps>>

beforeEach(async () => {
  app = await openTestDeps()
})

afterEach(() => app.close())

const adopt = (files: readonly CatalogueDocument[] = startingDocuments) =>
  inTransaction(app.deps, (tx) => adoptFiles(tx, files))

const priced = (code: string, usd: string, documents = startingDocuments): CatalogueDocument[] =>
  documents.flatMap((document) =>
    document.sku === code && document.plan
      ? [{ ...document, plan: { ...document.plan, prices: { ...document.plan.prices, USD: usd } } }]
      : [],
  )

const publish = (documents: readonly CatalogueDocument[]) =>
  inTransaction(app.deps, (tx) => publishDocuments(tx, { kind: 'import', note: '' }, documents, nameable))

const usd = async (code: string) => (await listPlans(app.deps, 'USD')).get(code)?.priceCents

test('an empty shop imports the files unchanged, once', async () => {
  await adopt()
  await adopt()
  expect(await catalogueVersions(app.deps.database, 10)).toMatchObject([{ number: 1, kind: 'files' }])
  expect([...(await readDocuments(app.deps.database)).values()]).toEqual(
    expect.arrayContaining([...startingDocuments]),
  )
  expect(await usd('syn-wk')).toBe(4999)
  expect([...(await readCatalogue(app.deps)).entries.keys()]).toEqual(startingDocuments.map(({ sku }) => sku))
  expect(await brokenCatalogue(app.deps.database)).toEqual([])
})

test('a shop from before catalogue versions keeps its catalogue, and the files become its first version', async () => {
  const sold = priced('syn-wk', '55.55').flatMap((document) => planOfDocument(document) ?? [])
  const others = startingDocuments
    .filter(({ sku }) => sku !== 'syn-wk')
    .flatMap((document) => planOfDocument(document) ?? [])
  await inTransaction(app.deps, (tx) => writePlans(tx, [...others, ...sold]))
  expect(await needsAdoption(app.deps.database)).toBe(true)
  await adopt()
  expect(await usd('syn-wk')).toBe(5555)
  expect(await catalogueVersions(app.deps.database, 10)).toMatchObject([
    { number: 2, kind: 'found', codes: ['syn-wk'] },
    { number: 1, kind: 'files' },
  ])
  expect(await needsAdoption(app.deps.database)).toBe(false)
  expect(await changedFiles(app.deps.database, startingDocuments)).toEqual([])
})

test('catalogue versions from before rules and products do not contain them, and plans keep theirs', async () => {
  const { database } = app.deps
  await adopt(
    startingDocuments.map((document) => ({
      ...document,
      plan: document.plan && { ...document.plan, rules: undefined, about: undefined },
    })),
  )
  // As the migration does.
  const plans = startingDocuments.flatMap((document) => planOfDocument(document) ?? [])
  await inTransaction(app.deps, (tx) => writePlans(tx, plans))
  expect(await brokenCatalogue(database)).toEqual([])
  expect((await changedFiles(database, startingDocuments)).map(({ document: { sku } }) => sku)).not.toContain(
    'pds-wk',
  )
  const kit = (await listPlans(app.deps, 'USD')).get('pds-wk')
  expect(kit).toMatchObject({ rules: { bringsGift: 'pds-gwp' }, about: { pieces: 'sticks' } })
  const { changes } = await publish(priced('pds-wk', '52.99'))
  expect(changes.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(['plan.prices.USD'])
})

test('a price written by an earlier release applies at once, and the next start records it', async () => {
  await adopt()
  await sql`update plan set price_cents = 5199 where code = 'syn-wk'`.execute(app.deps.database)
  expect(await usd('syn-wk')).toBe(5199)
  expect(await brokenCatalogue(app.deps.database)).toHaveLength(1)
  await adopt()
  expect(await usd('syn-wk')).toBe(5199)
  expect(await brokenCatalogue(app.deps.database)).toEqual([])
  expect(await catalogueVersions(app.deps.database, 1)).toMatchObject([{ kind: 'found', codes: ['syn-wk'] }])
})

test('a file changed by a release is reported as a difference and changes nothing, and an edited entry is not reported', async () => {
  await adopt()
  await inTransaction(app.deps, (tx) => changePrice(tx, 'vs-wk', 4599))
  const release = startingDocuments.map((file) =>
    file.sku === 'syn-wk' ? { ...file, srp0PdpDescription: 'Two a day.' } : file,
  )
  await adopt(release)
  const differences = await changedFiles(app.deps.database, release)
  expect(differences).toMatchObject([
    { document: { sku: 'syn-wk' }, fields: [{ field: 'srp0PdpDescription', after: '"Two a day."' }] },
  ])
  const { entries } = await readCatalogue(app.deps)
  expect(entries.get('syn-wk')?.srp0PdpDescription).not.toBe('Two a day.')
  expect(await usd('vs-wk')).toBe(4599)
})

test('a version is written completely or not at all, and never changed', async () => {
  await adopt()
  const [cheap] = priced('syn-wk', '1.00')
  const [bad] = startingDocuments.filter(({ sku }) => sku === 'vs-rst')
  if (!cheap || !bad) throw new Error('no such files')
  const refused = await publish([cheap, { ...bad, plan: null }])
  expect(refused).toMatchObject({ version: null, faults: [{ sku: 'vs-rst', field: 'plan' }] })
  expect(await usd('syn-wk')).toBe(4999)
  expect(await publish([cheap])).toMatchObject({ version: 2 })
  expect(await publish([cheap])).toMatchObject({ version: null, changes: [] })
  const { database } = app.deps
  for (const attack of [
    sql`update catalogue_entry set document = '{}'`,
    sql`delete from catalogue_entry`,
    sql`truncate catalogue_entry, catalogue_version`,
    sql`update catalogue_version set note = 'x'`,
    sql`delete from catalogue_version`,
  ])
    await expect(attack.execute(database)).rejects.toThrow('final')
})

test('versions published at once have separate numbers, and none is lost', async () => {
  await adopt()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      inTransaction(app.deps, (tx) => changePrice(tx, n % 2 === 0 ? 'syn-wk' : 'vs-wk', 5000 + n)),
    ),
  )
  const versions = await catalogueVersions(app.deps.database, 20)
  expect(versions.map(({ number }) => number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await brokenCatalogue(app.deps.database)).toEqual([])
})

test('no reader sees half of a version', async () => {
  await adopt()
  const codes = ['syn-wk', 'syn-rf', 'syn-wk-gift-2020'] as const
  const progress = { isOver: false }
  const write = async (): Promise<void> => {
    for (let n = 1; n <= 40; n += 1) await publish(codes.flatMap((code) => priced(code, `${n}.00`)))
    progress.isOver = true
  }
  const seen = new Set<string | undefined>()
  const look = async (): Promise<void> => {
    while (!progress.isOver) {
      const documents = await readDocuments(app.deps.database)
      const prices = new Set(codes.map((code) => documents.get(code)?.plan?.prices['USD']))
      expect(prices.size).toBe(1)
      for (const price of prices) seen.add(price)
    }
  }
  await Promise.all([write(), look(), look(), look()])
  expect(seen.size).toBeGreaterThan(5)
})
