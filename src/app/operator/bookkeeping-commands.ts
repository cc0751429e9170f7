import { parseArgs } from 'node:util'
import { reconcilePeriod, recordReconciliation } from '#desk/server/reconcile-period.ts'
import type { ReconciliationDays, ReconciliationResult } from '#desk/server/reconcile-period.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { sumCents, wirePrice } from '#shared/money.ts'
import { checkData } from '../invariants.ts'
import { OperatorRefusal, typedDay } from '#platform/command-line/operator-command.ts'
import type { AppCommand } from './command-context.ts'
import { refusedRefundTexts } from '#refund/commands/refund-command.ts'

/** Checks that the data is consistent, whether the shop runs or not. */
export const invariantsCommand: AppCommand = {
  name: 'invariants',
  usages: [
    ['', 'checks the data: ledger, orders, coupon uses; prints one sentence per violation'],
    ['--changed', 'the same for what changed since the data was last found consistent'],
  ],
  run: async (context, args) => {
    const options = { changed: { type: 'boolean', default: false } } as const
    const { changed } = parseArgs({ args: [...args], options }).values
    const { deps } = await context.shop()
    const { since, violations } = await checkData(deps, !changed)
    for (const sentence of violations) context.print(sentence)
    if (violations.length > 0) throw new OperatorRefusal(`${violations.length} found.`)
    context.print(
      since === null
        ? 'All invariants hold.'
        : `All invariants hold for what changed since ${since.toString()}.`,
    )
  },
}

/** Balances of the ledger's accounts. */
export const ledgerCommand: AppCommand = {
  name: 'ledger',
  usages: [
    ['', 'shows the trial balance of each currency: each account, debits positive; the total is zero'],
  ],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { kysely } = await context.database()
    const balances = await trialBalance(kysely)
    for (const [currency, own] of Map.groupBy(balances, (balance) => balance.currency)) {
      const line = (name: string, cents: number): string =>
        `${name.padEnd(44)}${wirePrice(cents, currency).padStart(16)} ${currency}`
      for (const { account, detail, cents } of own) context.print(line(`${account} ${detail}`, cents))
      context.print(line('total', sumCents(own.map(({ cents }) => cents))))
    }
  },
}

/** The days that are compared, both included; the last one of the command is excluded. */
const daysOf = (from: string | undefined, to: string | undefined): ReconciliationDays => {
  const [first, end] = [from, to].map((day) => (day === undefined ? null : typedDay(day)))
  if (first && end && Temporal.PlainDate.compare(first, end) >= 0)
    throw new OperatorRefusal('The period is empty: give a day for --to after the one for --from.')
  return { from: first?.toString() ?? null, until: end?.subtract({ days: 1 }).toString() ?? null }
}

/** How many records were compared, in words. */
const comparedText = ({ charges, refunds, disputes, entries, payouts }: ReconciliationResult): string =>
  `Compared: charges ${charges}, refunds ${refunds},${disputes === 0 ? '' : ` disputes ${disputes},`} balance entries ${entries}, payouts ${payouts}`

/** Compares the shop's charges, refunds, disputes, fees and payouts with the records of the processor. */
export const reconcileCommand: AppCommand = {
  name: 'reconcile',
  usages: [
    [
      '',
      "compares all charges, refunds, disputes, fees and payouts with the processor's records; exit code 1 and a sentence for each difference",
    ],
    ['--from <day> --to <day>', 'those of a period, by days in UTC; the last day is excluded'],
  ],
  run: async (context, args) => {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const
    const { from, to } = parseArgs({ args: [...args], options }).values
    const days = daysOf(from, to)
    const { services } = await context.shop()
    const result = await reconcilePeriod(services, days)
    await recordReconciliation(services, days, result)
    for (const difference of result.differences) context.print(difference)
    const refused = await refusedRefundTexts(services.deps.database)
    for (const text of refused) context.print(text)
    const compared = comparedText(result)
    if (result.differences.length > 0)
      throw new OperatorRefusal(`${compared}. Differences: ${result.differences.length}.`)
    if (refused.length > 0)
      throw new OperatorRefusal(
        `${compared}. All agree. Refused refunds that need a decision: ${refused.length}.`,
      )
    context.print(`${compared}. All agree.`)
  },
}
