import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parkedSubscriptions, unpark } from '../server/parked-subscriptions.ts'
import type { RetryOutcome } from '../rules/after-retry.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand, CommandContext } from '#platform/command-line/operator-command.ts'

const list = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  const parked = await parkedSubscriptions(deps.database)
  if (parked.length === 0) print('No subscription is parked.')
  for (const { subscription_id: id, parked_at: at, step, times, reason } of parked)
    print(`${id}  ${at}  ${step}, ${times === 1 ? 'once' : `${times} times`}: ${reason}`)
}

/** A line for each of what follows. */
const retryLines = (outcomes: readonly RetryOutcome[]): readonly string[] => {
  const of = (outcome: RetryOutcome, one: string, many: string): string => {
    const count = outcomes.filter((which) => which === outcome).length
    return count === 1 ? `1 subscription ${one}.` : `${count} subscriptions ${many}.`
  }
  const nothing = 'ended, so nothing is taken up again and nothing is charged'
  const later = 'stopped by a dispute, and taken up again when it is over'
  return [
    ...(outcomes.includes('due') || outcomes.length === 0
      ? [of('due', 'is retried at the next run', 'are retried at the next run')]
      : []),
    ...(outcomes.includes('stopped') ? [of('stopped', `is ${later}`, `are ${later}`)] : []),
    ...(outcomes.includes('ended') ? [of('ended', `has ${nothing}`, `have ${nothing}`)] : []),
  ]
}

const retry = async ({ print, shop }: CommandContext, target: string): Promise<void> => {
  if (target !== 'all' && !z.uuid().safeParse(target).success)
    throw new OperatorRefusal('Give the id of a subscription, or all.')
  const { deps } = await shop()
  const outcomes = await unpark(deps, target === 'all' ? null : target)
  if (outcomes.length === 0 && target !== 'all')
    throw new OperatorRefusal(`The subscription ${target} is not parked.`)
  for (const line of retryLines(outcomes)) print(line)
}

/** Subscriptions whose renewal failed, but not because of a card: they are not charged until they are retried. */
export const parkedCommand: OperatorCommand = {
  name: 'parked',
  usages: [
    ['', 'lists the subscriptions that failed and are excluded from renewals, with the reason'],
    ['retry <subscription id>', 'retries one of them at the next run'],
    ['retry all', 'retries all of them'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [subcommand, target, ...rest] = positionals
    if (subcommand === undefined) return list(context)
    if (subcommand !== 'retry' || target === undefined || rest.length > 0)
      throw new OperatorRefusal('Use `retry <subscription id>` or `retry all`, or no argument.')
    return retry(context, target)
  },
}
