import { documentOf } from '#content/rules/page-draft.ts'
import { pageChanges, wordRuns } from '#content/rules/page-diff.ts'
import { placeWords } from '#content/rules/part-words.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import { beginDraft, currentDocument, pageDraft } from '#content/server/page-drafts.ts'
import { pageVersion, pageVersions } from '#content/server/page-versions.ts'
import type { PageVersion } from '#content/server/page-versions.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { recordAction } from '#staff/server/audits.ts'
import type * as endpoints from '../page-version-endpoints.ts'
import { slugOfKey } from '../rules/page-key.ts'
import { pageSubject } from './page-approval.ts'
import { staffNames } from './page-checks.ts'
import type { PageServices } from './page-checks.ts'

type Handlers = HandlersFor<typeof endpoints>
type Which = 'draft' | number

const versionsShown = 50

const publishers: ReadonlyMap<string, string> = new Map([
  ['file', 'the shop’s files'],
  ['import', 'an import'],
])

const wireVersion = (one: PageVersion, live: number, nameOf: (id: string | null) => string) => ({
  number: one.number,
  at: one.publishedAt.toString(),
  by: publishers.get(one.kind) ?? nameOf(one.staffId),
  approved_by: one.approvedBy === null ? null : nameOf(one.approvedBy),
  note: one.note,
  is_live: one.number === live,
})

const ofFile = {
  number: 0,
  at: null,
  by: 'the shop’s files',
  approved_by: null,
  note: '',
  is_live: true,
} as const

/** What a draft, a version or the file of a page says; null where there is none. */
const documentAt = async (
  { deps, pages }: PageServices,
  slug: string,
  which: Which,
): Promise<PageDocument | null> => {
  if (which === 'draft') {
    const draft = await pageDraft(deps.database, slug)
    return draft && documentOf(draft.parts)
  }
  if (which === 0) return pages.files.files.find((file) => file.slug === slug)?.document ?? null
  return (await pageVersion(deps.database, slug, which))?.document ?? null
}

const changesBetween = (before: PageDocument, after: PageDocument) =>
  pageChanges(before, after).map((change) => ({
    place: placeWords(change.after === null ? before : after, change.path),
    runs: [...wordRuns(change.before ?? '', change.after ?? '')],
  }))

const titleIn = (document: PageDocument | null | undefined): string =>
  typeof document?.['title'] === 'string' ? document['title'] : ''

const createCompareHandler = (services: PageServices): Pick<Handlers, 'comparePageVersions'> => {
  const { deps, pages } = services
  return {
    comparePageVersions: async (_context, { page: key, of, against }) => {
      const slug = slugOfKey(key)
      const [history, draft, live, nameOf] = await Promise.all([
        pageVersions(deps.database, slug, versionsShown),
        pageDraft(deps.database, slug),
        currentDocument(deps.database, pages, slug),
        staffNames(deps),
      ])
      if (!draft && !live) throw new ShopError('NOT_FOUND')
      const latest = live?.version ?? 0
      const chosen = of ?? (draft ? 'draft' : latest)
      const other = against ?? (chosen === 'draft' || chosen !== latest ? latest : Math.max(0, latest - 1))
      const [after, before] = await Promise.all([
        documentAt(services, slug, chosen),
        documentAt(services, slug, other),
      ])
      return {
        title: titleIn(after ?? live?.document),
        has_draft: draft !== null,
        versions: [
          ...history.map((one) => wireVersion(one, latest, nameOf)),
          ...(live?.version === 0 ? [ofFile] : []),
        ],
        of: chosen,
        against: other,
        changes: changesBetween(before ?? {}, after ?? {}),
      }
    },
  }
}

/** Versions of pages: looked at, compared and restored. */
export const createPageVersionHandlers = (services: PageServices): Handlers => {
  const { deps, pages } = services
  return {
    ...createCompareHandler(services),
    restoreDeskPage: async (context, { page: key, number }) => {
      const slug = slugOfKey(key)
      const document = await documentAt(services, slug, number)
      const live = await currentDocument(deps.database, pages, slug)
      if (!document || !live) throw new ShopError('NOT_FOUND')
      const actor = staffOf(context)
      await inTransaction(deps, async (tx) => {
        await beginDraft(tx, { slug, document, base: live.version, by: actor.staffId })
        const entry = {
          action: 'page.restored-as-draft',
          subject: pageSubject(slug),
          after: { version: number },
        }
        recordAction(tx, { actor, requestId: context.requestId }, entry)
      })
      return {}
    },
  }
}
