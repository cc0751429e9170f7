import { parseArgs } from 'node:util'
import { reconcileDisputes } from '#dispute/server/reconcile-disputes.ts'
import type { DisputeDisagreement } from '#dispute/server/reconcile-disputes.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import type { Disagreement } from '#payment/server/reconciliations.ts'
import { reconcileBalance } from '#payment/payout/server/balance-reconciliation.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { formatPrice, sumCents, wirePrice } from '#shared/money.ts'
import { invariantViolations } from '../invariants.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'
import { refusedRefundTexts } from './refund-command.ts'

/** Checks that the data is consistent, whether the shop runs or not. */
export const invariantsCommand: OperatorCommand = {
  name: 'invariants',
  usages: [['', 'checks the data: ledger, orders, coupon uses; prints one sentence per violation']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { kysely } = await context.database()
    const violations = await invariantViolations(kysely)
    for (const sentence of violations) context.print(sentence)
    if (violations.length > 0) throw new OperatorRefusal(`${violations.length} found.`)
    context.print('All invariants hold.')
  },
}

/** Balances of the ledger's accounts. */
export const ledgerCommand: OperatorCommand = {
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

/** A sum in the currency that one of the sides names. */
const shown = (cents: number, ...codes: readonly (string | null | undefined)[]): string => {
  const currency = codes.map((code) => currencyOf(code ?? '')).find((code) => code !== null)
  return currency === undefined ? `${cents} in a currency that is not known` : formatPrice(cents, currency)
}

const stateTexts = { succeeded: 'done', open: 'open', failed: 'failed' } as const

/** One disagreement as one sentence. */
const textOf = ({ what, key, difference, ours, theirs }: Disagreement): string => {
  const here = shown(ours?.cents ?? 0, ours?.currency, theirs?.currency)
  const there = shown(theirs?.cents ?? 0, theirs?.currency, ours?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a ${what} of ${there} that the shop has no record of: ${key}.`
    case 'missing-there':
      return `The shop has a ${what} of ${here} that the processor has no record of: ${key}.`
    case 'other-amount':
      return `A ${what} is ${here} in the shop and ${there} at the processor: ${key}.`
    case 'other-currency':
      return `A ${what} is in ${ours?.currency ?? ''} in the shop and in ${theirs?.currency ?? ''} at the processor: ${key}.`
    case 'other-state':
      return `A ${what} is ${stateTexts[ours?.state ?? 'failed']} in the shop and ${stateTexts[theirs?.state ?? 'failed']} at the processor: ${key}.`
    default:
      return difference satisfies never
  }
}

/** The same for a dispute. */
const disputeText = ({ processorDispute: id, difference, ours, theirs }: DisputeDisagreement): string => {
  const here = shown(ours?.amountCents ?? 0, ours?.currency)
  const there = shown(theirs?.amountCents ?? 0, theirs?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a dispute of ${there} that the shop has no record of: ${id}.`
    case 'missing-there':
      return `The shop has a dispute of ${here} that the processor has no record of: ${id}.`
    case 'other-state':
      return `A dispute is ${ours?.state ?? ''} in the shop and ${theirs?.state ?? ''} at the processor: ${id}.`
    case 'other-sum':
      return `A dispute is about ${here} in the shop and ${there} at the processor: ${id}.`
    case 'other-movements':
      return `A dispute moved other sums in the shop than at the processor: ${id}.`
    default:
      return difference satisfies never
  }
}

const momentOf = (day: string | undefined, fallback: string): Temporal.Instant => {
  try {
    return Temporal.PlainDate.from(day ?? fallback)
      .toZonedDateTime('UTC')
      .toInstant()
  } catch {
    throw new OperatorRefusal(`${day ?? ''} is not a date such as 2026-11-20.`)
  }
}

/** Compares the shop's charges, refunds, disputes, fees and payouts with the records of the processor. */
export const reconcileCommand: OperatorCommand = {
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
    const period = { from: momentOf(from, '1970-01-01'), to: momentOf(to, '9999-12-31') }
    if (Temporal.Instant.compare(period.from, period.to) >= 0)
      throw new OperatorRefusal('The period is empty: give a day for --to after the one for --from.')
    const { services } = await context.shop()
    await readBalance(services)
    const { charges, refunds, disagreements } = await reconcile(services, period)
    const isAllTime = from === undefined && to === undefined
    const balance = await reconcileBalance(services, period, isAllTime)
    for (const disagreement of disagreements) context.print(textOf(disagreement))
    for (const difference of balance.differences) context.print(difference)
    const disputed = await reconcileDisputes(services, period)
    for (const disagreement of disputed.disagreements) context.print(disputeText(disagreement))
    const refused = await refusedRefundTexts(services.deps.database)
    for (const text of refused) context.print(text)
    const disputes = disputed.disputes === 0 ? '' : ` disputes ${disputed.disputes},`
    const compared = `Compared: charges ${charges}, refunds ${refunds},${disputes} balance entries ${balance.entries}, payouts ${balance.payouts}`
    const differences = disagreements.length + balance.differences.length + disputed.disagreements.length
    if (differences > 0) throw new OperatorRefusal(`${compared}. Differences: ${differences}.`)
    if (refused.length > 0)
      throw new OperatorRefusal(
        `${compared}. All agree. Refused refunds that need a decision: ${refused.length}.`,
      )
    context.print(`${compared}. All agree.`)
  },
}
