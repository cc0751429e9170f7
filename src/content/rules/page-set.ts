import type { z } from 'zod'
import { contentFaults } from './content-check.ts'
import { ContentPage, PageVariant, pageOfVariant } from './content-page.ts'
import { factsInFile, slugInFile, withSupplementFacts } from './supplement-facts.ts'

/** What a page says, as in a file of `content/pages`. */
export type PageDocument = Readonly<Record<string, unknown>>

export const isDocument = (value: unknown): value is PageDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A page before it is checked; what it says of other pages is not put in yet. */
export interface PageSource {
  readonly value: unknown
}

/** What is wrong with a page of a set, and where in it. */
export interface PageFault<S extends PageSource> {
  readonly source: S
  readonly path: readonly PropertyKey[]
  readonly message: string
}

interface PageSet<S extends PageSource> {
  /** Those without faults. */
  readonly pages: readonly ContentPage[]
  readonly faults: readonly PageFault<S>[]
}

type Faults = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
type ReadPage = { readonly page: ContentPage } | { readonly faults: Faults }

export const isVariant = (value: unknown): boolean => isDocument(value) && 'basedOn' in value

const parseAs = <S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly data: z.output<S> } | { readonly faults: Faults } => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { data: parsed.data }
  return { faults: parsed.error.issues.map(({ path, message }) => ({ path, message })) }
}

const checked = (page: ContentPage): ReadPage => {
  const faults = contentFaults(page)
  return faults.length > 0 ? { faults } : { page }
}

const readWhole = (value: unknown): ReadPage => {
  const read = parseAs(ContentPage, value)
  return 'data' in read ? checked(read.data) : read
}

/** A page that shows what another one does, under its own address and title. */
const readVariant = (value: unknown, bases: ReadonlyMap<string, ContentPage>): ReadPage => {
  const read = parseAs(PageVariant, value)
  if (!('data' in read)) return read
  const base = bases.get(read.data.basedOn)
  return base?.product
    ? checked(pageOfVariant(read.data, { ...base, product: base.product }))
    : { faults: [{ path: ['basedOn'], message: 'no product page has this slug' }] }
}

/** The values with the panels of products wherever a page shows one of another page. */
const joinSupplementFacts = (sources: readonly PageSource[]): unknown[] => {
  const bySlug = new Map(sources.map(({ value }) => [slugInFile(value), factsInFile(value)]))
  return sources.map(({ value }) => withSupplementFacts(value, (slug) => bySlug.get(slug)))
}

/** The pages of all sources together, and everything that is wrong with any of them. */
export const buildPages = <S extends PageSource>(sources: readonly S[]): PageSet<S> => {
  const slugs = new Map<string, ContentPage>()
  const paths = new Map<string, ContentPage>()
  const faults: PageFault<S>[] = []
  const add = (source: S, read: ReadPage): void => {
    if ('faults' in read) {
      faults.push(...read.faults.map((fault) => ({ source, ...fault })))
    } else if (slugs.has(read.page.slug) || paths.has(read.page.path)) {
      faults.push({ source, path: [], message: 'another page has this slug or path' })
    } else {
      slugs.set(read.page.slug, read.page)
      paths.set(read.page.path, read.page)
    }
  }
  const values = joinSupplementFacts(sources)
  const all = sources.map((source, at) => ({ source, value: values[at] }))
  for (const { source, value } of all) if (!isVariant(value)) add(source, readWhole(value))
  for (const { source, value } of all) if (isVariant(value)) add(source, readVariant(value, slugs))
  return { pages: [...paths.values()], faults }
}

/** Texts with the retention periods in place of their marks, such as `{retention:carts}`; a mark without a period stays. */
export const withRetentionPeriods = (text: string, periods: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{retention:(\w+)\}/g, (mark, name: string) => periods.get(name) ?? mark)

/** The first mark of a retention period that does not exist; null when each does. */
export const unknownRetention = (text: string, periods: ReadonlyMap<string, string>): string | null =>
  [...text.matchAll(/\{retention:(\w+)\}/g)].find(([, name = '']) => !periods.has(name))?.[0] ?? null
