import { z } from 'zod'
import { CatalogueDocument } from '#catalogue/rules/catalogue-document.ts'
import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import { faultSentences } from '#catalogue/rules/entry-form.ts'
import {
  auditedChanges,
  entryHistory,
  previewPublication,
  publishEntry,
} from '#catalogue/server/catalogue-versions.ts'
import type { Published } from '#catalogue/server/catalogue-versions.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { changedFieldText, isShownChange } from '../rules/entry-words.ts'
import type { StoredApproval } from './approval-store.ts'

/** What publishing entries of the catalogue needs. */
export interface EntryServices {
  readonly deps: AppDeps
  readonly nameable: Nameable
}

/** An entry as it was prepared, of the version that was read. */
const EntryPayload = z.object({
  code: z.string(),
  base: z.number(),
  /** As text, because the order of its fields is shown. */
  document: z.string(),
})

export const entryPayload = (document: CatalogueDocument, base: number) => ({
  code: document.sku,
  base,
  document: JSON.stringify(document),
})

/** The code of the entry that a request is about. */
export const codeOfEntry = ({ payload }: Pick<StoredApproval, 'payload'>): string =>
  EntryPayload.parse(payload).code

const documentIn = (one: Pick<StoredApproval, 'payload'>) => {
  const { base, code, document } = EntryPayload.parse(one.payload)
  return { base, code, document: CatalogueDocument.parse(JSON.parse(document)) }
}

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const changedMeanwhile = 'The entry was changed since it was asked for. Refuse it; it can be asked for again.'

interface Publishing {
  readonly document: CatalogueDocument
  readonly base: number
  readonly note: string
}

/** Publishes an entry in the transaction of the action, with its entry of the audit log. */
export const publishEntryAtDesk = async (
  tx: Tx,
  context: RequestContext,
  { document, base, note }: Publishing,
  nameable: Nameable,
): Promise<Published> => {
  const actor = staffOf(context)
  const publication = { kind: 'desk', note, staffId: actor.staffId } as const
  const done = await publishEntry(tx, publication, { document, base }, nameable)
  if (done.version === null) return done
  const action = note === '' ? 'catalogue.published' : 'catalogue.restored'
  const subject = `catalogue:${done.version}`
  recordAction(
    tx,
    { actor, requestId: context.requestId },
    { action, subject, ...auditedChanges(done.changes) },
  )
  return done
}

/** What is to be read, for who decides: the fields, by the decision of the publication itself. */
export const summarizeEntry = async ({ deps, nameable }: EntryServices, one: StoredApproval) => {
  const { base, code, document } = documentIn(one)
  // A new entry has no page yet.
  const href = base === 0 ? '/desk/catalogue' : `/desk/catalogue/entries/${encodeURIComponent(code)}`
  if (one.state !== 'open') return { href, contents: [], refusal: null, action: null }
  const [latest] = await entryHistory(deps.database, code, 1)
  if ((latest?.number ?? 0) !== base) return { href, contents: [], refusal: changedMeanwhile, action: null }
  const { changes, faults } = await previewPublication(deps.database, [document], nameable)
  const contents = changes.flatMap(({ fields }) => fields.filter(isShownChange).map(changedFieldText))
  const [fault] = faultSentences(faults).values()
  return fault === undefined
    ? { href, contents, refusal: null, action: stepUpActions.approve(one.id) }
    : { href, contents, refusal: `${fault} Refuse it; it can be asked for again.`, action: null }
}

/** Publishes what was prepared, as a second person. `decide` marks the request as approved, in the same transaction. */
export const approveEntry = async (
  { deps, nameable }: EntryServices,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const { base, code, document } = documentIn(one)
  const [latest] = await entryHistory(deps.database, code, 1)
  if ((latest?.number ?? 0) !== base) throw refused(changedMeanwhile)
  await inTransaction(deps, async (tx) => {
    await decide(tx)
    await requireStepUp(tx, staffOf(context), stepUpActions.approve(one.id))
    const { version, faults } = await publishEntryAtDesk(tx, context, { document, base, note: '' }, nameable)
    const [fault] = faultSentences(faults).values()
    if (fault !== undefined) throw refused(`${fault} Nothing is published.`)
    if (version === null) throw refused('Nothing is different.')
  })
  return `${code} is published. New buyers see it at once.`
}
