import { disputePostings, ledgerCurrencies } from '#ledger/server/journals.ts'
import type { DisputePostings } from '#ledger/server/journals.ts'
import { sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { currencyMoved, lossOf, outstandingCents } from '../rules/dispute.ts'
import type { Dispute } from './dispute-record.ts'
import { allDisputes } from './disputes.ts'
import type { Db } from './dispute-store.ts'

const ofItself = (dispute: Dispute): readonly string[] => {
  const loss = lossOf(dispute)
  return loss === dispute.writtenOffCents
    ? []
    : [`dispute ${dispute.processorDispute}: ${loss} cents lost, and ${dispute.writtenOffCents} written off`]
}

/** The sums of the disputes whose money moved in one currency against the ledger. */
const comparedSums = (
  disputes: readonly Dispute[],
  posted: DisputePostings,
  currency: Currency,
): readonly (readonly [what: string, ours: number, recorded: number])[] => {
  const own = disputes.filter((one) => currencyMoved(one) === currency)
  const movements = own.flatMap((one) => one.movements)
  const fees = sumCents(movements.map(({ feeCents }) => feeCents))
  const lost = sumCents(own.map(({ writtenOffCents }) => writtenOffCents))
  const open = sumCents(own.map((one) => outstandingCents(one) - one.writtenOffCents))
  const moved = sumCents(movements.map(({ cents }) => cents)) - fees
  return [
    [`cents ${currency} taken back by banks and not decided`, open, posted.disputed(currency)],
    [`cents ${currency} lost in disputes`, lost, posted.losses(currency)],
    [`cents ${currency} of fees for disputes`, fees, posted.fees(currency)],
    [`cents ${currency} moved by disputes`, moved, posted.receivable(currency)],
  ]
}

/** A sentence for each way in which disputes and ledger disagree, by currency; none when they agree. */
export const brokenDisputes = async (db: Db): Promise<readonly string[]> => {
  const disputes = await allDisputes(db)
  const posted = await disputePostings(db)
  const compared = (await ledgerCurrencies(db)).flatMap((currency) =>
    comparedSums(disputes, posted, currency),
  )
  return [
    ...disputes.flatMap(ofItself),
    ...compared.flatMap(([what, ours, recorded]) =>
      ours === recorded ? [] : [`${what}: ${ours}, and ${recorded} in the ledger`],
    ),
  ]
}
