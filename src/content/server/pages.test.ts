import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visitorContext } from '../../../test/support/request-context.ts'
import { createContentHandlers, createPreviewLinks, readContentPages } from './pages.ts'
import { retentionTexts as textsOf } from '#shared/messages/retention-text.ts'
import retention from '../../../content/retention.json' with { type: 'json' }

const retentionTexts = textsOf(retention)

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-pages-'))
})

afterEach(() => rm(folder, { recursive: true }))

const page = (sections: string): string =>
  [
    '{',
    '"slug": "x", "path": "/x",',
    '"title": "X", "description": "X",',
    `"sections": [\n${sections}\n]`,
    '}',
  ].join('\n')

const refusal = async (text: string): Promise<string> => {
  await writeFile(join(folder, 'x.json'), text)
  try {
    await readContentPages(folder, retentionTexts)
  } catch (thrown) {
    if (thrown instanceof Error) return thrown.message
  }
  throw new Error('the file was taken')
}

test('a page based on a missing page prevents the start', async () => {
  const message = await refusal(
    JSON.stringify({
      slug: 'x',
      path: '/x',
      basedOn: 'nowhere',
      title: 'X',
      description: 'X',
      product: { name: 'X', summary: 'X', gallery: [{ name: 'hero', alt: 'X' }], chosen: 1 },
    }),
  )
  expect(message).toMatch(/x\.json is wrong in line \d+: no product page has this slug/)
})

test('all pages of the shop are valid', async () => {
  const pages = await readContentPages(join(import.meta.dirname, '../../../content/pages'), retentionTexts)
  expect(pages.byPath('/')?.slug).toBe('home')
  for (const slug of [
    'daily-synbiotic',
    'daily-synbiotic-refill',
    'daily-pediatric',
    'pediatric-daily-synbiotic-refill',
    'vaginal-synbiotic',
    'vaginal-synbiotic-refill',
  ])
    expect(pages.bySlug(slug)?.product, slug).toBeDefined()
  const [product, refill] = ['daily-synbiotic', 'daily-synbiotic-refill'].map((slug) => pages.bySlug(slug))
  expect([product?.product?.chosen, refill?.product?.chosen]).toEqual([0, 1])
  expect([refill?.path, refill?.sections]).toEqual(['/daily-synbiotic-refill', product?.sections])
})

test('a page is found by its slug and by its path', async () => {
  await writeFile(join(folder, 'x.json'), page('{ "kind": "title", "heading": "X" }'))
  const pages = await readContentPages(folder, retentionTexts)
  expect(pages.bySlug('x')).toBe(pages.byPath('/x'))
  expect(pages.byPath('/y')).toBeUndefined()
})

test.each([
  ['a comma too many', '{\n"slug": "x",\n}', 'in line 3'],
  ['an unknown block', page('{ "kind": "text", "blocks": [\n{ "kind": "marquee" }] }'), 'in line 6'],
  ['a field that means nothing', page('{ "kind": "title", "heading": "X",\n"colour": "red" }'), 'in line 5'],
  [
    'a claim without its disclaimer (ruling 8)',
    page(
      '{ "kind": "text", "blocks": [\n\n{ "kind": "paragraph", "claim": true, "text": "Supports digestion." }] }',
    ),
    'in line 7',
  ],
])('%s prevents the start and is named with file and line', async (_name, text, place) => {
  const message = await refusal(text)
  expect(message).toContain('x.json')
  expect(message).toContain(place)
})

test('two pages with one path prevent the start', async () => {
  await writeFile(join(folder, 'a.json'), page('{ "kind": "title", "heading": "X" }'))
  await writeFile(join(folder, 'b.json'), page('{ "kind": "title", "heading": "X" }'))
  await expect(readContentPages(folder, retentionTexts)).rejects.toThrow('another page has this slug or path')
})

test('an unpublished page is found by its preview link only', async () => {
  const key = { secret: 'a secret of thirty-two characters', publicUrl: 'https://loam.example' }
  const at = (moment: string) => ({ ...key, clock: { now: () => Temporal.Instant.from(moment) } })
  await writeFile(
    join(folder, 'x.json'),
    page('{ "kind": "title", "heading": "X" }').replace('{\n', '{\n"publishedOn": "2026-12-15",\n'),
  )
  const pages = await readContentPages(folder, retentionTexts)
  // 23:59:59 and 00:00 in New York.
  const [eve, day] = [at('2026-12-15T04:59:59Z'), at('2026-12-15T05:00:00Z')]
  const read = (
    deps: typeof eve,
    payload: Parameters<ReturnType<typeof createContentHandlers>['readContentPage']>[1],
  ) => createContentHandlers(pages, deps).readContentPage(visitorContext(), payload)
  await expect(read(eve, { path: '/x' })).rejects.toThrow('NOT_FOUND')
  expect((await read(day, { path: '/x' })).page.slug).toBe('x')
  const [before, after] = [eve, day].map(({ clock }) => pages.edition(clock.now()))
  expect(after).not.toBe(before)
  // A time machine goes back as well.
  expect([eve, day].map(({ clock }) => pages.edition(clock.now()))).toEqual([before, after])
  const preview = new URL(createPreviewLinks(eve).urlOf('x')).searchParams.get('key') ?? ''
  expect((await read(eve, { slug: 'x', preview })).page.slug).toBe('x')
  const other = new URL(createPreviewLinks(eve).urlOf('y')).searchParams.get('key') ?? ''
  await expect(read(eve, { slug: 'x', preview: other })).rejects.toThrow('NOT_FOUND')
})
