import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import { contentFaults } from '../rules/content-check.ts'
import { ContentPage, PageVariant, pageOfVariant } from '../rules/content-page.ts'
import { JsonFault, parseJsonWithLines } from '../rules/json-lines.ts'
import { factsInFile, slugInFile, withSupplementFacts } from '../rules/supplement-facts.ts'
import type { Article } from '../rules/publication.ts'
import { isPublished, publishedArticles } from '../rules/publication.ts'

/** Links to pages that are not published yet; each link works for one page. */
interface PreviewLinks {
  readonly urlOf: (slug: string) => string
  /** Whether the key of a link was made for this page. */
  readonly isValid: (key: string | undefined, slug: string) => boolean
}

export const createPreviewLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): PreviewLinks => {
  const signer = createTokenSigner(secret, 'content preview')
  return {
    urlOf: (slug) => `${publicUrl}/preview?key=${signer.sign(slug)}&page=${encodeURIComponent(slug)}`,
    isValid: (key, slug) => key !== undefined && signer.verify(key) === slug,
  }
}

/** The content store: every page of `content/pages`, read and checked once at start. */
export interface ContentPages {
  readonly bySlug: (slug: string) => ContentPage | undefined
  readonly byPath: (path: string) => ContentPage | undefined
  readonly paths: readonly string[]
  /** The URLs for search engines on this day. */
  readonly listedOn: (today: string) => readonly string[]
  /** The pages that are not out on this day. */
  readonly unpublishedOn: (today: string) => readonly ContentPage[]
  readonly articlesOn: (today: string) => readonly Article[]
  /** How many of the dated pages are published at this moment: a page rendered under another number is stale. */
  readonly edition: (now: Temporal.Instant) => number
}

const fileError = (file: string, line: number, message: string): StartFailure =>
  new StartFailure(`The content file ${file} is wrong in line ${line}: ${message}.`)

interface PageSource {
  readonly file: string
  readonly value: unknown
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

const sourceOf = (file: string, text: string): PageSource => {
  try {
    return { file, ...parseJsonWithLines(text) }
  } catch (thrown) {
    if (thrown instanceof JsonFault) throw fileError(file, thrown.line, thrown.message)
    throw thrown
  }
}

const parseAs = <S extends z.ZodType>(schema: S, { file, value, lineOf }: PageSource): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw fileError(file, lineOf(issue?.path ?? []), issue?.message ?? 'not a page')
}

const checked = (page: ContentPage, { file, lineOf }: PageSource): ContentPage => {
  const [wrong] = contentFaults(page)
  if (wrong) throw fileError(file, lineOf(wrong.path), wrong.message)
  return page
}

const isVariant = ({ value }: PageSource): boolean =>
  typeof value === 'object' && value !== null && 'basedOn' in value

/** A page that shows what another one does, under its own address and title. */
const parseVariant = (source: PageSource, pages: ReadonlyMap<string, ContentPage>): ContentPage => {
  const variant = parseAs(PageVariant, source)
  const base = pages.get(variant.basedOn)
  if (!base?.product)
    throw fileError(source.file, source.lineOf(['basedOn']), 'no product page has this slug')
  return checked(pageOfVariant(variant, { ...base, product: base.product }), source)
}

const startOfDay = (day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).epochMilliseconds

/** The text of a file with the retention periods in place of its marks, such as `{retention:carts}`. */
const withRetentionPeriods = (
  file: string,
  text: string,
  retentionTexts: ReadonlyMap<string, string>,
): string =>
  text.replaceAll(/\{retention:(\w+)\}/g, (mark, name: string) => {
    const period = retentionTexts.get(name)
    if (period === undefined) throw fileError(file, 1, `${mark} is no period of retention.json`)
    return period
  })

const readSource = async (
  folder: string,
  name: string,
  retentionTexts: ReadonlyMap<string, string>,
): Promise<PageSource> => {
  const file = path.join(path.basename(folder), name)
  const text = await readFile(path.join(folder, name), 'utf8')
  return sourceOf(file, withRetentionPeriods(file, text, retentionTexts))
}

/** The sources with the panels of products wherever a page shows one of another page. */
const joinSupplementFacts = (sources: readonly PageSource[]): PageSource[] => {
  const bySlug = new Map(sources.map(({ value }) => [slugInFile(value), factsInFile(value)]))
  return sources.map((source) => ({
    ...source,
    value: withSupplementFacts(source.value, (slug) => bySlug.get(slug)),
  }))
}

/**
 * Reads all pages under a folder; an invalid file stops the start with its name and line. `kept` has the retention
 * periods as text, by name.
 */
export const readContentPages = async (
  folder: string,
  retentionTexts: ReadonlyMap<string, string>,
): Promise<ContentPages> => {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  const slugs = new Map<string, ContentPage>()
  const paths = new Map<string, ContentPage>()
  const add = (page: ContentPage, { file }: PageSource) => {
    if (slugs.has(page.slug) || paths.has(page.path))
      throw fileError(file, 1, 'another page has this slug or path')
    slugs.set(page.slug, page)
    paths.set(page.path, page)
  }
  const sources = joinSupplementFacts(
    await Promise.all(names.map((name) => readSource(folder, name, retentionTexts))),
  )
  for (const source of sources.filter((source) => !isVariant(source)))
    add(checked(parseAs(ContentPage, source), source), source)
  for (const source of sources.filter(isVariant)) add(parseVariant(source, slugs), source)
  const all = [...paths.values()]
  const firstMoments = all.flatMap(({ publishedOn }) => (publishedOn ? [startOfDay(publishedOn)] : []))
  return {
    bySlug: (slug) => slugs.get(slug),
    byPath: (pagePath) => paths.get(pagePath),
    paths: [...paths.keys()],
    listedOn: (today) =>
      all.filter((page) => isPublished(page, today) && !page.unlisted).map(({ path }) => path),
    unpublishedOn: (today) => all.filter((page) => !isPublished(page, today)),
    articlesOn: (today) => publishedArticles(all, today),
    edition: ({ epochMilliseconds }) => firstMoments.filter((moment) => moment <= epochMilliseconds).length,
  }
}

/** Today on the shop's calendar, as content files write a day. */
export const contentToday = ({ clock }: Pick<AppDeps, 'clock'>): string =>
  dateIn(clock.now(), brand.timeZone).toString()

/** Handles the content endpoints. */
export const createContentHandlers = (
  pages: ContentPages,
  deps: Pick<AppDeps, 'clock' | 'secret' | 'publicUrl'>,
): HandlersFor<typeof endpoints> => {
  const previewLinks = createPreviewLinks(deps)
  return {
    readContentPage: async (_context, payload) => {
      const page = 'slug' in payload ? pages.bySlug(payload.slug) : pages.byPath(payload.path)
      const mayPreview = 'slug' in payload && previewLinks.isValid(payload.preview, payload.slug)
      if (!page || !(mayPreview || isPublished(page, contentToday(deps)))) throw new ShopError('NOT_FOUND')
      return { page }
    },
    listArticles: async () => ({ articles: [...pages.articlesOn(contentToday(deps))] }),
  }
}

/** The endpoints of content pages. */
export const contentRoutes = (
  pages: ContentPages,
  deps: Parameters<typeof createContentHandlers>[1],
): readonly Route[] => routes(endpoints, createContentHandlers(pages, deps))
