import { openBenchEnvironment } from './environment.ts'
import { lengthNames, lengthsFrom } from './lengths.ts'
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

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const args = process.argv.slice(2)
const unknownArgs = args.filter((arg) => ![...lengthNames, ...parts].includes(arg))
if (unknownArgs.length > 0) {
  print(`Unknown: ${unknownArgs.join(', ')}. Say "quick" for a short run, "smoke" for one that only shows that the bench works, and ${parts.join(', ')} for some parts only.`)
  process.exit(1)
} // prettier-ignore

const lengths = lengthsFrom(args)
const namedParts = parts.filter((part) => args.includes(part))
const wants = (part: Part): boolean => namedParts.length === 0 || namedParts.includes(part)

const figures: Figure[] = []
const details: Details = {}
const run = { lengths: lengths.name, startedAt: new Date().toISOString(), before: machineNow() }
print(`${run.before.cores} cores, load ${run.before.load.join(' ')}, Node ${run.before.node}`)

const addFigures = (part: { figures: readonly Figure[]; details: Readonly<Details> }): void => {
  figures.push(...part.figures)
  Object.assign(details, part.details)
}

const measure = async (): Promise<void> => {
  if (wants('start')) {
    print('Starting the shop as `npm start` does …')
    addFigures(await startFigures(stack, lengths))
  }
  if (!parts.some((part) => part !== 'start' && wants(part))) return
  const bench = await openBenchEnvironment(stack)
  const shop = bench.openShop(bench.port)
  await shop.send({ kind: 'seed' })
  if (wants('visits')) {
    print('Visiting …')
    addFigures(await visitFigures(bench, shop, lengths))
  }
  if (wants('sign-in')) {
    print('Signing in …')
    addFigures(await signInFigures(bench, shop, lengths))
  }
  if (!wants('orders') && !wants('renewals')) return
  // Renewals are those of the orders before, so the orders are measured for them too.
  print('Buying …')
  const orders = await orderFigures(bench, shop, lengths)
  addFigures(orders)
  if (!wants('renewals')) return
  print('Renewing …')
  addFigures(await renewalFigures(bench, shop, lengths))
  print('Renewing while many are stored …')
  addFigures(await storedFigures(bench, shop, lengths))
}

const stack = new AsyncDisposableStack()
let ending: Promise<void> | undefined
/** Ends everything that was started; repeated calls wait for the same end. */
const end = (): Promise<void> => (ending ??= stack.disposeAsync())
const abort = (): void => void end().finally(() => process.exit(1))
process.once('SIGINT', abort)
process.once('SIGTERM', abort)
try {
  await measure()
} finally {
  await end()
}
print(`\n${tableOf(figures)}\n`)
print(
  `Load afterwards ${machineNow().load.join(' ')}. Written to ${await writeResults(run, figures, details)}`,
)
