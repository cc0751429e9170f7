import { textsOfValue } from '#content/rules/form-shape.ts'
import { documentOf, findPart, listParts, withValue } from '#content/rules/page-draft.ts'
import type { DraftParts, FoundPart } from '#content/rules/page-draft.ts'
import { pageChanges } from '#content/rules/page-diff.ts'
import { formOfPart, newPartValue } from '#content/rules/part-form.ts'
import { firstWords } from '#content/rules/part-words.ts'
import { isDocument } from '#content/rules/page-set.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import { isPublished } from '#content/rules/publication.ts'
import {
  beginDraft,
  pageDraft,
  pageDrafts,
  restructureDraft,
  saveDraftPart,
} from '#content/server/page-drafts.ts'
import { readDocument, shownSchedules } from '#content/server/page-versions.ts'
import type { PageSchedule } from '#content/server/page-versions.ts'
import { contentToday, createPreviewLinks } from '#content/server/pages.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import type * as endpoints from '../page-endpoints.ts'
import { keyOfSlug, slugOfKey } from '../rules/page-key.ts'
import { openPageRequest } from './page-approval.ts'
import { checkDocument, staffNames } from './page-checks.ts'
import type { CheckedPage, PageServices } from './page-checks.ts'
import { locatedProblems, readParts, textOf, valueOfForm } from './page-parts.ts'

type Handlers = HandlersFor<typeof endpoints>
type NameOf = (id: string | null) => string

const wireSchedule = (one: PageSchedule | undefined, nameOf: NameOf) =>
  one === undefined
    ? null
    : {
        publish_at: one.publishAt.toString(),
        by: nameOf(one.staffId),
        has_failed: one.state === 'failed',
        note: one.note,
      }

const createListHandler = ({ deps, pages }: PageServices): Pick<Handlers, 'listDeskPages'> => ({
  listDeskPages: async () => {
    const [drafts, schedules, nameOf] = await Promise.all([
      pageDrafts(deps.database),
      shownSchedules(deps.database),
      staffNames(deps),
    ])
    const saved = new Map(pages.saved().map((page) => [page.slug, page]))
    const today = contentToday(deps)
    const stateOf = (slug: string): 'published' | 'hidden' | 'new' => {
      const page = pages.bySlug(slug)
      if (!page) return 'new'
      return isPublished(page, today) ? 'published' : 'hidden'
    }
    const rows = [...new Set([...saved.keys(), ...drafts.map(({ slug }) => slug)])].map((slug) => {
      const draft = drafts.find((one) => one.slug === slug)
      const document = saved.get(slug)?.document ?? (draft && documentOf(draft.parts))
      return {
        page: keyOfSlug(slug),
        path: textOf(document, 'path'),
        title: textOf(document, 'title'),
        state: stateOf(slug),
        version: saved.get(slug)?.version ?? 0,
        draft: draft ? { at: draft.updatedAt.toString(), by: nameOf(draft.updatedBy) } : null,
        scheduled: wireSchedule(
          schedules.find((one) => one.slug === slug),
          nameOf,
        ),
      }
    })
    return { pages: rows.toSorted((a, b) => a.path.localeCompare(b.path)) }
  },
})

const typeOf = ({ kind, part }: FoundPart): string =>
  kind === 'page' || kind === 'product' ? kind : textOf(part.value, 'kind')

const hasClaim = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasClaim)
  return isDocument(value) && (value['claim'] === true || Object.values(value).some(hasClaim))
}

const wirePart = (found: FoundPart, problems: ReturnType<typeof locatedProblems>, nameOf: NameOf) => {
  const { part, kind } = found
  const type = typeOf(found)
  return {
    id: part.id,
    kind,
    type,
    text: kind === 'page' ? textOf(part.value, 'title') : firstWords(part.value),
    revision: part.revision,
    by: part.by === null ? null : nameOf(part.by),
    has_claim: hasClaim(part.value),
    problems: problems.filter((problem) => problem.part === part.id).length,
  }
}

const wireValues = (found: FoundPart, parts: DraftParts) =>
  [...textsOfValue(formOfPart(found, parts.page.value), found.part.value)].map(([field, value]) => ({
    field,
    value,
  }))

const previewOf = ({ deps }: PageServices, slug: string, isDraft: boolean, { page }: CheckedPage) => {
  const links = createPreviewLinks(deps)
  if (!isDraft) return links.urlOf(slug)
  return page === null ? null : links.draftUrlOf(slug)
}

/** What is asked for and what waits besides the draft. */
const readAround = async ({ deps }: PageServices, slug: string, staffId: string) => {
  const [schedules, nameOf, request] = await Promise.all([
    shownSchedules(deps.database),
    staffNames(deps),
    openPageRequest(deps, slug),
  ])
  const scheduled = wireSchedule(
    schedules.find((one) => one.slug === slug),
    nameOf,
  )
  return {
    nameOf,
    scheduled,
    request: request && {
      id: request.id,
      by: request.requested_by_name,
      is_own: request.requested_by === staffId,
    },
  }
}

