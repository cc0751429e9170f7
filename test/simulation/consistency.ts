import { sql } from 'kysely'
import { verifyAudit } from '#staff/server/audits.ts'
import { readCarrierLabels } from '../support/carrier-labels.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import {
  requestedAgain,
  violatedInvariants,
  orderNumbers,
  ordersMailed,
  ownCharges,
} from '../support/invariants.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Everything that has to hold once nothing is in flight; a sentence for each thing that does not. */
export const brokenAtRest = async (shop: SimulatedShop): Promise<string[]> => {
  const { database } = shop.deps()
  const broken = [...(await invariantViolations(database)), ...(await violatedInvariants(database))]
  broken.push(...(await verifyAudit(database)).problems)
  broken.push(...shop.takeStarved().map((sites) => `a connection was waited for in vain: ${sites}`))
  const ours = await ownCharges(database)
  const theirs = (await readProcessorRecords(shop.outside.records))
    .filter(({ state }) => state === 'succeeded')
    .map(({ key, cents }) => `${key} ${cents}`)
  for (const charge of theirs) if (!ours.includes(charge)) broken.push(`only the processor has ${charge}`)
  for (const charge of ours) if (!theirs.includes(charge)) broken.push(`only we have ${charge}`)
  const { rows } = await sql<{ id: string }>`select carrier_label as id from shipment_label
    where state in ('bought', 'handed-over')
    union all select carrier_label from return_label where state in ('bought', 'used') order by id`.execute(
    database,
  )
  const sold = (await readCarrierLabels(shop.outside.labels)).filter(({ state }) => state !== 'voided')
  const [ourLabels, theirLabels] = [rows.map(({ id }) => id), sold.map(({ id }) => id).toSorted()]
  for (const id of theirLabels) if (!ourLabels.includes(id)) broken.push(`only the carrier has label ${id}`)
  for (const id of ourLabels) if (!theirLabels.includes(id)) broken.push(`only we have label ${id}`)
  broken.push(...requestedAgain(shop.outside.mails))
  const mailed = ordersMailed(shop.outside.mails)
  for (const number of await orderNumbers(database)) {
    const times = mailed.filter((one) => one === number).length
    if (times !== 1) broken.push(`order ${number} has ${times} mails`)
  }
  return broken
}
