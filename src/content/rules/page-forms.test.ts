import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf, listParts, partsOf } from './page-draft.ts'
import { formOfPart, fixedValuesOf } from './part-form.ts'
import { textsOfValue, valueIn } from './form-shape.ts'
import { afterListAction } from './list-action.ts'
import { isDocument } from './page-set.ts'
import type { PageDocument } from './page-set.ts'
import { Block } from './content-block.ts'
import { Section } from './content-page.ts'

const folder = join(import.meta.dirname, '../../../content/pages')
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, PageDocument] => {
    const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return [name, isDocument(value) ? value : {}]
  })

const ids = (): (() => string) => {
  let count = 0
  return () => `p${(count += 1)}`
}

test('a page split into parts and joined again is the same page', () => {
  for (const [name, document] of documents)
    expect(documentOf(partsOf(document, ids())), name).toEqual(document)
})

/** A value as its schema reads it: with what it leaves out. */
const usual = (kind: string, value: unknown): unknown => {
  const schema = kind === 'block' ? Block : kind === 'section' ? Section : null
  const parsed = schema?.safeParse(value)
  return parsed?.success ? parsed.data : JSON.parse(JSON.stringify(value))
}

test.each(documents)('the forms of %s contain every value of the page', (_name, document) => {
  const parts = partsOf(document, ids())
  for (const found of listParts(parts)) {
    const node = formOfPart(found, document)
    const { value } = found.part
    const read = valueIn(node, textsOfValue(node, value))
    const said = { ...fixedValuesOf(found), ...(isDocument(read) ? read : {}) }
    const withBlocks = (one: PageDocument) =>
      value['kind'] === 'text' ? { ...one, blocks: [{ kind: 'disclaimer' }] } : one
    expect(usual(found.kind, withBlocks(said)), found.part.id).toEqual(usual(found.kind, withBlocks(value)))
  }
})

const accordion = (() => {
  const found = {
    part: { id: 'p', revision: 0, by: null, value: { kind: 'accordion' } },
    kind: 'block',
    section: null,
  } as const
  return formOfPart(found, {})
})()

const items = [
  { title: 'One', text: 'a' },
  { title: 'Two', text: 'b', open: true },
]

test('changing a list in a form keeps the typed text', () => {
  const typed = new Map(textsOfValue(accordion, { items })).set('items.0.text', 'typed')
  const titles = (action: string) => {
    const read = valueIn(accordion, afterListAction(accordion, typed, action))
    return isDocument(read) && Array.isArray(read['items'])
      ? read['items'].map((item: (typeof items)[number]) => item.text)
      : []
  }
  expect(titles('up items.1')).toEqual(['b', 'typed'])
  expect(titles('down items.1')).toEqual(['typed', 'b'])
  expect(titles('remove items.0')).toEqual(['b'])
  expect(titles('add items')).toEqual(['typed', 'b', ''])
  expect(titles('remove items.7')).toEqual(['typed', 'b'])
  expect(titles('nonsense')).toEqual(['typed', 'b'])
})
