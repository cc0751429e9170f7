import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SupplementFacts, factsInFile, slugInFile, withSupplementFacts } from './supplement-facts.ts'

const root = join(import.meta.dirname, '../../..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, 'content/pages', name), 'utf8'))

const block = { kind: 'supplement-facts', of: 'x' }

test('a block gets the facts of the page it names, at any depth', () => {
  const page = { slug: 'y', sections: [{ kind: 'text', blocks: [block, { kind: 'heading', text: 'Y' }] }] }
  expect(withSupplementFacts(page, (slug) => (slug === 'x' ? 'facts' : undefined))).toEqual({
    slug: 'y',
    sections: [
      {
        kind: 'text',
        blocks: [
          { ...block, facts: 'facts' },
          { kind: 'heading', text: 'Y' },
        ],
      },
    ],
  })
})

test('a page without a product has no facts, and an unknown page has none', () => {
  expect([{}, { product: 'x' }, null, 'x'].map(factsInFile)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([{ slug: 'x' }, { slug: 1 }, null].map(slugInFile)).toEqual(['x', null, null])
})

const labels = [
  ['daily-synbiotic.json', 'reference/syn-wk.json'],
  ['daily-pediatric.json', 'reference/pds-wk.json'],
  ['vaginal-synbiotic.json', 'reference/vs-wk.json'],
] as const

interface ReferencePage {
  readonly sections: readonly {
    readonly blocks?: readonly { readonly kind: string; readonly rows?: string[][] }[]
  }[]
}

const isReference = (value: unknown): value is ReferencePage =>
  typeof value === 'object' && value !== null && 'sections' in value

test.each(labels)('the panel of %s lists the strains and amounts of %s', (product, reference) => {
  const { rows } = SupplementFacts.parse(factsInFile(read(product)))
  const page = read(reference)
  const table = isReference(page)
    ? page.sections.flatMap(({ blocks = [] }) => blocks).find(({ kind }) => kind === 'table')
    : undefined
  expect(rows.map(({ amount }) => amount.replace(' billion CFU', ''))).toEqual(
    table?.rows?.map((row) => row[3]),
  )
  for (const [at, { ingredient }] of rows.entries()) expect(ingredient).toContain(table?.rows?.[at]?.[0])
})