const createViewHandler = (services: PageServices): Pick<Handlers, 'viewDeskPage'> => ({
  viewDeskPage: async (context, { page: key, part: id }) => {
    const slug = slugOfKey(key)
    const { draft, live, parts, version } = await readParts(services, slug)
    const document = documentOf(parts)
    const [checked, { nameOf, scheduled, request }] = await Promise.all([
      checkDocument(services, slug, document),
      readAround(services, slug, staffOf(context).staffId),
    ])
    const problems = locatedProblems(parts, checked)
    const found = findPart(parts, id) ?? { part: parts.page, kind: 'page', section: null }
    return {
      page: key,
      path: textOf(document, 'path'),
      title: textOf(document, 'title'),
      is_variant: parts.sections === null,
      live_version: live?.version ?? 0,
      version,
      revision: draft?.revision ?? 0,
      draft: draft && { at: draft.updatedAt.toString(), by: nameOf(draft.updatedBy) },
      parts: listParts(parts).map((one) => wirePart(one, problems, nameOf)),
      part: {
        ...wirePart(found, problems, nameOf),
        values: wireValues(found, parts),
        section: found.section?.id ?? null,
      },
      problems,
      changes: draft ? pageChanges(live?.document ?? {}, document).length : 0,
      claims: draft ? checked.changed.map(({ texts }) => texts.join(' ')) : [],
      preview: previewOf(services, slug, draft !== null, checked),
      scheduled,
      request,
    }
  },
})

/** Shows what is typed, in the draft as it is now. */
const createPreviewHandler = (services: PageServices): Pick<Handlers, 'previewDeskPart'> => ({
  previewDeskPart: async (context, { page: key, part: id, values }) => {
    const slug = slugOfKey(key)
    const { parts } = await readParts(services, slug)
    const found = findPart(parts, id)
    if (!found) throw new ShopError('NOT_FOUND')
    const edit = { by: staffOf(context).staffId, revision: found.part.revision }
    const typed = withValue(parts, id, valueOfForm(found, parts, values), edit)
    const checked = await checkDocument(services, slug, documentOf(typed))
    return { shown: checked.page, problems: locatedProblems(typed, checked) }
  },
})

const gone = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'Someone removed this part meanwhile. Nothing is saved; what you typed is kept below.',
  })

const createEditHandlers = (
  services: PageServices,
): Pick<Handlers, 'saveDeskPart' | 'restructureDeskPage'> => {
  const { deps, pages } = services
  return {
    saveDeskPart: async (context, { page: key, part: id, version, base, values }) => {
      const slug = slugOfKey(key)
      const by = staffOf(context).staffId
      const { parts } = await readParts(services, slug)
      const found = findPart(parts, id)
      if (!found) throw gone()
      const value = valueOfForm(found, parts, values)
      const saved = await saveDraftPart({ deps, pages, slug, by, version }, { id, base, value })
      if (saved.kind === 'gone') throw gone()
      if (saved.kind === 'saved') return { state: 'saved', revision: saved.revision, theirs: null }
      const nameOf = await staffNames(deps)
      const theirs = {
        by: nameOf(saved.part.by),
        values: wireValues({ ...found, part: saved.part }, parts),
      }
      return { state: 'conflict', revision: saved.part.revision, theirs }
    },
    restructureDeskPage: async (context, { page: key, part, version, base, action, type }) => {
      const by = staffOf(context).staffId
      const editing = { deps, pages, slug: slugOfKey(key), by, version }
      const value = action === 'add-section' || action === 'add-block' ? newPartValue(action, type) : null
      return restructureDraft(editing, { action, part, base, ...(value === null ? {} : { value }) })
    },
  }
}

/** A page that is not there yet, with its title and one section of text. */
const newDocument = (path: string, title: string, description: string): PageDocument => ({
  slug: path.slice(1),
  path,
  title,
  description,
  sections: [{ kind: 'title', heading: title }],
})

const takenPath = async (
  { deps, pages, isScreen }: PageServices,
  path: string,
  document: PageDocument,
): Promise<string | null> => {
  const slug = path.slice(1)
  const taken = 'Another page has this address.'
  if (isScreen(path) || pages.byPath(path) || pages.bySlug(slug)) return taken
  if (await pageDraft(deps.database, slug)) return taken
  const read = readDocument(pages, slug, document)
  return read.kind === 'wrong' ? (read.faults[0]?.message ?? taken) : null
}

const createNewHandler = (services: PageServices): Pick<Handlers, 'createDeskPage'> => ({
  createDeskPage: async (context, { path, title, description }) => {
    const document = newDocument(path, title, description)
    const refusal = await takenPath(services, path, document)
    if (refusal !== null) throw new ShopError('VALIDATION_ERROR', { fields: { path: refusal } })
    const slug = path.slice(1)
    const by = staffOf(context).staffId
    await inTransaction(services.deps, (tx) => beginDraft(tx, { slug, document, base: 0, by }))
    return { page: keyOfSlug(slug) }
  },
})

/** Pages at the desk: the list, one page, and its draft. */
export const createPageHandlers = (services: PageServices) => ({
  ...createListHandler(services),
  ...createViewHandler(services),
  ...createPreviewHandler(services),
  ...createEditHandlers(services),
  ...createNewHandler(services),
})
