import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { afterAction } from '#experiment/rules/experiment-change.ts'
import type { ExperimentAction } from '#experiment/rules/experiment-change.ts'
import { FlagDocument } from '#experiment/rules/flags-file.ts'
import type { Experiment } from '#experiment/rules/flags-file.ts'
import type { FlagSource } from '#experiment/server/flag-providers.ts'
import { changeOf, publishChange, versionOf } from '#experiment/server/flag-versions.ts'
import type { FlagChange, VersionedFlags } from '#experiment/server/flag-versions.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { StoredApproval } from './approval-store.ts'

/** What flags and experiments at the desk need. */
export interface FlagServices {
  readonly deps: AppDeps
  readonly flags: FlagSource
}

/** What everyone is to get, as it was asked for. */
export const RolloutPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flag'),
    name: z.string(),
    base: z.number(),
    document: FlagDocument,
    accounts: z.number(),
  }),
  z.object({
    kind: z.literal('experiment'),
    name: z.string(),
    base: z.number(),
    variant: z.string(),
    accounts: z.number(),
  }),
])

export type RolloutPayload = z.output<typeof RolloutPayload>

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

export const experimentIn = (
  { experiments }: Pick<VersionedFlags, 'experiments'>,
  name: string,
): Experiment => {
  const experiment = experiments.find((one) => one.name === name)
  if (!experiment) throw new ShopError('NOT_FOUND')
  return experiment
}

/** An experiment after an action; ACTION_NOT_ALLOWED with a sentence when it cannot be. */
export const acted = (
  experiment: Experiment,
  action: ExperimentAction,
  now: Temporal.Instant,
): Experiment => {
  const change = afterAction(experiment, action, now)
  if (change.kind === 'refused') throw refused(change.message)
  return change.experiment
}

const changeFor = (payload: RolloutPayload, current: VersionedFlags, now: Temporal.Instant): FlagChange =>
  payload.kind === 'flag'
    ? { kind: 'flag', name: payload.name, document: payload.document }
    : changeOf(acted(experimentIn(current, payload.name), { kind: 'ship', variant: payload.variant }, now))

/** What a request is called: `Flag cart-improvements`. */
export const rolloutName = ({ payload }: Pick<StoredApproval, 'payload'>): string => {
  const wanted = RolloutPayload.parse(payload)
  return wanted.kind === 'flag'
    ? `Flag ${wanted.name}`
    : `Variant ${wanted.variant} of experiment ${wanted.name}`
}

/** What is to be done, for who decides. */
export const summarizeRollout = async ({ flags }: FlagServices, one: StoredApproval) => {
  const payload = RolloutPayload.parse(one.payload)
  const href = `/desk/${payload.kind === 'flag' ? 'flags' : 'experiments'}/${payload.name}`
  const accounts = `${payload.accounts.toLocaleString('en-US')} accounts were in use when it was asked for.`
  const contents =
    payload.kind === 'flag'
      ? [`The flag ${payload.name} is on for its whole audience, visitors too.`, accounts]
      : [`Everyone gets the variant ${payload.variant}, and the experiment ${payload.name} ends.`, accounts]
  if (one.state !== 'open') return { href, contents, refusal: null, action: null }
  const isCurrent = versionOf(await flags.current(), payload.kind, payload.name) === payload.base
  return isCurrent
    ? { href, contents, refusal: null, action: stepUpActions.approve(one.id) }
    : {
        href,
        contents,
        refusal: 'It was changed since it was asked for. Refuse it; it can be asked for again.',
        action: null,
      }
}

/** Gives everyone what was asked for, as a second person. `decide` marks the request as approved, in the same transaction. */
export const approveRollout = async (
  { deps, flags }: FlagServices,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const actor = staffOf(context)
  const payload = RolloutPayload.parse(one.payload)
  const { kind, name, base } = payload
  await inTransaction(deps, async (tx) => {
    await decide(tx)
    await requireStepUp(tx, actor, stepUpActions.approve(one.id))
    const publication = { kind: 'approved', staffId: actor.staffId } as const
    const version = await publishChange(tx, flags.reader, publication, { kind, name, base }, (current) =>
      changeFor(payload, current, tx.now),
    )
    const given = payload.kind === 'flag' ? 'on for everyone' : payload.variant
    const action = kind === 'flag' ? 'flag.rolled-out' : 'experiment.shipped'
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      { action, subject: `${kind}:${name}`, after: { given, version }, reason: one.reason },
    )
  })
  return 'Everyone has it from now on.'
}
