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

/** Names of products, which are the same in every language; what else the catalogue says is translated. */
const namesOf = (entry: unknown): unknown[] => {
  const plan = isRecord(entry) && isRecord(entry['plan']) ? entry['plan'] : {}
  return isRecord(entry) ? [entry['name'], isRecord(plan['about']) ? plan['about']['shortName'] : null] : []
}

/** What pages of products say beside the choice of plans; each of them is translated. */
const productTexts = (): string[] =>
  filesIn(join(folder, 'pages/de'))
    .map((path) => contentOf(join(folder, 'pages', basename(path))))
    .flatMap((page) => (isRecord(page) ? stringsIn(page['product']) : []))

/** What an operator writes about products and pictures, in the shop's first language: names and texts, the longest first. */
export const contentStrings = (): string[] => {
  const names = filesIn(join(folder, 'catalogue')).map(contentOf).flatMap(namesOf)
  const places = contentOf(join(folder, 'jurisdictions.json'))
  const strings = [names, places, sampleMenuEn, samplePicturesEn, brand.name, brand.key, brand.social]
    .flatMap(stringsIn)
    .concat(productTexts())
  // Products are called by their names with and without their numbers.
  const short = strings.map((text) => text.replace(/^[A-Z]{2,3}-\d+ /, ''))
  return [...new Set([...strings, ...short])]
    .filter((text) => /[A-Za-z]{3,}/.test(text))
    .toSorted((a, b) => b.length - a.length)
}
