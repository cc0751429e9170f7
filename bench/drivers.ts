import { Kysely, PostgresDialect } from 'kysely'
import type { Dialect } from 'kysely'
import pg from 'pg'
import postgres from 'postgres'
import { GatheringClient } from '#platform/gathering-client.ts'
import { markDeferred, pipelinedDialect } from '#platform/pipelined-connection.ts'
import { timeConcurrently } from './concurrency.ts'
import { cpuSoFar } from './cpu.ts'
import { createTables, placeOrder } from './drivers/order-load.ts'
import type { LoadTables } from './drivers/order-load.ts'
import { postgresJsDialect } from './drivers/postgres-js-dialect.ts'
import { startTlsServer } from './drivers/tls-server.ts'
import type { Transport } from './drivers/tls-server.ts'
import { median } from './figures.ts'
import { machineNow } from './machine.ts'

// `node bench/drivers.ts [rounds] [orders in a slice]`: which driver of PostgreSQL a pipelined transaction runs on best.
// Each round measures every driver on every transport, in turns, so that noise of the machine meets all of them.

const width = 8
const [rounds = 9, ordersPerSlice = 200] = process.argv.slice(2).map(Number)

const deferred = new WeakSet<object>()

const mark: typeof markDeferred = (query) => {
  deferred.add(query)
  return markDeferred(query)
}

const poolOf = ({ host, port, user, database, ssl }: Transport, more: pg.PoolConfig = {}): pg.Pool => {
  const tls = ssl === false ? false : { ca: ssl.ca }
  return new pg.Pool({ host, port, user, database, ssl: tls, max: width, idleTimeoutMillis: 0, ...more })
}

const postgresJs = ({ host, port, user, database, ssl }: Transport, pipelines: boolean): Dialect => {
  const tls = ssl === false ? false : { ca: ssl.ca }
  const clients = Array.from({ length: width }, () =>
    postgres({ host, port, user, database, ssl: tls, max: 1, fetch_types: false }),
  )
  return postgresJsDialect(clients, pipelines, (query) => deferred.has(query))
}

/** The drivers, the one to compare with first. */
const drivers: Readonly<Record<string, (transport: Transport) => Dialect>> = {
  'pg, each statement awaited': (transport) => new PostgresDialect({ pool: poolOf(transport) }),
  'pg, its option pipeline': (transport) => pipelinedDialect(poolOf(transport, { pipeline: true })),
  'pg, pipeline, one write a turn (the shop)': (transport) =>
    pipelinedDialect(poolOf(transport, { pipeline: true, Client: GatheringClient })),
  'postgres.js, each statement awaited': (transport) => postgresJs(transport, false),
  'postgres.js, pipelined': (transport) => postgresJs(transport, true),
}

interface Contender {
  readonly name: string
  readonly transport: Transport['name']
  readonly db: Kysely<LoadTables>
  readonly perSecond: number[]
  readonly cpu: number[]
}

let number = 0

/** Writes one slice of orders; adds orders per second, and milliseconds of client CPU an order. */
const measure = async (
  { db, perSecond, cpu }: Pick<Contender, 'db' | 'perSecond' | 'cpu'>,
  orders: number,
): Promise<void> => {
  const items = Array.from({ length: orders }, () => (number += 1))
  const before = cpuSoFar().cpuMilliseconds
  const { done, seconds } = await timeConcurrently(items, width, (one) => placeOrder(db, mark, one))
  cpu.push((cpuSoFar().cpuMilliseconds - before) / done)
  perSecond.push(done / seconds)
}

const ratioText = (values: readonly number[], baseline: readonly number[]): string => {
  const ratios = values.map((value, round) => value / (baseline[round] ?? value))
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
}

await using stack = new AsyncDisposableStack()
const transports = await startTlsServer(stack)
const contenders: Contender[] = transports.flatMap((transport) =>
  Object.entries(drivers).map(([name, dialectOf]) => {
    const db = new Kysely<LoadTables>({ dialect: dialectOf(transport) })
    stack.defer(() => db.destroy())
    return { name, transport: transport.name, db, perSecond: [], cpu: [] }
  }),
)
const [first] = contenders
if (!first) throw new Error('no driver')
for (let tries = 0; ; tries += 1)
  try {
    await createTables(first.db)
    break
  } catch (thrown) {
    // A server that has just started does not answer yet.
    if (tries > 100) throw thrown
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
// Connections, prepared statements and compiled code exist before anything counts.
for (const { db } of contenders) await measure({ db, perSecond: [], cpu: [] }, ordersPerSlice)
for (let round = 0; round < rounds; round += 1)
  for (const contender of contenders.map((_, at) => contenders[(at + round) % contenders.length]))
    if (contender) await measure(contender, ordersPerSlice)

const { cores, load } = machineNow()
process.stdout.write(
  `${cores} cores, load ${load.join(' ')}; ${rounds} rounds of ${ordersPerSlice} orders, ${width} at a time\n\n` +
    '| transport | driver | orders/s | ratio | client CPU an order | ratio |\n| --- | --- | ---: | --- | ---: | --- |\n',
)
for (const { name, transport, perSecond, cpu } of contenders) {
  const base = contenders.find((one) => one.transport === transport) ?? first
  process.stdout.write(
    `| ${transport} | ${name} | ${median(perSecond).toFixed(0)} | ${ratioText(perSecond, base.perSecond)} | ` +
      `${median(cpu).toFixed(2)} ms | ${ratioText(cpu, base.cpu)} |\n`,
  )
}
