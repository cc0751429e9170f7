import { documentOf } from '#content/rules/page-draft.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import {
  currentDocument,
  dropDraft,
  lockDraftAt,
  pageDraft,
  rebaseDraft,
} from '#content/server/page-drafts.ts'
import type { PageDraft } from '#content/server/page-drafts.ts'
import { cancelSchedule } from '#content/server/page-versions.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { recordAction } from '#staff/server/audits.ts'
import type * as endpoints from '../page-endpoints.ts'
import { isFarAhead, momentTyped, timeWords } from '../rules/moment-words.ts'
import { slugOfKey } from '../rules/page-key.ts'
import { openRequest, writeApproval } from './approval-requests.ts'
import { lockApproval, selectApproval, updateDecided } from './approval-store.ts'
import { openPageRequest, pageSubject, publishOrSchedule } from './page-approval.ts'
import { checkDocument } from './page-checks.ts'
import type { PageServices } from './page-checks.ts'

type Handlers = HandlersFor<typeof endpoints>

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

interface Ready {
  readonly draft: PageDraft
  readonly document: PageDocument
  /** The changed claims, as they are read. */
  readonly claims: readonly string[]
  readonly publishAt: Temporal.Instant | null
}

const draftAt = async ({ deps }: PageServices, slug: string, revision: number): Promise<PageDraft> => {
  const draft = await pageDraft(deps.database, slug)
  if (draft === null) throw refused('This page has no draft. Nothing was done.')
  if (draft.revision !== revision)
    throw refused('Someone changed the draft meanwhile. Nothing was done; look at it again.')
  return draft
}

interface Wanted {
  readonly page: string
  readonly revision: number
  readonly publish_at: string
  readonly far_publish_at: string
}

const wrongMoment = (text: string, more: Readonly<Record<string, string>> = {}): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { publish_at: text, ...more } })

/** When it is published; null for at once. A time more than a year ahead has to be confirmed, for exactly that time. */
const momentAhead = (
  { deps }: PageServices,
  { publish_at: text, far_publish_at: meant }: Wanted,
): Temporal.Instant | null => {
  if (text === '') return null
  const moment = momentTyped(text)
  const now = deps.clock.now()
  if (Temporal.Instant.compare(moment, now) <= 0) throw wrongMoment('Please enter a time that is ahead.')
  if (isFarAhead(moment, now) && meant !== text)
    throw wrongMoment(
      `${timeWords(moment.toString())} is more than a year ahead. Confirm it below, or enter another time.`,
      { far_publish_at: 'Please confirm a time that is more than a year ahead.' },
    )
  return moment
}

/** The draft at the revision that was read, with every check passed. ACTION_NOT_ALLOWED with the first thing that is wrong. */
const readyDraft = async (services: PageServices, wanted: Wanted): Promise<Ready> => {
  const { page: key, revision } = wanted
  const slug = slugOfKey(key)
  const draft = await draftAt(services, slug, revision)
  const live = await currentDocument(services.deps.database, services.pages, slug)
  if ((live?.version ?? 0) !== draft.baseVersion)
    throw refused('Someone published this page meanwhile. Nothing was done; look at what is different.')
  const document = documentOf(draft.parts)
  const { problems, changed } = await checkDocument(services, slug, document)
  if (problems[0]) throw refused(`${problems[0].message} Nothing was done.`)
  const claims = changed.map(({ texts }) => texts.join(' '))
  return { draft, document, claims, publishAt: momentAhead(services, wanted) }
}

const createPublishHandler = (services: PageServices): Pick<Handlers, 'publishDeskPage'> => ({
  publishDeskPage: async (context, payload) => {
    const { deps, pages } = services
    const { draft, document, claims, publishAt } = await readyDraft(services, payload)
    if (claims.length > 0)
      throw refused('A claim was changed, so a second person reads it before. Ask for that.')
    const { slug, revision, baseVersion: base } = draft
    const version = await inTransaction(deps, async (tx) => {
      await lockDraftAt(tx, slug, revision)
      const people = { staffId: staffOf(context).staffId, approvedBy: null }
      const action = { slug, document, base, revision, note: payload.note, publishAt, ...people }
      return publishOrSchedule(tx, pages, context, action)
    })
    return { version }
  },
})

const titleIn = (document: PageDocument): string =>
  typeof document['title'] === 'string' ? document['title'] : ''

const createAskHandler = (services: PageServices): Pick<Handlers, 'requestPageApproval'> => {
  const { deps } = services
  return {
    requestPageApproval: async (context, payload) => {
      const { draft, document, claims, publishAt } = await readyDraft(services, payload)
      const { slug, revision, baseVersion: base } = draft
      if (claims.length === 0) throw refused('No claim was changed: you can publish it yourself.')
      const open = await openPageRequest(deps, slug)
      if (open && open.request_id !== payload.request_id)
        throw refused('A second person is asked for this page already. Withdraw that request first.')
      return openRequest(deps, context, {
        kind: 'page',
        requestId: payload.request_id,
        order: null,
        payload: {
          slug,
          title: titleIn(document),
          revision,
          base,
          document,
          claims,
          publish_at: publishAt?.toString() ?? null,
          note: payload.note,
        },
        sum: null,
        shipments: null,
        reason: payload.note,
      })
    },
  }
}

const createWithdrawHandler = ({ deps }: PageServices): Pick<Handlers, 'withdrawPageApproval'> => ({
  withdrawPageApproval: async (context, { page: key, id }) => {
    const { staffId } = staffOf(context)
    await inTransaction(deps, async (tx) => {
      await lockApproval(tx, id)
      const one = await selectApproval(tx.db, id)
      if (one?.kind !== 'page' || one.requested_by !== staffId) throw new ShopError('NOT_FOUND')
      if (one.state !== 'open') throw refused('It was decided before. Nothing was done.')
      await updateDecided(tx, id, { state: 'withdrawn', staffId, note: '' })
      writeApproval(tx, context, one, 'approval.withdrawn', pageSubject(slugOfKey(key)))
    })
    return {}
  },
})

const audited = (context: RequestContext) => ({ actor: staffOf(context), requestId: context.requestId })

/** Publishing drafts of pages, now or later, alone or with a second person. */
export const createPagePublishHandlers = (services: PageServices) => {
  const { deps, pages } = services
  const draftHandlers: Pick<Handlers, 'discardDeskDraft' | 'rebaseDeskDraft' | 'cancelDeskSchedule'> = {
    discardDeskDraft: async (context, { page: key, revision }) => {
      const slug = slugOfKey(key)
      await inTransaction(deps, async (tx) => {
        await lockDraftAt(tx, slug, revision)
        await dropDraft(tx, slug)
        recordAction(tx, audited(context), { action: 'page.draft-discarded', subject: pageSubject(slug) })
      })
      return {}
    },
    rebaseDeskDraft: async (_context, { page: key, revision }) => {
      await inTransaction(deps, (tx) => rebaseDraft(tx, pages, slugOfKey(key), revision))
      return {}
    },
    cancelDeskSchedule: async (context, { page: key }) => {
      const slug = slugOfKey(key)
      await inTransaction(deps, async (tx) => {
        if (!(await cancelSchedule(tx, slug))) throw refused('No version of this page is scheduled any more.')
        recordAction(tx, audited(context), { action: 'page.schedule-canceled', subject: pageSubject(slug) })
      })
      return {}
    },
  }
  return {
    ...createPublishHandler(services),
    ...createAskHandler(services),
    ...createWithdrawHandler(services),
    ...draftHandlers,
  }
}
