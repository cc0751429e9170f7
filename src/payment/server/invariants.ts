import { postedFacts, trialBalance } from '#ledger/server/journals.ts'
import { selectBalanceTotals } from '../payout/server/balance-store.ts'
import { openOtherSums, selectChargedCents } from '../charge/server/charge-entries.ts'
import { type Db } from '../charge/server/charge-store.ts'
import { selectRefundedCents } from '../refund/server/refund-store.ts'

/** A sentence for each way in which fees and payouts disagree with the ledger or with their parts; none when they agree. */
export const brokenPayouts = async (db: Db): Promise<readonly string[]> => {
  const { feeCents, paidCents, unequal } = await selectBalanceTotals(db)
  const balances = await trialBalance(db)
  const inLedger = (account: string): number =>
    balances.filter((one) => one.account === account).reduce((sum, { cents }) => sum + cents, 0)
  const compared: readonly (readonly [string, number, number])[] = [
    ['of fees', feeCents, inLedger('processor-fees')],
    ['paid out', paidCents, inLedger('bank')],
  ]
  return [
    ...compared.flatMap(([what, ours, recorded]) =>
      ours === recorded ? [] : [`cents ${what}: ${ours}, and ${recorded} in the ledger`],
    ),
    ...unequal.map(
      ({ name, cents, parts }) => `payout ${name} is ${cents} cents, and its parts are ${parts}`,
    ),
  ]
}

/** An amount with its currency, which need not be one of the shop's: `10.00 EUR`. */
const amountText = ({ cents, currency }: { readonly cents: number; readonly currency: string }): string =>
  `${(cents / 100).toFixed(2)} ${currency}`

/** A sentence for each charge of which the processor took another sum than was asked for, until it was given back there. */
export const otherSums = async (db: Db): Promise<readonly string[]> =>
  (await openOtherSums(db)).map(
    ({ key, processorCharge, asked, taken, at }) =>
      `The processor took ${amountText(taken)} for a charge of ${amountText(asked)} on ${at.toString().slice(0, 10)}: ${key}, ${processorCharge} there. Nothing was ordered for it, and nothing more is charged. Refund it in full at the processor.`,
  )

/** A sentence for each card total that differs from the ledger; none when they agree. */
export const brokenReceivable = async (db: Db): Promise<readonly string[]> => {
  const placed = await postedFacts(db, 'order-placed')
  const refunded = await postedFacts(db, 'refund-settled')
  const reversed = await postedFacts(db, 'refund-reversed')
  const compared: readonly (readonly [string, number, number])[] = [
    ['charged to cards', await selectChargedCents(db), placed.receivableCents],
    [
      'refunded to cards',
      await selectRefundedCents(db),
      0 - refunded.receivableCents - reversed.receivableCents,
    ],
  ]
  return compared.flatMap(([what, ours, recorded]) =>
    ours === recorded ? [] : [`cents ${what}: ${ours}, and ${recorded} in the ledger`],
  )
}
