import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '../support/random.ts'
import { creditActions } from './credit-actions.ts'
import { deskActions } from './desk-actions.ts'
import { bringsOtherCard, memberActions } from './member-actions.ts'
import { checksNotices } from './price-actions.ts'
import { randomly } from './schedules.ts'
import { returnActions } from './return-actions.ts'
import { shopActions } from './shop-actions.ts'
import { openInterleavingEnvironment } from './environment.ts'

/** In the tests few; `npm run interleavings` names how many, and from which seed on. */
const count = Number(process.env['TRIPLES'] ?? '8')
const first = Number(process.env['FIRST_TRIPLE'] ?? '1')

const environment = await openInterleavingEnvironment()
afterAll(() => environment.close())

const actions = [
  ...memberActions,
  ...shopActions,
  ...deskActions,
  ...returnActions,
  ...creditActions,
  checksNotices,
  bringsOtherCard,
]
const seeds = Array.from({ length: count }, (_, at) => first + at)

test.for(seeds)('three acts in the order of seed %i', async (seed) => {
  const random = seededRandom(seed)
  const three = [random.oneOf(actions), random.oneOf(actions), random.oneOf(actions)]
  const played = await environment.play(three, randomly(random.intBelow))
  const names = three.map(({ name }) => name).join(', ')
  expect(played.broken.map((sentence) => `${names}: ${sentence}`)).toEqual([])
})
