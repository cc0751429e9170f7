import { expect, test } from 'vitest'
import { priceCase } from '../../../test/support/price-cases.ts'
import { disagreements } from '../../../test/support/price-oracle.ts'
import { quote } from './quote.ts'

test('20,000 purchases of chance cost what the oracle says, to the cent', { timeout: 60_000 }, () => {
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const input = priceCase(seed)
    const found = disagreements(input, quote(input))
    if (found.length > 0) expect.fail(`seed ${seed}: ${found.join('; ')}`)
  }
})
