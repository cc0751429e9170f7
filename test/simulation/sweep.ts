import type { Step } from '#platform/steps.ts'
import { chanceFrom } from '../support/chance.ts'
import { readBooks } from '../support/card-pages.ts'
import {
  bringsCard,
  buys,
  claims,
  gives,
  isGiven,
  ordersNow,
  passes,
  paysOwed,
  recover,
  takesBack,
  type Act,
} from './acts.ts'
import { openOutside, type NetworkFault } from './outside.ts'
import { newBrowser, openSimulatedShop, type LifeDatabase, type SimulatedShop } from './simulated-shop.ts'
import { brokenAtRest } from './whole.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

const personIn = (number: number, place: 'oregon' | 'california') => ({
  email: `person-${number}@example.com`,
  browser: newBrowser(`203.0.113.${number}`, 'US', place === 'oregon' ? 'OR' : 'CA'),
  place,
  cards: [],
  plans: [],
})

/** A month in which money is taken and given back in every way that the shop knows. */
const month = (): readonly Act[] => {
  const [ada, ben, cara] = [personIn(1, 'oregon'), personIn(2, 'california'), personIn(3, 'oregon')]
  const [dan, eve] = [personIn(4, 'oregon'), personIn(5, 'california')]
  return [
    buys(ada, 'syn-rf', 'approve', 'FIRST100'),
    buys(ben, 'vs-rf', 'renewal-no-funds'),
    ordersNow(ada),
    // Her next order is paid whole by it, and his as far as it goes: refused, set free again, spent by the link.
    isGiven(ada, 6_000),
    isGiven(ben, 1_000),
    bringsCard(ada, 'mastercard'),
    buys(cara, 'vs-rst', 'approve'),
    takesBack(cara),
    gives(dan, eve.email, 5, 'vs-rst', 'approve'),
    passes(31),
    paysOwed(ben, 'mastercard'),
    claims(eve),
    passes(1),
  ]
}

/** What goes wrong in a month: the process ends at a step, or a request to the processor has a fault, or both. */
export interface Trouble {
  readonly end?: { readonly at: Step; readonly passes: number }
  /** `at` counts the requests to the processor from 0. */
  readonly fault?: { readonly at: number; readonly kind: NetworkFault }
}

export interface Swept {
  /** Whether what should go wrong did. */
  readonly happened: boolean
  readonly broken: readonly string[]
  /** What the processor took, each charge in cents, the smallest first. */
  readonly taken: readonly number[]
  /** Requests to the processor. */
  readonly requests: number
}

/** Nobody asks again: within 60 seconds of the restart everything is settled all the same. */
const settledWithinAMinute = async (shop: SimulatedShop): Promise<string[]> => {
  await recover(shop)
  return (await brokenAtRest(shop)).map((sentence) => `60 s after the restart: ${sentence}`)
}

/** Lives through the month once, on a database that is as a new shop's. Webhooks are lost, so that nobody leans on them. */
export const sweep = async (database: LifeDatabase, { end, fault }: Trouble): Promise<Swept> => {
  const outside = openOutside(chanceFrom(7), opening)
  let requests = 0
  outside.troubleBy(() => {
    requests += 1
    return fault?.at === requests - 1 ? fault.kind : null
  })
  const shop = await openSimulatedShop(database, outside)
  const broken: string[] = []
  let ended = false
  if (end) shop.endAt(end.at, end.passes)
  shop.onReopen(async () => {
    ended = true
    broken.push(...(await settledWithinAMinute(shop)))
  })
  try {
    for (const act of month()) await act(shop)
    broken.push(...(await brokenAtRest(shop)))
    const books = (await readBooks(outside.books)).filter(({ state }) => state === 'succeeded')
    const taken = books.map(({ cents }) => cents).toSorted((a, b) => a - b)
    return { happened: (!end || ended) && (!fault || fault.at < requests), broken, taken, requests }
  } finally {
    await shop.close()
    outside.close()
  }
}
