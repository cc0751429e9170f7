import type { RetentionTexts } from '#shared/messages/retention-text.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import type { ContentPage } from '../rules/content-page.ts'
import { buildPages } from '../rules/page-set.ts'
import type { PageDocument, PageFault, PageSource } from '../rules/page-set.ts'
import { isPublished, publishedArticles } from '../rules/publication.ts'
import type { Article } from '../rules/publication.ts'
import { readPageFiles, shownValue } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { selectLatestVersions } from './page-version-store.ts'
import type { PageVersion } from './page-version-store.ts'

/** The pages of the shop. */
export interface ContentPages {
  readonly bySlug: (slug: string) => ContentPage | undefined
  readonly byPath: (path: string) => ContentPage | undefined
  readonly paths: readonly string[]
  /** The URLs for search engines on this day. */
  readonly listedOn: (today: string) => readonly string[]
  /** The pages that are not out on this day. */
  readonly unpublishedOn: (today: string) => readonly ContentPage[]
  readonly articlesOn: (today: string) => readonly Article[]
  /** What pages were made of at this moment: a page rendered under another edition is stale. */
  readonly edition: (now: Temporal.Instant) => string
}

/** What a page says now, before it is put together with others. */
export interface SavedPage {
  readonly slug: string
  readonly document: PageDocument
  /** The version that says so; 0 for the file of a release. */
  readonly version: number
}

/** The pages as they are published now: the files, and in their place what was published since. */
export interface LivePages extends ContentPages {
  readonly files: PageFiles
  /** Every page as it was saved, files first. */
  readonly saved: () => readonly SavedPage[]
}

const startOfDay = (day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).epochMilliseconds

const contentPagesOf = (all: readonly ContentPage[]): ContentPages => {
  const slugs = new Map(all.map((page) => [page.slug, page]))
  const paths = new Map(all.map((page) => [page.path, page]))
  const firstMoments = all
    .flatMap(({ publishedOn }) => (publishedOn ? [startOfDay(publishedOn)] : []))
    .toSorted((a, b) => a - b)
  // How many of them are over: asked with each request, and different once in many days.
  let over = 0
  const overAt = (now: number): number => {
    while (over > 0 && (firstMoments[over - 1] ?? 0) > now) over -= 1
    while (over < firstMoments.length && (firstMoments[over] ?? 0) <= now) over += 1
    return over
  }
  return {
    bySlug: (slug) => slugs.get(slug),
    byPath: (pagePath) => paths.get(pagePath),
    paths: [...paths.keys()],
    listedOn: (today) =>
      all.filter((page) => isPublished(page, today) && !page.unlisted).map(({ path }) => path),
    unpublishedOn: (today) => all.filter((page) => !isPublished(page, today)),
    articlesOn: (today) => publishedArticles(all, today),
    edition: ({ epochMilliseconds }) => String(overAt(epochMilliseconds)),
  }
}

const filePages = ({ files }: PageFiles): SavedPage[] =>
  files.map(({ slug, document }) => ({ slug, document, version: 0 }))

/** Files with what was published since in their place, then pages that have no file. */
export const savedPages = (
  files: PageFiles,
  versions: readonly Pick<PageVersion, 'slug' | 'document' | 'number'>[],
): readonly SavedPage[] => {
  const bySlug = new Map(filePages(files).map((page) => [page.slug, page]))
  for (const { slug, document, number } of versions) bySlug.set(slug, { slug, document, version: number })
  return [...bySlug.values()]
}

/** Pages put together from what was saved, with all faults. */
export const assemble = (saved: readonly SavedPage[], { periods }: PageFiles) =>
  buildPages(saved.map((page) => ({ ...page, value: shownValue(page.document, periods) })))

type SavedFault = PageFault<SavedPage & PageSource>

interface ShownPages {
  readonly pages: readonly ContentPage[]
  readonly faults: readonly SavedFault[]
}

/**
 * What can be shown: a version that a release cannot read any more gives way to its file, and without one to nothing. The rest of
 * the shop stays as it is.
 */
const showable = (saved: readonly SavedPage[], files: PageFiles): ShownPages => {
  const { pages, faults } = assemble(saved, files)
  if (faults.length === 0) return { pages, faults }
  const wrong = new Set(faults.map(({ source }) => source.slug))
  const own = new Map(filePages(files).map((page) => [page.slug, page]))
  const replaced = saved.flatMap((page) => (wrong.has(page.slug) ? (own.get(page.slug) ?? []) : [page]))
  return { pages: assemble(replaced, files).pages, faults }
}

/** The pages of files alone. */
export const readContentPages = async (folder: string, periods: RetentionTexts): Promise<ContentPages> => {
  const { pages } = await readPageFiles(folder, periods)
  return contentPagesOf(pages)
}

const faultText = ({ source, path, message }: SavedFault): string =>
  `${source.slug}, version ${source.version}, ${path.map(String).join('.')}: ${message}`

/**
 * With the day on which it was published as the one on which it changed. Another address of a page has the day of the page that it
 * is based on.
 */
const dated = (
  saved: readonly SavedPage[],
  versions: readonly Pick<PageVersion, 'slug' | 'publishedAt'>[],
): readonly SavedPage[] => {
  const days = new Map(
    versions.map(({ slug, publishedAt }) => [
      slug,
      publishedAt.toZonedDateTimeISO(brand.timeZone).toPlainDate().toString(),
    ]),
  )
  return saved.map((page) => {
    const updatedOn = page.document['basedOn'] === undefined ? days.get(page.slug) : undefined
    return updatedOn === undefined ? page : { ...page, document: { ...page.document, updatedOn } }
  })
}

/** Reads the versions of pages, of this content version or a later one. */
const readShown = async (deps: AppDeps, files: PageFiles, version: number) => {
  const versions = await deps.replica.readVersion('content', version, selectLatestVersions)
  const saved = savedPages(files, versions)
  // Files alone were checked when they were read.
  const shown: ShownPages =
    versions.length === 0 ? { pages: files.pages, faults: [] } : showable(dated(saved, versions), files)
  if (shown.faults.length > 0)
    deps.log.error({ pages: shown.faults.map(faultText) }, 'pages of earlier versions cannot be shown')
  return { version, saved, pages: contentPagesOf(shown.pages) }
}

/**
 * The pages, kept in memory and read again when one is published in any process. Its edition holds the content version that was
 * read, so that a page rendered while another version is read is not taken for one of that version.
 */
export const openLivePages = async (deps: AppDeps, files: PageFiles): Promise<LivePages> => {
  const known = (): number => deps.state.version('content')
  let shown = await readShown(deps, files, known())
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    while (shown.version !== known()) shown = await readShown(deps, files, known())
  }
  const readOnce = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
  // A read that failed is made up for by the next request.
  const readInBackground = (): void => {
    if (reading !== null || shown.version === known()) return
    readOnce().catch((thrown: unknown) => deps.log.warn({ err: thrown }, 'cannot read the pages'))
  }
  deps.state.onChange('content', readOnce)
  return {
    files,
    saved: () => shown.saved,
    bySlug: (slug) => shown.pages.bySlug(slug),
    byPath: (path) => shown.pages.byPath(path),
    get paths() {
      return shown.pages.paths
    },
    listedOn: (today) => shown.pages.listedOn(today),
    unpublishedOn: (today) => shown.pages.unpublishedOn(today),
    articlesOn: (today) => shown.pages.articlesOn(today),
    edition: (now) => {
      readInBackground()
      return `${shown.version}-${shown.pages.edition(now)}`
    },
  }
}
