import { expect, test } from 'vitest'
import pictures from '../../ui/pictures.json' with { type: 'json' }
import { startingDocuments } from '../../../test/support/starting-plans.ts'
import { changedEntry, valuesOf } from './entry-form.ts'
import { entryFaults as faultsOf, fieldChanges } from './catalogue-changes.ts'
import { CatalogueDocument, documentOfPlan, planOfDocument } from './catalogue-document.ts'

const current = new Map(startingDocuments.map((document) => [document.sku, document]))

const documentOf = (
  sku: string,
): CatalogueDocument & { readonly plan: NonNullable<CatalogueDocument['plan']> } => {
  const document = current.get(sku)
  if (!document?.plan) throw new Error(`no plan ${sku}`)
  return { ...document, plan: document.plan }
}

const nameable = { pictures: new Set(Object.keys(pictures)), surveys: new Set(['onboarding']) }

const entryFaults = (all: typeof current, documents: readonly CatalogueDocument[]) =>
  faultsOf(all, documents, nameable)

/** An entry whose plan says something else. */
const changed = (sku: string, changes: object): CatalogueDocument => {
  const document = documentOf(sku)
  return CatalogueDocument.parse({ ...document, plan: { ...document.plan, ...changes } })
}

const aboutWith = (facts: object) => ({ ...documentOf('vs-wk').plan.about, ...facts })

const bundleOf = (code: string) => ({ bundle: { code, quantity: 2, discounts: { USD: '10.00' } } })

const pricesOf = (sku: string): Readonly<Record<string, string>> => documentOf(sku).plan?.prices ?? {}

test('the files of a new shop are valid, and a plan has the values of its file', () => {
  expect(entryFaults(current, startingDocuments)).toEqual([])
  for (const document of startingDocuments) {
    const found = planOfDocument(document)
    expect(found && documentOfPlan(found)).toEqual(document.plan)
  }
})

test('the form of an entry shows all of its values', () => {
  for (const document of startingDocuments)
    expect(changedEntry(document, valuesOf(document))).toEqual({ kind: 'read', document })
})

test('a rule or fact emptied in the form is removed, and half a bundle is refused with a sentence', () => {
  const kit = documentOf('syn-wk')
  const emptied = [...valuesOf(kit).keys()].filter((name) => /^plan\.(?:rules|about)\./.test(name))
  const { rules: _, about: __, ...plain } = kit.plan
  expect(changedEntry(kit, new Map(emptied.map((name) => [name, ''])))).toEqual({
    kind: 'read',
    document: { ...kit, plan: plain },
  })
  const half = changedEntry(kit, new Map([['plan.rules.bundle.code', '']]))
  expect(half.kind === 'wrong' && [...half.faults.keys()]).toEqual(['plan.rules.bundle.code'])
})

test('a difference names its field, and equal entries have none', () => {
  const dearer = changed('syn-wk', { prices: { ...pricesOf('syn-wk'), USD: '52.99' } })
  expect(fieldChanges(documentOf('syn-wk'), dearer)).toEqual([
    { field: 'plan.prices.USD', before: '"49.99"', after: '"52.99"' },
  ])
  expect(fieldChanges(dearer, dearer)).toEqual([])
})

