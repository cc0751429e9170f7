import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import { changedClaims } from '#content/rules/page-claims.ts'
import type { PageClaim } from '#content/rules/page-claims.ts'
import { pageProblems } from '#content/rules/page-check.ts'
import type { KnownAddresses, PageProblem } from '#content/rules/page-check.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import { isPublished } from '#content/rules/publication.ts'
import { currentDocument } from '#content/server/page-drafts.ts'
import { uploadedNames } from '#content/server/page-pictures.ts'
import { readDocument } from '#content/server/page-versions.ts'
import { contentToday } from '#content/server/pages.ts'
import type { LivePages } from '#content/server/pages.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { listStaff } from '#staff/server/staff-members.ts'

/** What pages at the desk need besides their tables. */
export interface PageServices {
  readonly deps: AppDeps
  readonly pages: LivePages
  readonly nameable: Nameable
  /** Whether the shop serves this path with something other than a content page. */
  readonly isScreen: (path: string) => boolean
}

/** What was found on a page as it would be published. */
export interface CheckedPage {
  /** Null when it cannot be shown at all. */
  readonly page: ContentPage | null
  readonly problems: readonly PageProblem[]
  /** Claims that say something else than what is published. */
  readonly changed: readonly PageClaim[]
}

const uploadedIn = (document: PageDocument): string[] => [
  ...new Set(JSON.stringify(document).match(/u-[0-9a-f]{16}-\d{1,4}x\d{1,4}(?:-f\d{1,3}x\d{1,3})?/g)),
]

/** The addresses that answer in the shop now. */
export const knownAddresses = ({
  deps,
  pages,
  isScreen,
}: Pick<PageServices, 'deps' | 'pages' | 'isScreen'>): KnownAddresses => {
  const today = contentToday(deps)
  return {
    isScreen,
    pageAt: (path) => {
      const found = pages.byPath(path)
      return found && isPublished(found, today) ? found : undefined
    },
  }
}

/** Checks a document as it would be published now, against what is published and what answers in the shop. */
export const checkDocument = async (
  { deps, pages, nameable, isScreen }: PageServices,
  slug: string,
  document: PageDocument,
): Promise<CheckedPage> => {
  const live = await currentDocument(deps.database, pages, slug)
  const changed = changedClaims(live?.document ?? {}, document)
  const read = readDocument(pages, slug, document)
  if (read.kind === 'wrong') {
    const problems = read.faults.map(({ slug: of, path, message }) =>
      of === slug
        ? { check: 'texts' as const, path, message }
        : { check: 'texts' as const, path: [], message: `The page ${of}: ${message}` },
    )
    return { page: null, problems, changed }
  }
  const uploaded = await uploadedNames(deps.database, uploadedIn(document))
  const problems = pageProblems({
    page: read.page,
    known: knownAddresses({ deps, pages, isScreen }),
    isPicture: (name) => nameable.pictures.has(name) || uploaded.has(name),
    changed,
  })
  return { page: read.page, problems, changed }
}

/** The names of people at the desk, also of former ones. */
export const staffNames = async ({ database }: AppDeps): Promise<(id: string | null) => string> => {
  const names = new Map((await listStaff(database)).map(({ id, name }) => [id, name ?? '']))
  return (id) => (id === null ? 'an operator' : (names.get(id) ?? 'a former colleague'))
}
