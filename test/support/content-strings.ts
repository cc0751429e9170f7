import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'
import { sampleMenuEn } from '#shared/sample-menu-en.ts'
import { samplePicturesEn } from '#shared/sample-pictures-en.ts'

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : []
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return path.endsWith('.json') ? [path] : []
  })

const folder = join(import.meta.dirname, '../../content')

const contentOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** What pages of products say beside the choice of plans; each of them is translated. */
const productTexts = (): string[] =>
  filesIn(join(folder, 'pages/de'))
    .map((path) => contentOf(join(folder, 'pages', basename(path))))
    .flatMap((page) => (isRecord(page) ? stringsIn(page['product']) : []))

/** What an operator writes about products and pictures, in the shop's first language: names and texts, the longest first. */
export const contentStrings = (): string[] => {
  const files = [...filesIn(join(folder, 'catalogue')), join(folder, 'jurisdictions.json')].map(contentOf)
  const strings = [files, sampleMenuEn, samplePicturesEn, brand.name, brand.key, brand.social]
    .flatMap(stringsIn)
    .concat(productTexts())
  // Products are called by their names with and without their numbers.
  const names = strings.map((text) => text.replace(/^[A-Z]{2,3}-\d+ /, ''))
  return [...new Set([...strings, ...names])]
    .filter((text) => /[A-Za-z]{3,}/.test(text))
    .toSorted((a, b) => b.length - a.length)
}
