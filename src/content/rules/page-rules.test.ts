import { expect, test } from 'vitest'
import { restructure } from './draft-structure.ts'
import type { StructureAction } from './draft-structure.ts'
import { changedClaims } from './page-claims.ts'
import { ContentPage } from './content-page.ts'
import { pageProblems } from './page-check.ts'
import { pageChanges, wordRuns } from './page-diff.ts'
import { documentOf, findPart, partAt, partsOf, placeOfPart, withValue } from './page-draft.ts'
import { cropFault, cropInPixels } from './picture-crop.ts'
import { placeWords } from './part-words.ts'

const paragraph = (text: string, claim = false) => ({ kind: 'paragraph', text, ...(claim ? { claim } : {}) })

const document = {
  slug: 'x',
  path: '/x',
  title: 'X',
  description: 'X',
  sections: [
    { kind: 'title', heading: 'X' },
    { kind: 'text', heading: 'One', blocks: [paragraph('a'), paragraph('b')] },
  ],
}

const parts = (() => {
  let count = 0
  return partsOf(document, () => `p${(count += 1)}`)
})()

const edit = { by: 'mira', revision: 5 }
const making = { edit, nextId: () => 'new' }

const texts = (after: ReturnType<typeof restructure>) => {
  if (after.kind === 'refused') return after.message
  const [, text] = after.parts.sections ?? []
  return (text?.blocks ?? []).map(({ value }) => value['text'])
}

test('a changed part records who changed it, and the others stay unchanged', () => {
  const after = withValue(parts, 'p4', paragraph('c'), edit)
  expect(findPart(after, 'p4')?.part).toMatchObject({ by: 'mira', revision: 5 })
  expect(findPart(after, 'p3')?.part).toMatchObject({ by: null, revision: 0 })
  expect(pageChanges(document, documentOf(after))).toEqual([
    { path: ['sections', 1, 'blocks', 1, 'text'], before: 'b', after: 'c' },
  ])
  expect(placeOfPart(after, 'p4')).toEqual(['sections', 1, 'blocks', 1])
  expect(partAt(after, ['sections', 1, 'blocks', 1, 'text']).id).toBe('p4')
  expect(partAt(after, ['title']).id).toBe('page')
})

test.each<[string, Partial<StructureAction>, unknown]>([
  ['a block moves up', { action: 'up', part: 'p4' }, ['b', 'a']],
  ['the first one does not', { action: 'up', part: 'p3' }, 'It cannot go further up.'],
  ['a copy is below', { action: 'duplicate', part: 'p3' }, ['a', 'a', 'b']],
  ['a block is removed', { action: 'remove', part: 'p3' }, ['b']],
  ['a new one is below', { action: 'add-block', part: 'p3', value: paragraph('n') }, ['a', 'n', 'b']],
  ['or last in its section', { action: 'add-block', part: 'p2', value: paragraph('n') }, ['a', 'b', 'n']],
  ['a title has no blocks', { action: 'add-block', part: 'p1' }, 'This section has no blocks.'],
  ['what is gone is named', { action: 'up', part: 'p9' }, 'It is not on the page any more.'],
])('%s', (_name, action, expected) => {
  const after = restructure(parts, { action: 'up', part: 'p1', base: 0, ...action }, making)
  expect(texts(after)).toEqual(expected)
})

test('a part that somebody else changed is not removed, also inside a removed section', () => {
  const changed = withValue(parts, 'p4', paragraph('c'), edit)
  for (const part of ['p4', 'p2']) {
    const after = restructure(changed, { action: 'remove', part, base: 0 }, making)
    expect(texts(after), part).toContain('Someone changed it meanwhile')
  }
})

test('a claim counts as changed when its words change, wherever it is on the page', () => {
  const claim = (text: string) => ({ sections: [paragraph(text, true)] })
  expect(
    changedClaims(claim('Supports.'), { sections: [paragraph('New'), paragraph('Supports.', true)] }),
  ).toEqual([])
  expect(changedClaims(claim('Supports.'), claim('Supports more. [*](#disclaimer)'))).toMatchObject([
    { hasSource: false },
  ])
  expect(changedClaims({}, claim('Supports. [1](#sources) [*](#disclaimer)'))).toMatchObject([
    { hasSource: true },
  ])
  // Words that become a claim are one, though they are the same.
  expect(changedClaims({ sections: [paragraph('Supports.')] }, claim('Supports.'))).toHaveLength(1)
})

