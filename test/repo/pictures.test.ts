import { globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandPicturesIn } from '#shared/brand-pictures.ts'
import pictures from '#ui/pictures.json' with { type: 'json' }
import { isRecord } from '#shared/is-record.ts'

interface PlacedPicture {
  readonly page: string
  readonly name: string
  readonly alt: string
}

const folder = 'content/pages'

/** Pictures of a value, in the order in which they are written. */
const picturesIn = (page: string, value: unknown): PlacedPicture[] => {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => picturesIn(page, entry))
  if (!isRecord(value)) return []
  const { name, alt } = value
  if (typeof name === 'string' && typeof alt === 'string') return [{ page, name, alt }]
  return Object.values(value).flatMap((entry) => picturesIn(page, entry))
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // A page in another language shows the pictures of its original.
  .filter((file) => file.endsWith('.json') && !file.startsWith('de/'))
  .map((file): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8')))

/** Pictures of each content page in the order in which a reader meets them; where layers are shown no gallery is. */
const pages = files.filter(isRecord).map(({ path, article, product, sections }) => {
  const { gallery, offers } = isRecord(product) ? product : {}
  const layers = picturesIn(String(path), offers)
  return [article, layers.length > 0 ? offers : gallery, sections].flatMap((part) =>
    picturesIn(String(path), part),
  )
})

/** Names of the brand's pictures by their role. */
const brandPictures = new Map<string, string>(
  Object.entries(brandPicturesIn('en')).map(([role, { name }]) => [role, name]),
)

/** Screens that begin with a picture beside them: sign-in, the empty cart, pages about one order. */
const screens = globSync('src/**/screens/*.tsx')
  .concat(globSync('src/web/shell/*.tsx'))
  .flatMap((file): PlacedPicture[] => {
    const source = readFileSync(file, 'utf8')
    if (!/<(PictureSplit|OrderLookupPage|SignInFrame)\b/.test(source)) return []
    const roles = [...source.matchAll(/\bpicture(?:=| = )["']([^"']+)["']/g)].map(([, role = '']) => role)
    return [...new Set(roles)].map((role) => ({
      page: file,
      name: brandPictures.get(role) ?? role,
      alt: '',
    }))
  })

test('no picture is the first on more than two pages', () => {
  expect(screens.length).toBeGreaterThan(8)
  const firsts = Map.groupBy(
    [...pages.flatMap(([first]) => (first ? [first] : [])), ...screens],
    ({ name }) => name,
  )
  const tooOften = [...firsts].flatMap(([name, on]) =>
    on.length > 2 ? [`${name}: ${on.map(({ page }) => page).join(', ')}`] : [],
  )
  expect(tooOften).toEqual([])
})

test('every picture that a page names exists and has a description', () => {
  const placed = pages.flat()
  expect(placed.filter(({ name }) => !Object.hasOwn(pictures, name))).toEqual([])
  expect(placed.filter(({ alt }) => alt.trim() === '')).toEqual([])
})

test('a product gallery shows at least six pictures, and none twice', () => {
  // Refill pages are variants of these.
  const galleries = files
    .filter(isRecord)
    .flatMap(({ path, basedOn, product }) =>
      basedOn === undefined && isRecord(product) && /^(DS|PDS|VS)-/.test(String(product['code']))
        ? [{ path, names: picturesIn(String(path), product['gallery']).map(({ name }) => name) }]
        : [],
    )
  expect(galleries).toHaveLength(3)
  expect(
    galleries.filter(({ names }) => new Set(names).size < 6 || new Set(names).size < names.length),
  ).toEqual([])
})

test('every picture is used on a page, and an article has the same picture in the list and at its top', () => {
  const sources = globSync(['content/**/*.json', 'src/**/*.{ts,tsx}'])
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  const unplaced = Object.keys(pictures).filter((name) => !new RegExp(`["'/]${name}["'.]`).test(sources))
  expect(unplaced).toEqual([])
  const articles = files.filter(isRecord).filter(({ article }) => article !== undefined)
  expect(articles.length).toBeGreaterThan(10)
  const [listed, headed] = [
    articles.map(({ path, article }) => picturesIn(String(path), article)[0]),
    articles.map(({ path, sections }) => picturesIn(String(path), sections)[0]),
  ]
  expect(headed).toEqual(listed)
})
