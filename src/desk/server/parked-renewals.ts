import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { actionsAbout, recordAction } from '#staff/server/audits.ts'
import { parkedSubscription, unpark } from '#subscription/renewal/server/parked-subscriptions.ts'
import { retryOutcomes } from '#subscription/renewal/rules/after-retry.ts'
import type { RetryOutcome } from '#subscription/renewal/rules/after-retry.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { DeskSubscription } from '../subscription-endpoints.ts'
import { timeWords } from '../rules/moment-words.ts'
import { parkedText } from '../rules/parked-words.ts'

const action = 'renewal.retried'

const subjectOf = (id: string): string => `subscription:${id}`

/** Why a subscription is parked; null when it is not. Without the shop’s own words for roles that see no names. */
export const parkedFacts = async (
  { database }: AppDeps,
  id: string,
  showsNames: boolean,
): Promise<DeskSubscription['parked']> => {
  const parked = await parkedSubscription(database, id)
  return (
    parked && {
      at: Temporal.Instant.from(parked.parked_at).toString(),
      text: parkedText(parked.step),
      // An error may quote what it failed on.
      reason: showsNames ? parked.reason : '',
      times: parked.times,
    }
  )
}

const Retried = z.object({
  request: z.string(),
  /** Not stored in entries from before. */
  outcome: z.enum(retryOutcomes).default('due'),
})

interface WantedRetry {
  readonly id: string
  readonly accountId: string
  /** Of the form: sent again it is the same action. */
  readonly requestId: string
}

const lastRetryOf = async ({ database }: AppDeps, id: string) =>
  (await actionsAbout(database, subjectOf(id), [action]))[0] ?? null

/** What followed when this form did it before; null when it did not. */
const repeatedOutcome = async (
  deps: AppDeps,
  context: RequestContext,
  { id, requestId }: WantedRetry,
): Promise<RetryOutcome | null> => {
  const last = await lastRetryOf(deps, id)
  if (last === null || last.staffId !== staffOf(context).staffId) return null
  const { request, outcome } = Retried.parse(JSON.parse(last.after))
  return request === requestId ? outcome : null
}

/** It is not parked any more: who took it up again, as a sentence. */
const refusalOf = async (deps: AppDeps, id: string): Promise<ShopError> => {
  const last = await lastRetryOf(deps, id)
  return new ShopError('ACTION_NOT_ALLOWED', {
    detail: last
      ? `It is not parked any more. ${last.actor} last took it up again on ${timeWords(last.at)}.`
      : 'It is not parked any more: a change of it, or an operator, took it up again.',
  })
}

/**
 * Takes a parked subscription up again, as operators' command does, with its entry of the log; returns what follows.
 * ACTION_NOT_ALLOWED with a sentence.
 */
export const retryRenewal = async (
  deps: AppDeps,
  context: RequestContext,
  wanted: WantedRetry,
): Promise<RetryOutcome> => {
  const { id, accountId, requestId } = wanted
  const repeated = await repeatedOutcome(deps, context, wanted)
  if (repeated !== null) return repeated
  const parked = await parkedSubscription(deps.database, id)
  const [outcome] = await unpark(deps, id, (tx, [followed]) =>
    recordAction(
      tx,
      { actor: staffOf(context), requestId: context.requestId },
      {
        action,
        subject: subjectOf(id),
        accountId,
        after: { request: requestId, step: parked?.step ?? '', outcome: followed ?? 'due' },
      },
    ),
  )
  // The same form may have been sent twice at once.
  const followed = outcome ?? (await repeatedOutcome(deps, context, wanted))
  if (followed === null) throw await refusalOf(deps, id)
  return followed
}
