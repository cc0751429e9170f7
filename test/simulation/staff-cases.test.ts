import { afterAll, expect, test } from 'vitest'
import { actionsIn, caseActions, sumOf, type ActionCounts } from './action-counts.ts'
import { openSimulation } from './simulation-environment.ts'

const simulation = await openSimulation()
afterAll(() => simulation.close())

/** Lives that are longer than others, with something done by staff after each event; together they do everything that staff can do. */
const seeds = [1, 2, 4, 5, 6]
let counts: ActionCounts = {}

test.for(seeds)(
  'in a life of seed %i whose staff resolve reports, refunds, renewals and returns and act for members, money and log agree',
  async (seed) => {
    const { log, broken } = await simulation.simulate(seed, 24, 100)
    counts = sumOf(counts, actionsIn(log))
    expect(broken, log.join('\n')).toEqual([])
  },
)

test('these lives together carry out each action of staff on a case', () => {
  expect(caseActions.filter((name) => (counts[name]?.done ?? 0) === 0)).toEqual([])
})
