import { z } from 'zod'
import { changedClaims } from '#content/rules/page-claims.ts'
import { currentDocument, settleDraft } from '#content/server/page-drafts.ts'
import { publishPage, schedulePage } from '#content/server/page-versions.ts'
import type { LivePages } from '#content/server/pages.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { recordAction } from '#staff/server/audits.ts'
import { keyOfSlug } from '../rules/page-key.ts'
import { selectOpenRequest } from './approval-store.ts'
import type { StoredApproval } from './approval-store.ts'
import { timeWords } from '../rules/moment-words.ts'

/** A page as a second person was asked for it. */
const PagePayload = z.object({
  slug: z.string(),
  title: z.string(),
  /** Of the draft, which is dropped when this is what it still says. */
  revision: z.number(),
  base: z.number(),
  document: z.record(z.string(), z.unknown()),
  /** The changed claims, as they are read. */
  claims: z.array(z.string()),
  /** Null for at once. */
  publish_at: z.string().nullable(),
  note: z.string(),
})

type PagePayload = z.output<typeof PagePayload>

/** What the log calls a page. */
export const pageSubject = (slug: string): string => `page:${slug}`

/** The request of a page that nobody decided yet; null without one. */
export const openPageRequest = ({ database, clock }: AppDeps, slug: string): Promise<StoredApproval | null> =>
  selectOpenRequest(database, { kind: 'page', key: 'slug', value: slug }, clock.now())

export const titleOfPage = ({ payload }: Pick<StoredApproval, 'payload'>): string =>
  PagePayload.parse(payload).title

interface PageDeps {
  readonly deps: AppDeps
  readonly pages: LivePages
}

const publishedSince = 'Someone published this page meanwhile.'

/** Why exactly this page cannot be published any more; null when it can. */
const refusalFor = async ({ deps, pages }: PageDeps, payload: PagePayload): Promise<string | null> => {
  const { slug, base, document, claims } = payload
  const live = await currentDocument(deps.database, pages, slug)
  if ((live?.version ?? 0) !== base) return publishedSince
  const now = changedClaims(live?.document ?? {}, document).map(({ texts }) => texts.join(' '))
  return JSON.stringify(now) === JSON.stringify(claims) ? null : 'Its claims are not what was asked for.'
}

/** What is to be read, for who decides. */
export const summarizePage = async (services: PageDeps, one: StoredApproval) => {
  const payload = PagePayload.parse(one.payload)
  const { slug, title, claims, publish_at: publishAt } = payload
  const when = publishAt === null ? 'at once' : `on ${timeWords(publishAt)}`
  const href = `/desk/pages/${keyOfSlug(slug)}`
  const contents = [
    `The page “${title}” is published ${when}, as it was when this was asked for.`,
    ...claims.map((claim) => `Claim: ${claim}`),
  ]
  if (one.state !== 'open') return { href, contents, refusal: null, action: null }
  const refusal = await refusalFor(services, payload)
  return {
    href,
    contents,
    refusal: refusal && `${refusal} Refuse it; it can be asked for again.`,
    action: null,
  }
}

interface PageAction {
  readonly slug: string
  readonly document: PagePayload['document']
  readonly base: number
  /** Of the draft that is published. */
  readonly revision: number
  readonly note: string
  readonly publishAt: Temporal.Instant | null
  /** Who asked for it, or publishes it alone. */
  readonly staffId: string
  readonly approvedBy: string | null
}

/** Publishes a page, or has it wait, with the entry of the audit log; answers the version, null for one that waits. */
export const publishOrSchedule = async (
  tx: Tx,
  { files }: LivePages,
  context: RequestContext,
  action: PageAction,
): Promise<number | null> => {
  const { slug, document, base, revision, note, publishAt, staffId, approvedBy } = action
  const actor = { actor: staffOf(context), requestId: context.requestId }
  const subject = pageSubject(slug)
  if (publishAt !== null) {
    await schedulePage(tx, { slug, document, base, revision, publishAt, note, staffId, approvedBy })
    const after = { publish_at: publishAt.toString() }
    recordAction(tx, actor, { action: 'page.scheduled', subject, after, reason: note })
    return null
  }
  const publication = { kind: 'desk', note, staffId, approvedBy } as const
  const version = await publishPage(tx, files, publication, { slug, document, base })
  await settleDraft(tx, slug, { revision, base, version })
  recordAction(tx, actor, { action: 'page.published', subject, after: { version }, reason: note })
  return version
}

/**
 * Publishes what was asked for, as a second person. `decide` marks the request as approved, in the same transaction.
 * ACTION_NOT_ALLOWED with what changed since; then nothing is done.
 */
export const approvePage = async (
  services: PageDeps,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const { deps, pages } = services
  const payload = PagePayload.parse(one.payload)
  const refusal = await refusalFor(services, payload)
  if (refusal !== null)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `${refusal} Nothing was done; refuse it, and it can be asked for again.`,
    })
  const { slug, document, base, revision, note } = payload
  const wanted = payload.publish_at === null ? null : Temporal.Instant.from(payload.publish_at)
  await inTransaction(deps, async (tx) => {
    await decide(tx)
    // What was to wait until a moment that has passed is published now.
    const publishAt = wanted !== null && Temporal.Instant.compare(wanted, tx.now) > 0 ? wanted : null
    const people = { staffId: one.requested_by, approvedBy: staffOf(context).staffId }
    await publishOrSchedule(tx, pages, context, {
      slug,
      document,
      base,
      revision,
      note,
      publishAt,
      ...people,
    })
  })
  return wanted === null ? 'The page is published.' : 'The page is scheduled.'
}