const problemsOf = (sections: unknown, path = '/x') =>
  pageProblems({
    page: ContentPage.parse({ ...document, path, sections }),
    known: { isScreen: (at) => at === '/cart', pageAt: () => undefined },
    isPicture: (name) => name === 'leek',
    changed: [],
  }).map(({ check, path: at, message }) => `${check} ${at.map(String).join('.')}: ${message}`)

test('links must lead to existing pages, screens, anchors or other sites', () => {
  const text = (words: string) => [
    { kind: 'title', heading: 'X' },
    { kind: 'text', anchor: 'here', blocks: [paragraph(words)] },
  ]
  expect(
    problemsOf(
      text('[a](/cart?x=1) [b](#here) [c](https://other.example/x) [d](mailto:a@b.example) [e](/x/)'),
    ),
  ).toEqual([])
  expect(problemsOf(text('[a](/gone)'))).toEqual([
    'links sections.1.blocks.0.text: The shop has no page at /gone.',
  ])
  expect(problemsOf(text('[a](#gone)'))).toEqual([
    'links sections.1.blocks.0.text: This page has no part “gone”.',
  ])
})

test('headings begin with one title and skip no level', () => {
  const title = { kind: 'title', heading: 'X' }
  const text = (blocks: readonly object[]) => ({ kind: 'text', blocks })
  const part = { kind: 'section', heading: 'P', blocks: [{ kind: 'heading', text: 'h' }] }
  expect(problemsOf([title, text([part])])).toEqual([])
  expect(problemsOf([text([part]), title])).toEqual([
    'headings sections.0.blocks.0: The page does not begin with its title.',
  ])
  expect(problemsOf([title, title])).toEqual(['headings sections.1: A page has one title.'])
})

test('a picture needs a description and must exist', () => {
  const title = (name: string, alt: string) => [{ kind: 'title', heading: 'X', picture: { name, alt } }]
  expect(problemsOf(title('leek', 'A leek'))).toEqual([])
  expect(problemsOf(title('leek', ' '))).toHaveLength(1)
  expect(problemsOf(title('onion', 'An onion'))).toEqual([
    'pictures sections.0.picture.name: There is no picture onion.',
  ])
})

test('versions are compared by words, and a moved block is not a change of words', () => {
  expect(wordRuns('more than once', 'more often than once')).toEqual([
    { kind: 'same', text: 'more ' },
    { kind: 'added', text: 'often ' },
    { kind: 'same', text: 'than once' },
  ])
  const [title, text] = document.sections
  const inserted = { ...document, sections: [title, { kind: 'text', blocks: [paragraph('n')] }, text] }
  expect(pageChanges(document, inserted).map(({ before, after }) => [before, after])).toEqual([
    [null, 'text'],
    [null, 'paragraph'],
    [null, 'n'],
  ])
  expect(pageChanges(document, document)).toEqual([])
  expect(placeWords(document, ['sections', 1, 'blocks', 0, 'text'])).toBe('Text 2, Paragraph 1, Text')
})

test('a crop must be inside its picture', () => {
  const picture = { width: 1000, height: 500 }
  expect(cropInPixels({ left: 25, top: 50, width: 50, height: 50 }, picture)).toEqual({
    left: 250,
    top: 250,
    width: 500,
    height: 250,
  })
  expect(cropInPixels({ left: 100, top: 0, width: 1, height: 100 }, picture)).toEqual({
    left: 999,
    top: 0,
    width: 1,
    height: 500,
  })
  expect(cropFault({ left: 60, top: 0, width: 60, height: 100 })).toContain('Left and width')
  expect(cropFault({ left: 0, top: 0, width: 100, height: 100 })).toBeNull()
})
