import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import type { ContentPage } from '../rules/content-page.ts'
import { pageChanges } from '../rules/page-diff.ts'
import type { PageDocument } from '../rules/page-set.ts'
import { assemble, savedPages } from './live-pages.ts'
import type { LivePages, SavedPage } from './live-pages.ts'
import type { PageFiles } from './page-files.ts'
import { settleDraft } from './page-draft-store.ts'
import { endSchedule, insertSchedule, lockWaiting, selectDueSlugs } from './page-schedule-store.ts'
import {
  insertPageVersion,
  lockPageVersions,
  selectLatestNumber,
  selectLatestVersions,
} from './page-version-store.ts'
import type { VersionKind } from './page-version-store.ts'

export { hasDueSchedule, selectShownSchedules as shownSchedules } from './page-schedule-store.ts'
export type { PageSchedule } from './page-schedule-store.ts'
export {
  selectLatestVersions as latestPageVersions,
  selectPageVersion as pageVersion,
  selectPageVersions as pageVersions,
} from './page-version-store.ts'
export type { PageVersion } from './page-version-store.ts'

/** What is wrong with a page that would be published, and where in it. */
export interface DocumentFault {
  readonly slug: string
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** A page as it would be shown among the others, or what is wrong with any of them then. */
export type ReadDocument =
  | { readonly kind: 'page'; readonly page: ContentPage }
  | { readonly kind: 'wrong'; readonly faults: readonly DocumentFault[] }

const readAmong = (
  saved: readonly SavedPage[],
  files: PageFiles,
  slug: string,
  document: PageDocument,
): ReadDocument => {
  const own = { slug, document, version: -1 }
  const isKnown = saved.some((page) => page.slug === slug)
  const all = isKnown ? saved.map((page) => (page.slug === slug ? own : page)) : [...saved, own]
  const { pages, faults } = assemble(all, files)
  const page = pages.find((one) => one.slug === slug)
  if (faults.length === 0 && page) return { kind: 'page', page }
  return {
    kind: 'wrong',
    faults: faults.map(({ source, path, message }) => ({ slug: source.slug, path, message })),
  }
}

/** A page as it would be shown with this document, by the pages as they are in memory. */
export const readDocument = (pages: LivePages, slug: string, document: PageDocument): ReadDocument =>
  readAmong(pages.saved(), pages.files, slug, document)

interface Publication {
  readonly kind: Exclude<VersionKind, 'file'>
  readonly note: string
  /** Of the people at the desk who publish it and who approved its claims; none for a command. */
  readonly staffId: string | null
  readonly approvedBy: string | null
}

/** A document to be published in the place of a version. */
export interface DocumentToPublish {
  readonly slug: string
  readonly document: PageDocument
  /** The latest version; 0 for a page without one. */
  readonly base: number
}

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** The file of a page is its first version, so that it can be compared with and restored. */
const keepFile = async (tx: Tx, { files }: PageFiles, slug: string): Promise<number> => {
  const file = files.find((one) => one.slug === slug)
  if (file === undefined) return 0
  const { document } = file
  const own = { slug, number: 1, kind: 'file', note: '', staffId: null, approvedBy: null } as const
  await insertPageVersion(tx, { ...own, document })
  return 1
}

/**
 * Publishes a page and has every process read it and drop its cached pages. Answers the number of the version. ACTION_NOT_ALLOWED
 * when another version is the latest, or when some page could not be shown with it.
 */
export const publishPage = async (
  tx: Tx,
  files: PageFiles,
  publication: Publication,
  { slug, document, base }: DocumentToPublish,
): Promise<number> => {
  await lockPageVersions(tx)
  const latest = await selectLatestNumber(tx.db, slug)
  if (latest !== base) throw refused('Someone published this page meanwhile. Nothing was done.')
  const saved = savedPages(files, await selectLatestVersions(tx.db))
  const read = readAmong(saved, files, slug, document)
  if (read.kind === 'wrong') {
    const [fault] = read.faults
    throw refused(`${fault?.slug ?? slug}: ${fault?.message ?? 'it cannot be shown'}. Nothing was done.`)
  }
  const number = (latest === 0 ? await keepFile(tx, files, slug) : latest) + 1
  await insertPageVersion(tx, { slug, number, document, ...publication })
  await tx.invalidate('content')
  return number
}

const writeImported = async (
  tx: Tx,
  files: PageFiles,
  {
    slug,
    document,
    latest,
  }: { readonly slug: string; readonly document: PageDocument; readonly latest: number },
): Promise<number> => {
  const number = (latest === 0 ? await keepFile(tx, files, slug) : latest) + 1
  const publication = { kind: 'import', note: '', staffId: null, approvedBy: null } as const
  await insertPageVersion(tx, { slug, number, document, ...publication })
  return number
}

/** A page that an import changes. */
export interface ImportedPage {
  readonly slug: string
  /** Its new version; the latest one in a trial. */
  readonly version: number
  /** Texts that are different. */
  readonly changes: number
}

type Imported =
  | { readonly kind: 'imported'; readonly pages: readonly ImportedPage[] }
  | { readonly kind: 'wrong'; readonly faults: readonly DocumentFault[] }

/** Publishes what is different in these documents, checked together; nothing is published when one page could not be shown then. */
export const importPages = async (
  tx: Tx,
  files: PageFiles,
  documents: readonly { readonly slug: string; readonly document: PageDocument }[],
  isTrial: boolean,
): Promise<Imported> => {
  await lockPageVersions(tx)
  const before = savedPages(files, await selectLatestVersions(tx.db))
  const given = new Map(documents.map((one) => [one.slug, { ...one, version: -1 }]))
  const known = new Set(before.map(({ slug }) => slug))
  const after = [
    ...before.map((page) => given.get(page.slug) ?? page),
    ...[...given.values()].filter(({ slug }) => !known.has(slug)),
  ]
  const { faults } = assemble(after, files)
  if (faults.length > 0)
    return {
      kind: 'wrong',
      faults: faults.map(({ source, path, message }) => ({ slug: source.slug, path, message })),
    }
  const pages: ImportedPage[] = []
  for (const { slug, document } of given.values()) {
    const changes = pageChanges(before.find((page) => page.slug === slug)?.document, document).length
    if (changes === 0) continue
    const latest = await selectLatestNumber(tx.db, slug)
    const version = isTrial ? latest : await writeImported(tx, files, { slug, document, latest })
    pages.push({ slug, version, changes })
  }
  if (pages.length > 0 && !isTrial) await tx.invalidate('content')
  return { kind: 'imported', pages }
}

/** Has a document wait for its moment. ACTION_NOT_ALLOWED when one of the page waits already. */
export const schedulePage = async (
  tx: Tx,
  one: DocumentToPublish & {
    readonly publishAt: Temporal.Instant
    /** Of the draft that it is. */
    readonly revision: number
    readonly note: string
    readonly staffId: string
    readonly approvedBy: string | null
  },
): Promise<void> => {
  const { base, ...rest } = one
  if (!(await insertSchedule(tx, { ...rest, baseVersion: base })))
    throw refused('A version of this page is scheduled already. Cancel that first.')
}

/** Takes a scheduled version back; returns whether there was one. */
export const cancelSchedule = async (tx: Tx, slug: string): Promise<boolean> => {
  const waiting = await lockWaiting(tx, slug)
  if (waiting) await endSchedule(tx, waiting.id, 'canceled')
  return waiting !== null
}

const publishScheduled = (deps: AppDeps, files: PageFiles, slug: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const waiting = await lockWaiting(tx, slug)
    if (!waiting || Temporal.Instant.compare(waiting.publishAt, tx.now) > 0) return
    const { document, baseVersion: base, note, staffId, approvedBy, revision } = waiting
    const publication = { kind: 'desk', note, staffId, approvedBy } as const
    const version = await publishPage(tx, files, publication, { slug, document, base })
    await settleDraft(tx, slug, { revision, base, version })
    await endSchedule(tx, waiting.id, 'published')
  })

const failSchedule = (deps: AppDeps, slug: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const waiting = await lockWaiting(tx, slug)
    if (waiting) await endSchedule(tx, waiting.id, 'failed')
  })

/** Publishes the versions whose moment has come. One that cannot be any more is marked as failed, and the page shows that. */
export const publishDuePages = async (deps: AppDeps, files: PageFiles): Promise<void> => {
  for (const slug of await selectDueSlugs(deps.database, deps.clock.now())) {
    try {
      await publishScheduled(deps, files, slug)
    } catch (thrown) {
      if (!(thrown instanceof ShopError) || thrown.code !== 'ACTION_NOT_ALLOWED') throw thrown
      deps.log.warn({ slug, err: thrown }, 'a scheduled page cannot be published')
      await failSchedule(deps, slug)
    }
  }
}
