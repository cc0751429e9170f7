import { parseArgs } from 'node:util'
import { quote } from '#checkout/rules/quote.ts'
import { saveSeeds, seedFrom } from '../support/found-seeds.ts'
import { priceCase } from '../support/price-cases.ts'
import { disagreements } from '../support/price-oracle.ts'

/**
 * `npm run prices:long [-- --cases 1000000 --first 1]`: random purchases compared with the oracle, from a random seed
 * on.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1000000' }, first: { type: 'string', default: 'random' } },
})
const [first, cases] = [seedFrom(values.first), Number(values.cases)]
console.log(`Seeds ${first} to ${first + cases - 1}`)

for (let seed = first; seed < first + cases; seed += 1) {
  const input = priceCase(seed)
  const found = disagreements(input, quote(input))
  if (found.length > 0) {
    console.error(`seed ${seed}: ${found.join('; ')}`)
    saveSeeds('prices', [seed])
    process.exit(1)
  }
}
console.log(`${cases} random purchases cost what the oracle says, to the cent.`)
