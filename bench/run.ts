import { openHouse } from './house.ts'
import { lengthNames, lengthsIn } from './lengths.ts'
import { machineNow } from './machine.ts'
import { orderFigures } from './order-figures.ts'
import { renewalFigures } from './renewal-figures.ts'
import { tableOf, writeResults, type Details, type Figure } from './report.ts'
import { signInFigures } from './sign-in-figures.ts'
import { startFigures } from './start-figures.ts'
import { storedFigures } from './stored-figures.ts'
import { visitFigures } from './visit-figures.ts'

const parts = ['start', 'visits', 'sign-in', 'orders', 'renewals'] as const

type Part = (typeof parts)[number]

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const words = process.argv.slice(2)
const unknown = words.filter((word) => ![...lengthNames, ...parts].includes(word))
if (unknown.length > 0) {
  say(`Unknown: ${unknown.join(', ')}. Say "quick" for a short run, "smoke" for one that only shows that the bench works, and ${parts.join(', ')} for some parts only.`)
  process.exit(1)
} // prettier-ignore

const lengths = lengthsIn(words)
const named = parts.filter((part) => words.includes(part))
const wants = (part: Part): boolean => named.length === 0 || named.includes(part)

const figures: Figure[] = []
const details: Details = {}
const run = { lengths: lengths.name, startedAt: new Date().toISOString(), before: machineNow() }
say(`${run.before.cores} cores, load ${run.before.load.join(' ')}, Node ${run.before.node}`)

const measure = async (): Promise<void> => {
  if (wants('start')) {
    say('Starting the shop as `npm start` does …')
    figures.push(...(await startFigures(stack, lengths)))
  }
  if (!parts.some((part) => part !== 'start' && wants(part))) return
  const house = await openHouse(stack)
  const shop = house.openShop(house.port)
  await shop.ask({ kind: 'furnish' })
  const keep = (part: { figures: readonly Figure[]; details: Readonly<Details> }): void => {
    figures.push(...part.figures)
    Object.assign(details, part.details)
  }
  if (wants('visits')) {
    say('Visiting …')
    keep(await visitFigures(house, shop, lengths))
  }
  if (wants('sign-in')) {
    say('Signing in …')
    keep(await signInFigures(house, shop, lengths))
  }
  if (!wants('orders') && !wants('renewals')) return
  // Renewals are those of the orders before, so the orders are measured for them too.
  say('Buying …')
  const orders = await orderFigures(house, shop, lengths)
  keep(orders)
  if (!wants('renewals')) return
  say('Renewing …')
  keep(await renewalFigures(house, shop, lengths))
  say('Renewing while many are stored …')
  keep(await storedFigures(house, shop, lengths))
}

const stack = new AsyncDisposableStack()
let ending: Promise<void> | undefined
/** Ends everything that was started; whoever asks again waits for the same end. */
const end = (): Promise<void> => (ending ??= stack.disposeAsync())
const giveUp = (): void => void end().finally(() => process.exit(1))
process.once('SIGINT', giveUp)
process.once('SIGTERM', giveUp)
try {
  await measure()
} finally {
  await end()
}
say(`\n${tableOf(figures)}\n`)
say(`Load afterwards ${machineNow().load.join(' ')}. Written to ${await writeResults(run, figures, details)}`)
