import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '../support/random.ts'
import { allActions } from './all-actions.ts'
import { randomly } from './schedules.ts'
import { openInterleavingEnvironment } from './environment.ts'

/** In the tests few; `npm run interleavings` names how many, and from which seed on. */
const count = Number(process.env['TRIPLES'] ?? '8')
const first = Number(process.env['FIRST_TRIPLE'] ?? '1')

const environment = await openInterleavingEnvironment()
afterAll(() => environment.close())

const seeds = Array.from({ length: count }, (_, at) => first + at)

test.for(seeds)('three concurrent actions in the order of seed %i keep the shop consistent', async (seed) => {
  const random = seededRandom(seed)
  const three = [random.oneOf(allActions), random.oneOf(allActions), random.oneOf(allActions)]
  const played = await environment.play(three, randomly(random.intBelow))
  const names = three.map(({ name }) => name).join(', ')
  expect(played.broken.map((sentence) => `${names}: ${sentence}`)).toEqual([])
})
