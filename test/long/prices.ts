import { quote } from '#checkout/rules/quote.ts'
import { priceCase } from '../support/price-cases.ts'
import { disagreements } from '../support/price-oracle.ts'

const cases = 1_000_000

for (let seed = 1; seed <= cases; seed += 1) {
  const input = priceCase(seed)
  const found = disagreements(input, quote(input))
  if (found.length > 0) {
    console.error(`seed ${seed}: ${found.join('; ')}`)
    process.exit(1)
  }
}
console.log(`${cases} purchases of chance cost what the oracle says, to the cent.`)
