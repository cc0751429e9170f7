import { disputePostings } from '#ledger/server/journals.ts'
import { sumCents } from '#shared/money.ts'
import { lossOf, outstandingCents } from '../rules/dispute-money.ts'
import type { Dispute } from './dispute-record.ts'
import { allDisputes } from './disputes.ts'
import type { Db } from './dispute-store.ts'

const ofItself = (dispute: Dispute): readonly string[] => {
  const loss = lossOf(dispute)
  return loss === dispute.writtenOffCents
    ? []
    : [`dispute ${dispute.processorDispute}: ${loss} cents lost, and ${dispute.writtenOffCents} written off`]
}

/** A sentence for each way in which disputes and ledger disagree; none when they agree. */
export const brokenDisputes = async (db: Db): Promise<readonly string[]> => {
  const disputes = await allDisputes(db)
  const posted = await disputePostings(db)
  const movements = disputes.flatMap((one) => one.movements)
  const fees = sumCents(movements.map(({ feeCents }) => feeCents))
  const lost = sumCents(disputes.map(({ writtenOffCents }) => writtenOffCents))
  const open = sumCents(disputes.map((one) => outstandingCents(one) - one.writtenOffCents))
  const compared: readonly (readonly [string, number, number])[] = [
    ['cents taken back by banks and not decided', open, posted.disputed],
    ['cents lost in disputes', lost, posted.losses],
    ['cents of fees for disputes', fees, posted.fees],
    ['cents moved by disputes', sumCents(movements.map(({ cents }) => cents)) - fees, posted.receivable],
  ]
  return [
    ...disputes.flatMap(ofItself),
    ...compared.flatMap(([what, ours, recorded]) =>
      ours === recorded ? [] : [`${what}: ${ours}, and ${recorded} in the ledger`],
    ),
  ]
}
