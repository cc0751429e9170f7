import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { afterAction } from '#experiment/rules/experiment-change.ts'
import type { GuardrailResult } from '#experiment/rules/experiment-result.ts'
import { runningOf } from '#experiment/rules/assignment.ts'
import type { Experiment } from '#experiment/rules/flags-file.ts'
import { metricLabel } from '#experiment/rules/metrics.ts'
import { readGuardrails } from '#experiment/server/experiment-results.ts'
import { changeOf, createFlagReader, publishChange, versionOf } from '#experiment/server/flag-versions.ts'
import type { FlagReader } from '#experiment/server/flag-versions.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { isDueOnceIn } from '#platform/once-in.ts'
import { inTransaction } from '#platform/transaction.ts'
import { auditedState } from './experiment-handlers.ts'
import { experimentIn } from './flag-approval.ts'

/** Seconds between two looks at the guardrails. */
const lookSeconds = 600

/** Why an experiment is stopped, as a sentence. */
const reasonOf = ({ metric, results, broken, limit }: GuardrailResult): string => {
  const [variant = ''] = broken
  const found = results.find((one) => one.variant === variant)
  const low = ((found?.difference?.low ?? 0) * 100).toFixed(1)
  return `“${metricLabel(metric)}” is at least ${low} points higher with “${variant}”; the limit is ${limit}.`
}

/** Every experiment that runs is in a version, so that the files say nothing more of it. */
const readerFor = (deps: AppDeps): FlagReader => createFlagReader(deps, { flags: {}, experiments: [] })

const stop = async (deps: AppDeps, { name, phase }: Experiment, reason: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const reader = readerFor(deps)
    const current = await reader.read(tx.db)
    const before = experimentIn(current, name)
    const change = afterAction(before, { kind: 'stop', by: 'guardrail', reason }, tx.now)
    // Someone stopped it, or changed its split, while the numbers were read.
    if (change.kind === 'refused' || before.phase !== phase) return
    const target = { kind: 'experiment', name, base: versionOf(current, 'experiment', name) } as const
    await publishChange(tx, reader, { kind: 'guardrail' }, target, () => changeOf(change.experiment))
    recordAction(
      tx,
      { actor: 'shop', requestId: tx.ids.uuid() },
      {
        action: 'experiment.stopped',
        subject: `experiment:${name}`,
        before: auditedState(before),
        after: auditedState(change.experiment),
        reason,
      },
    )
  })

const guarded = async (deps: AppDeps): Promise<readonly Experiment[]> =>
  runningOf((await readerFor(deps).read(deps.database)).experiments).filter(
    ({ guardrails }) => guardrails.length > 0,
  )

/** Whether an experiment runs that a guardrail may stop. */
export const hasGuardedExperiments = (): Expression<boolean> =>
  sql<boolean>`exists (select from experiment_guarded)`

/** Stops the experiments of which a variant is worse for sure in something that must not get worse. */
export const applyGuardrails = async (deps: AppDeps): Promise<void> => {
  if (!(await isDueOnceIn(deps, 'experiment guardrails', lookSeconds))) return
  for (const experiment of await guarded(deps)) {
    const broken = (await readGuardrails(deps, experiment)).find((one) => one.broken.length > 0)
    if (broken) await stop(deps, experiment, reasonOf(broken))
  }
}
