import { expect } from 'vitest'
import { chanceFrom } from '../support/chance.ts'
import { expectWhole } from '../support/invariants.ts'
import { liveThrough } from '../support/shop-life.ts'
import { test } from '../support/shop.ts'

// `npm run simulate -- --seeds 50` sets more of them.
const first = Number(process.env['SIMULATE_FIRST'] ?? 1)
const seeds = Array.from({ length: Number(process.env['SIMULATE_SEEDS'] ?? 2) }, (_, n) => first + n)

test.for(seeds)(
  'a life of chance, seed %i: buyers, kills, weeks; money and orders agree',
  { timeout: 300_000 },
  async (seed, { shop }) => {
    const told = await liveThrough(shop, chanceFrom(seed), 30)
    await expectWhole(shop).catch((thrown: unknown) => {
      throw new Error(`seed ${seed}:\n${told.join('\n')}`, { cause: thrown })
    })
    expect(told.length).toBeGreaterThanOrEqual(30)
  },
)