test.each([
  ['a negative price', { USD: '-1.00' }, 'such as 12.50'],
  ['a price without cents', { USD: '49' }, 'such as 12.50'],
  ['yen with decimals', { USD: '49.99', JPY: '49.99' }, 'such as 1250'],
  ['an unknown currency', { USD: '49.99', XXQ: '1.00' }, 'there is no currency XXQ'],
  ['a currency in small letters', { USD: '49.99', eur: '1.00' }, 'there is no currency eur'],
  ['no price in the default currency', { EUR: '49.99' }, 'a price in USD is missing'],
])('refused in a document: %s', (_, prices, message) => {
  const read = CatalogueDocument.safeParse({
    ...documentOf('syn-wk'),
    plan: { ...documentOf('syn-wk').plan, prices },
  })
  expect(read.error?.issues.map((issue) => issue.message).join(' ')).toContain(message)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', 'javascript:alert(1)', ''])(
  'the address %j is not in the shop',
  (pdpUrl) => {
    expect(CatalogueDocument.safeParse({ ...documentOf('syn-wk'), pdpUrl }).success).toBe(false)
    expect(CatalogueDocument.safeParse({ ...documentOf('syn-wk'), buyUrl: pdpUrl }).success).toBe(false)
  },
)

test.each(['../../etc/x', 'Syn', 'syn wk', ''])('the code %j is invalid', (sku) => {
  expect(CatalogueDocument.safeParse({ ...documentOf('syn-wk'), sku }).success).toBe(false)
})

const added = (sku: string, changes: object): CatalogueDocument => ({ ...changed('syn-wk', changes), sku })

const fresh = { id: '6c6f616d-0000-4000-8000-000000000099', sort: 990 }

test.each([
  ['an id that is taken', added('syn-new', { sort: 990 }), 'plan.id'],
  ['a place that is taken', added('syn-new', { ...fresh, sort: 10 }), 'plan.sort'],
  ['a code of another product', added('vs-new', fresh), 'plan.product'],
  ['a renewal as nothing', changed('syn-wk', { renewsAs: null }), 'plan.renewsAs'],
  ['a renewal as an unknown plan', changed('syn-wk', { renewsAs: 'syn-gone' }), 'plan.renewsAs'],
  ['a renewal as a starter kit', changed('syn-wk', { renewsAs: 'vs-wk' }), 'plan.renewsAs'],
  ['a renewal of what is bought once', changed('vs-rst', { renewsAs: 'vs-rf' }), 'plan.renewsAs'],
  ['a refill that renews as another', changed('syn-rf', { renewsAs: 'vs-rf' }), 'plan.renewsAs'],
  ['another interval', changed('syn-rf', { intervalMonths: 2 }), 'plan.intervalMonths'],
  ['another id', changed('syn-rf', { id: fresh.id }), 'plan.id'],
  ['a refill that is none any more', changed('syn-rf', { isSrp: false }), 'plan.isSrp'],
  ['a currency taken away', changed('syn-rf', { prices: { USD: '49.99' } }), 'plan.prices.CAD'],
  [
    'a price of nothing in one currency',
    changed('syn-rf', { prices: { ...pricesOf('syn-rf'), EUR: '0.00' } }),
    'plan.prices',
  ],
  ['a picture that does not exist', changed('syn-rf', { image: '/art/none.avif' }), 'plan.image'],
  ['a picture that is none', { ...documentOf('syn-rf'), cartImage: '/art/none.avif' }, 'cartImage'],
  ['a survey that does not exist', { ...documentOf('syn-rf'), survey: 'none' }, 'survey'],
  ['a prefix of another product', added('syn-x', { ...fresh, product: 'xx-01' }), 'plan.product'],
  ['the name of a product group as a prefix', added('ds-x', { ...fresh, product: 'xx-01' }), 'plan.product'],
  ['another prefix of a product', added('xx-rf', fresh), 'plan.product'],
  ['a gift that no plan is', changed('pds-wk', { rules: { bringsGift: 'pds-xx' } }), 'plan.rules.bringsGift'],
  [
    'a gift that is sold by itself',
    changed('pds-wk', { rules: { bringsGift: 'pds-rf' } }),
    'plan.rules.bringsGift',
  ],
  ['a bundle without an entry', changed('syn-wk', { rules: bundleOf('syn-two') }), 'plan.rules.bundle.code'],
  ['a bundle that is a plan', changed('syn-wk', { rules: bundleOf('vs-wk') }), 'plan.rules.bundle.code'],
  [
    'the bundle of another plan',
    changed('vs-wk', { rules: bundleOf('syn-wk-duo') }),
    'plan.rules.bundle.code',
  ],
  ['a gift that is a subscription', changed('syn-wk', { rules: { isGift: true } }), 'plan.rules.isGift'],
  [
    'a product that is described twice',
    changed('syn-rf', { about: documentOf('syn-wk').plan.about }),
    'plan.about.page',
  ],
  [
    'a picture of a product that does not exist',
    changed('vs-wk', { about: aboutWith({ jar: 'none' }) }),
    'plan.about.jar',
  ],
  [
    'free shipping that members abroad agreed to',
    changed('syn-rf-3mo', { rules: undefined }),
    'plan.rules.shipsFreeAbroad',
  ],
  ['a plan taken away', { ...documentOf('syn-rf'), plan: null }, 'plan'],
])('a catalogue version is not published: %s', (_, document, field) => {
  expect(entryFaults(current, [document]).map((fault) => fault.field)).toContain(field)
})

test('a new plan that renews as another new plan of the same import is published', () => {
  const refill = { ...changed('syn-rf', { ...fresh, renewsAs: 'syn-rf-2mo' }), sku: 'syn-rf-2mo' }
  const kit = added('syn-wk-2mo', {
    id: '6c6f616d-0000-4000-8000-000000000098',
    sort: 980,
    renewsAs: 'syn-rf-2mo',
    rules: undefined,
    about: undefined,
  })
  expect(entryFaults(current, [kit, refill])).toEqual([])
  expect(entryFaults(current, [kit])).toHaveLength(1)
})
