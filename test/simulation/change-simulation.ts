import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { SeededRandom } from '../support/random.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Members of one shop who change their subscriptions, and the record of it. */
export interface ChangeSimulation {
  readonly shop: SimulatedShop
  readonly random: SeededRandom
  readonly log: string[]
  readonly broken: string[]
  readonly count: (what: string) => void
  /** What the processor has taken since the last look, as customer and cents. */
  readonly newCharges: () => Promise<readonly { readonly customer: string; readonly cents: number }[]>
}

/** The shop asks another price for something; what was agreed to stays. */
export const reprice = async ({ shop, random, log }: ChangeSimulation): Promise<void> => {
  const code = random.oneOf(['syn-rf', 'vs-rf', 'pds-rf', 'syn-rf-3mo', 'vs-rst', 'syn-rf-6mo'])
  const cents = 2_000 + random.intBelow(6_000)
  await inTransaction(shop.deps(), (tx) => changePrice(tx, code, cents))
  log.push(`${code} costs ${cents}`)
}
