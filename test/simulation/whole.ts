import { brokenInvariants } from '../../src/app/invariants.ts'
import { readBooks } from '../support/card-pages.ts'
import { brokenSentences, orderNumbers, ordersTold, ownCharges } from '../support/invariants.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Everything that has to hold once nothing is in anybody's hands; a sentence for each thing that does not. */
export const brokenAtRest = async (shop: SimulatedShop): Promise<string[]> => {
  const { database } = shop.world()
  const broken = [...(await brokenInvariants(database)), ...(await brokenSentences(database))]
  const ours = await ownCharges(database)
  const theirs = (await readBooks(shop.outside.books))
    .filter(({ state }) => state === 'succeeded')
    .map(({ key, cents }) => `${key} ${cents}`)
  for (const charge of theirs) if (!ours.includes(charge)) broken.push(`only the processor has ${charge}`)
  for (const charge of ours) if (!theirs.includes(charge)) broken.push(`only we have ${charge}`)
  const told = ordersTold(shop.outside.mails)
  for (const number of await orderNumbers(database)) {
    const times = told.filter((one) => one === number).length
    if (times !== 1) broken.push(`order ${number} was told by ${times} mails`)
  }
  return broken
}
