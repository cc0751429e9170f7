import { afterAll, expect, test } from 'vitest'
import { chanceFrom } from '../support/chance.ts'
import { memberActs } from './member-acts.ts'
import { looksForNotices } from './price-acts.ts'
import { byChance } from './schedules.ts'
import { shopActs } from './shop-acts.ts'
import { openTheater } from './theater.ts'

/** In the tests few; `npm run interleavings` names how many, and from which seed on. */
const count = Number(process.env['TRIPLES'] ?? '8')
const first = Number(process.env['FIRST_TRIPLE'] ?? '1')

const theater = await openTheater()
afterAll(() => theater.close())

const acts = [...memberActs, ...shopActs, looksForNotices]
const seeds = Array.from({ length: count }, (_, at) => first + at)

test.for(seeds)('three acts in the order of seed %i', async (seed) => {
  const chance = chanceFrom(seed)
  const three = [chance.oneOf(acts), chance.oneOf(acts), chance.oneOf(acts)]
  const played = await theater.play(three, byChance(chance.below))
  const names = three.map(({ name }) => name).join(', ')
  expect(played.broken.map((sentence) => `${names}: ${sentence}`)).toEqual([])
})
