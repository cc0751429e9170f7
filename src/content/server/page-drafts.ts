import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { restructure } from '../rules/draft-structure.ts'
import type { StructureAction } from '../rules/draft-structure.ts'
import { documentOf, findPart, partsOf, withValue } from '../rules/page-draft.ts'
import type { DraftPart } from '../rules/page-draft.ts'
import type { PageDocument } from '../rules/page-set.ts'
import type { LivePages } from './live-pages.ts'
import { insertDraft, lockDraft, selectDraft, updateBase, updateDraft } from './page-draft-store.ts'
import type { PageDraft } from './page-draft-store.ts'
import { selectPageVersions } from './page-version-store.ts'

export {
  deleteDraft as dropDraft,
  selectDraft as pageDraft,
  selectDrafts as pageDrafts,
  settleDraft,
} from './page-draft-store.ts'
export type { PageDraft } from './page-draft-store.ts'

/** What a page says now, by its database and files; null for an unknown one. */
export const currentDocument = async (
  db: AppDeps['database'] | Tx['db'],
  { files }: LivePages,
  slug: string,
): Promise<{ readonly document: PageDocument; readonly version: number } | null> => {
  const [latest] = await selectPageVersions(db, slug, 1)
  if (latest) return { document: latest.document, version: latest.number }
  const file = files.files.find((one) => one.slug === slug)
  return file ? { document: file.document, version: 0 } : null
}

/** Parts of what is published, with ids that are the same whenever they are made of the same document. */
export const stableParts = (document: PageDocument): PageDraft['parts'] => {
  let count = 0
  return partsOf(document, () => `p${(count += 1)}`)
}

/** Who edits, and what they read. */
interface Editing {
  readonly deps: AppDeps
  readonly pages: LivePages
  readonly slug: string
  readonly by: string
  /** The version that was read, or that the draft which was read is based on. */
  readonly version: number
}

const requireVersion = (draft: PageDraft, version: number): PageDraft => {
  if (draft.baseVersion === version) return draft
  throw new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'Someone published this page meanwhile. Nothing is saved; what you typed is kept below.',
  })
}

/**
 * A draft of a page, locked; begun with what is published when there is none. NOT_FOUND for an unknown page; ACTION_NOT_ALLOWED when
 * the page was published since it was read: the ids of its parts may mean others.
 */
const lockOrBegin = async (tx: Tx, { pages, slug, by, version }: Editing): Promise<PageDraft> => {
  const found = await lockDraft(tx, slug)
  if (found) return requireVersion(found, version)
  const current = await currentDocument(tx.db, pages, slug)
  if (!current) throw new ShopError('NOT_FOUND')
  await insertDraft(tx, {
    slug,
    baseVersion: current.version,
    parts: stableParts(current.document),
    by,
  })
  const begun = await lockDraft(tx, slug)
  if (!begun) throw new ShopError('NOT_FOUND')
  return requireVersion(begun, version)
}

/** What became of a change of one part. */
export type SavedPart =
  | { readonly kind: 'saved'; readonly revision: number }
  /** Somebody else changed the same part meanwhile: nothing is saved. */
  | { readonly kind: 'conflict'; readonly part: DraftPart }
  /** Somebody removed it meanwhile. */
  | { readonly kind: 'gone' }

/** Saves one part of a draft, when it is still at the revision that was read. Changes of other parts stay. */
export const saveDraftPart = (
  editing: Editing,
  { id, base, value }: { readonly id: string; readonly base: number; readonly value: PageDocument },
): Promise<SavedPart> =>
  inTransaction(editing.deps, async (tx) => {
    const { slug, by } = editing
    const draft = await lockOrBegin(tx, editing)
    const found = findPart(draft.parts, id)
    if (!found) return { kind: 'gone' }
    if (found.part.revision !== base) return { kind: 'conflict', part: found.part }
    const revision = draft.revision + 1
    await updateDraft(tx, slug, { parts: withValue(draft.parts, id, value, { by, revision }), revision, by })
    return { kind: 'saved', revision }
  })

/** Moves, copies, removes or adds a part; answers the part to look at next. ACTION_NOT_ALLOWED with a sentence. */
export const restructureDraft = (
  editing: Editing,
  action: StructureAction,
): Promise<{ readonly part: string }> =>
  inTransaction(editing.deps, async (tx) => {
    const { slug, by } = editing
    const draft = await lockOrBegin(tx, editing)
    const revision = draft.revision + 1
    const making = { edit: { by, revision }, nextId: () => tx.ids.uuid() }
    const done = restructure(draft.parts, action, making)
    if (done.kind === 'refused') throw new ShopError('ACTION_NOT_ALLOWED', { detail: done.message })
    await updateDraft(tx, slug, { parts: done.parts, revision, by })
    return { part: done.part }
  })

/** Begins a draft with a document: a new page, or an earlier version. ACTION_NOT_ALLOWED when there is a draft. */
export const beginDraft = async (
  tx: Tx,
  one: { readonly slug: string; readonly document: PageDocument; readonly base: number; readonly by: string },
): Promise<void> => {
  const { slug, document, base, by } = one
  if (!(await insertDraft(tx, { slug, baseVersion: base, parts: stableParts(document), by })))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'This page has a draft. Publish or discard it first.',
    })
}

/** A draft at the revision that was read, locked. ACTION_NOT_ALLOWED when it was changed meanwhile. */
export const lockDraftAt = async (tx: Tx, slug: string, revision: number): Promise<PageDraft> => {
  const draft = await lockDraft(tx, slug)
  if (draft?.revision !== revision)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'Someone changed the draft meanwhile. Nothing was done; look at it again.',
    })
  return draft
}

/** Continues with a draft of an earlier version on top of the one that is published. */
export const rebaseDraft = async (
  tx: Tx,
  pages: LivePages,
  slug: string,
  revision: number,
): Promise<void> => {
  await lockDraftAt(tx, slug, revision)
  const current = await currentDocument(tx.db, pages, slug)
  await updateBase(tx, slug, current?.version ?? 0)
}

/** The document of a draft; null for a page without one. */
export const draftDocument = async (db: AppDeps['database'], slug: string): Promise<PageDocument | null> => {
  const draft = await selectDraft(db, slug)
  return draft && documentOf(draft.parts)
}
