import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import pictures from '../../ui/pictures.json' with { type: 'json' }
import { isScreen } from './known-addresses.ts'
import { parseJsonWithLines } from '#content/rules/json-lines.ts'
import { pageProblems } from '#content/rules/page-check.ts'
import { buildPages } from '#content/rules/page-set.ts'

const folder = join(import.meta.dirname, '../../../content/pages')
const { pages } = buildPages(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ value: parseJsonWithLines(readFileSync(join(folder, name), 'utf8')).value })),
)

const known = { isScreen, pageAt: (path: string) => pages.find((page) => page.path === path) }
const isPicture = (name: string): boolean => Object.hasOwn(pictures, name)

test('every page of the shop passes the checks of the desk', () => {
  const found = pages.flatMap((page) =>
    pageProblems({ page, known, isPicture, changed: [] }).map(
      ({ check, path, message }) => `${page.slug} ${check} ${path.map(String).join('.')}: ${message}`,
    ),
  )
  expect(found).toEqual([])
})
