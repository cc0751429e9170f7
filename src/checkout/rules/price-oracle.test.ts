import { expect, test } from 'vitest'
import { foundSeeds } from '../../../test/support/found-seeds.ts'
import { priceCase } from '../../../test/support/price-cases.ts'
import { disagreements } from '../../../test/support/price-oracle.ts'
import { quote } from './quote.ts'

test('20,000 random purchases cost what an independent calculation says, to the cent', () => {
  const fixed = Array.from({ length: 20_000 }, (_, at) => at + 1)
  for (const seed of [...fixed, ...foundSeeds('prices')]) {
    const input = priceCase(seed)
    const found = disagreements(input, quote(input))
    if (found.length > 0) expect.fail(`seed ${seed}: ${found.join('; ')}`)
  }
})
