import { z } from 'zod'
import { PlacesVersion } from '#location/rules/places-changes.ts'
import { currentPlaces, previewPlaces, publishPlaces } from '#location/server/places.ts'
import type { PlaceVersionKind } from '#location/server/places.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { placeEffects, placeRefusals, shownChange } from '../rules/place-effects.ts'
import type { StoredApproval } from './approval-store.ts'
import { selectPlaceReach } from './place-store.ts'

/** A version as a second person was asked for it. */
const PlacesPayload = z.object({
  base: z.number(),
  /** As text, because the order of its regions is shown. */
  document: z.string(),
})

const versionOf = ({ document }: z.output<typeof PlacesPayload>): PlacesVersion =>
  PlacesVersion.parse(JSON.parse(document))

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** A preview with what it means for those who bought already. */
export const previewWithEffects = async ({ database, clock }: AppDeps, version: PlacesVersion) => {
  const preview = await previewPlaces(database, version)
  const reach = await selectPlaceReach(database, clock.now())
  const refusals = placeRefusals(version, reach).map((message) => ({ field: 'countries', message }))
  return {
    ...preview,
    faults: [...preview.faults, ...refusals],
    effects: placeEffects(preview.before, version, reach),
  }
}

/** Why a change cannot be published now, as a sentence: countries that it leaves out while subscriptions ship there. */
export const refusalOfPlaces = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  version: PlacesVersion,
): Promise<string | null> => placeRefusals(version, await selectPlaceReach(db, now))[0] ?? null

interface Publishing {
  readonly kind: Extract<PlaceVersionKind, 'desk' | 'approved' | 'restore'>
  readonly base: number
  readonly reason: string
}

/** Publishes in the transaction of the action, with its entry of the audit log; what was checked before is checked again. */
export const publishAtDesk = async (
  tx: Tx,
  context: RequestContext,
  { kind, base, reason }: Publishing,
  version: PlacesVersion,
): Promise<number> => {
  const actor = staffOf(context)
  const refusal = await refusalOfPlaces(tx, version)
  if (refusal !== null) throw refused(`${refusal} Nothing is published.`)
  const published = await publishPlaces(tx, { kind, note: reason, staffId: actor.staffId, base }, version)
  const [fault] = published.faults
  if (fault) throw refused(`${fault.message} Nothing is published.`)
  if (published.number === null) throw refused('Nothing is different.')
  if (published.needsSecondPerson && kind !== 'approved')
    throw refused('Fees, taxes and zones are published by a second person. Ask for it.')
  recordAction(
    tx,
    { actor, requestId: context.requestId },
    {
      action: 'places.published',
      subject: `places:${published.number}`,
      before: Object.fromEntries(published.changes.map((one) => [one.field, one.before])),
      after: Object.fromEntries(published.changes.map((one) => [one.field, one.after])),
      reason,
    },
  )
  return published.number
}

/** What is to be read, for who decides: the fields, and what they mean for members now. */
export const summarizePlaces = async (deps: AppDeps, one: StoredApproval) => {
  const payload = PlacesPayload.parse(one.payload)
  const { base } = payload
  const href = '/desk/places'
  if (one.state !== 'open') return { href, contents: [], refusal: null, action: null }
  const { number } = await currentPlaces(deps.database)
  if (number !== base)
    return {
      href,
      contents: [],
      refusal: 'The places were changed since it was asked for. Refuse it; it can be asked for again.',
      action: null,
    }
  const { changes, effects, faults } = await previewWithEffects(deps, versionOf(payload))
  const [fault] = faults
  const contents = [...changes.map((change) => shownChange(change).text), ...effects]
  return fault
    ? { href, contents, refusal: `${fault.message} Refuse it; it can be asked for again.`, action: null }
    : { href, contents, refusal: null, action: stepUpActions.approve(one.id) }
}

/** Publishes what was asked for, as a second person. `decide` marks the request as approved, in the same transaction. */
export const approvePlaces = async (
  { deps }: { readonly deps: AppDeps },
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const payload = PlacesPayload.parse(one.payload)
  const { base } = payload
  const number = await inTransaction(deps, async (tx) => {
    await decide(tx)
    await requireStepUp(tx, staffOf(context), stepUpActions.approve(one.id))
    return publishAtDesk(tx, context, { kind: 'approved', base, reason: one.reason }, versionOf(payload))
  })
  return `Version ${number} of the places counts from now on.`
}
