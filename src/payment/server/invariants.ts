import { ledgerCurrencies, postedFacts, trialBalance } from '#ledger/server/journals.ts'
import { selectBalanceTotals } from '../payout/server/balance-store.ts'
import { openOtherSums, selectChargedCents } from '../charge/server/charge-entries.ts'
import { type Db } from '../charge/server/charge-store.ts'
import { selectRefundedCents } from '../refund/server/refund-store.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { sumCents, wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'

/** A sentence for each way in which fees and payouts disagree with the ledger or with their parts; none when they agree. */
export const brokenPayouts = async (db: Db): Promise<readonly string[]> => {
  const { feeCents, paidCents, unequal } = await selectBalanceTotals(db)
  const balances = await trialBalance(db)
  const inLedger = (account: string, currency: Currency): number =>
    sumCents(
      balances
        .filter((one) => one.account === account && one.currency === currency)
        .map(({ cents }) => cents),
    )
  const compared = (await ledgerCurrencies(db)).flatMap((currency): [string, number, number][] => [
    [`${currency} of fees`, feeCents(currency), inLedger('processor-fees', currency)],
    [`${currency} paid out`, paidCents(currency), inLedger('bank', currency)],
  ])
  return [
    ...compared.flatMap(([what, ours, recorded]) =>
      ours === recorded ? [] : [`cents ${what}: ${ours}, and ${recorded} in the ledger`],
    ),
    ...unequal.map(
      ({ name, cents, parts }) => `payout ${name} is ${cents} cents, and its parts are ${parts}`,
    ),
  ]
}

/** An amount with its currency, which need not be one of the shop's: `10.00 EUR`, `500 JPY`. */
const amountText = ({ cents, currency }: { readonly cents: number; readonly currency: string }): string => {
  const known = currencyOf(currency)
  return known === null
    ? `${cents} of the smallest unit of ${currency}`
    : `${wirePrice(cents, known)} ${known}`
}

/** A sentence for each charge of which the processor took another sum than was asked for, until it was given back there. */
export const otherSums = async (db: Db): Promise<readonly string[]> =>
  (await openOtherSums(db)).map(
    ({ key, processorCharge, requested, captured, at }) =>
      `The processor took ${amountText(captured)} for a charge of ${amountText(requested)} on ${at.toString().slice(0, 10)}: ${key}, ${processorCharge} there. Nothing was ordered for it, and nothing more is charged. Refund it in full at the processor.`,
  )

/** A sentence for each card total that differs from the ledger; none when they agree. */
export const brokenReceivable = async (db: Db): Promise<readonly string[]> => {
  const placed = await postedFacts(db, 'order-placed')
  const refunded = await postedFacts(db, 'refund-settled')
  const reversed = await postedFacts(db, 'refund-reversed')
  const compared: [string, number, number][] = []
  for (const currency of await ledgerCurrencies(db)) {
    const charged = await selectChargedCents(db, currency)
    const back = 0 - refunded.receivableCents(currency) - reversed.receivableCents(currency)
    compared.push([`${currency} charged to cards`, charged, placed.receivableCents(currency)])
    compared.push([`${currency} refunded to cards`, await selectRefundedCents(db, currency), back])
  }
  return compared.flatMap(([what, ours, recorded]) =>
    ours === recorded ? [] : [`cents ${what}: ${ours}, and ${recorded} in the ledger`],
  )
}
