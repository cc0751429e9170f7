import { invariantViolations } from '../../src/app/invariants.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import { violatedInvariants, orderNumbers, ordersMailed, ownCharges } from '../support/invariants.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Everything that has to hold once nothing is in anybody's hands; a sentence for each thing that does not. */
export const brokenAtRest = async (shop: SimulatedShop): Promise<string[]> => {
  const { database } = shop.deps()
  const broken = [...(await invariantViolations(database)), ...(await violatedInvariants(database))]
  const ours = await ownCharges(database)
  const theirs = (await readProcessorRecords(shop.outside.records))
    .filter(({ state }) => state === 'succeeded')
    .map(({ key, cents }) => `${key} ${cents}`)
  for (const charge of theirs) if (!ours.includes(charge)) broken.push(`only the processor has ${charge}`)
  for (const charge of ours) if (!theirs.includes(charge)) broken.push(`only we have ${charge}`)
  const mailed = ordersMailed(shop.outside.mails)
  for (const number of await orderNumbers(database)) {
    const times = mailed.filter((one) => one === number).length
    if (times !== 1) broken.push(`order ${number} has ${times} mails`)
  }
  return broken
}
