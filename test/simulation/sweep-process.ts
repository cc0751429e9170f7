import { seededRandom, type SeededRandom } from '../support/random.ts'
import type { NetworkFault } from './outside.ts'
import { answerPool, serverOfPool, thrownText } from './process-pool.ts'
import { openSimulation } from './simulation-environment.ts'
import { afterRequest, type PlannedFault, type ReachedMoment, type SweepReport } from './sweep.ts'

/** What goes wrong in the months of a request: one end, or one fault of the network and some ends after it. */
export type SweepRequest =
  | { readonly end: string }
  | {
      readonly fault: { readonly key: string; readonly kind: NetworkFault }
      /** In how many months more the process ends after the fault. */
      readonly endsAfter: number
      readonly seed: number
    }

/** How many months there were, and what went wrong in which. */
export interface SweepAnswer {
  readonly months: number
  readonly wrong: readonly string[]
}

const simulation = await openSimulation(serverOfPool())
const calm = await simulation.sweep({})

/** Lives through a month and says what went wrong in it; a month that could not be lived to its end is wrong, too. */
const wrongOf = (name: string, trouble: PlannedFault): Promise<readonly string[]> =>
  simulation.sweep(trouble).then(
    (report) => wrongIn(name, report),
    (thrown: unknown) => [`${name}: ${thrownText(thrown)}`],
  )

const wrongIn = (name: string, { happened, broken, taken }: SweepReport): string[] => {
  const wrong = [...broken]
  if (!happened) wrong.push('the trouble did not come')
  if (taken.join() !== calm.taken.join())
    wrong.push(`${taken.join(', ')} taken in place of ${calm.taken.join(', ')}`)
  return wrong.map((sentence) => `${name}: ${sentence}`)
}

/** The moments in which the faulted request is most likely still in flight. */
const nearMoments = 40

/** Ends after a fault, half of them soon after it: an action of four weeks has more than a thousand moments. */
const chosenEnds = (
  random: SeededRandom,
  after: readonly ReachedMoment[],
  count: number,
): readonly string[] => {
  const chosen = Array.from({ length: Math.min(count, after.length) }, (_, at) =>
    random.oneOf(at % 2 === 0 ? after.slice(0, nearMoments) : after),
  )
  return [...new Set(chosen.map(({ key }) => key))]
}

const sweep = async (request: SweepRequest): Promise<SweepAnswer> => {
  if ('end' in request) {
    return { months: 1, wrong: await wrongOf(`ended in ${request.end}`, { ends: [request.end] }) }
  }
  const { fault, endsAfter, seed } = request
  const faults: NonNullable<PlannedFault['faults']> = [fault]
  const name = `${fault.kind} of ${fault.key}`
  const faulted = await simulation.sweep({ faults })
  const wrong = wrongIn(name, faulted)
  const ends = chosenEnds(seededRandom(seed), afterRequest(faulted, fault.key), endsAfter)
  for (const end of ends)
    wrong.push(...(await wrongOf(`ended in ${end} after ${name}`, { faults, ends: [end] })))
  return { months: 1 + ends.length, wrong }
}

answerPool(sweep, (request: SweepRequest, thrown) => ({
  months: 0,
  wrong: [`${JSON.stringify(request)}: ${thrownText(thrown)}`],
}))
