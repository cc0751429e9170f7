import { requestedParts } from './arguments.ts'
import { openBenchEnvironment } from './environment.ts'
import { machineNow } from './machine.ts'
import { memberFigures } from './member-figures.ts'
import { orderFigures } from './order-figures.ts'
import { createReport, tableOf, type Measured } from './report.ts'
import { renewalFigures } from './renewal-figures.ts'
import { signInFigures } from './sign-in-figures.ts'
import { startFigures } from './start-figures.ts'
import { storedFigures } from './stored-figures.ts'
import { visitFigures } from './visit-figures.ts'
import { wholeFigures } from './whole-figures.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const requested = requestedParts(process.argv.slice(2))
if ('refusal' in requested) {
  print(requested.refusal)
  process.exit(1)
}
const { lengths, wants, against } = requested

const run = { lengths: lengths.name, startedAt: new Date().toISOString(), before: machineNow() }
print(`${run.before.cores} cores, load ${run.before.load.join(' ')}, Node ${run.before.node}`)
const report = createReport(run)

/** Measures a part and writes its figures down. One that fails is named, and loses only itself. */
const part = async (title: string, measured: () => Promise<Measured>): Promise<void> => {
  print(title)
  try {
    await report.add(await measured())
  } catch (thrown) {
    report.fail(title)
    print(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  }
}

/** The parts that share a shop: renewals are those of the orders before, so the orders are measured for them too. */
const measureInOneShop = async (): Promise<void> => {
  const bench = await openBenchEnvironment(stack)
  const shop = bench.openShop(bench.port)
  await shop.send({ kind: 'seed' })
  if (wants('visits')) await part('Visiting …', () => visitFigures(bench, shop, lengths))
  if (wants('members')) await part('Reading as a member …', () => memberFigures(bench, shop, lengths))
  if (wants('sign-in')) await part('Signing in …', () => signInFigures(bench, shop, lengths))
  if (!wants('orders') && !wants('renewals')) return
  await part('Buying …', () => orderFigures(bench, shop, lengths))
  if (!wants('renewals')) return
  await part('Renewing …', () => renewalFigures(bench, shop, lengths))
  await part('Renewing while many are stored …', () => storedFigures(bench, shop, lengths))
}

const measure = async (): Promise<void> => {
  if (wants('start'))
    await part('Starting the shop as `npm start` does …', () => startFigures(stack, lengths))
  if (wants('whole'))
    await part('Buying in the whole shop …', async () => {
      // Its shops end before anything else is measured.
      await using own = new AsyncDisposableStack()
      stack.use(own)
      return await wholeFigures(own, lengths, against, report.add)
    })
  if (!(['visits', 'members', 'sign-in', 'orders', 'renewals'] as const).some(wants)) return
  try {
    await measureInOneShop()
  } catch (thrown) {
    report.fail('the shop of the other parts')
    print(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  }
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
print(`\n${tableOf(report.figures)}\n`)
print(`Load afterwards ${machineNow().load.join(' ')}. Written to ${report.file}`)
for (const title of report.failed) print(`Failed: ${title}`)
process.exitCode = report.failed.length > 0 ? 1 : 0
