import { postedFacts, trialBalance } from '#ledger/server/journals.ts'
import { selectBalanceTotals } from '../payout/server/balance-store.ts'
import { selectChargedCents } from '../charge/server/charge-entries.ts'
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
