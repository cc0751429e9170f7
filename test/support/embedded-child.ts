import { startEmbeddedServer } from '#platform/postgres/embedded-server.ts'

/** A shop's database and nothing else, in a process that can be killed: prints its address, then waits for the end. */
const folder = process.argv[2] ?? ''
const server = await startEmbeddedServer({ folder, database: 'loam', maxConnections: 20, durable: false })
process.stdout.write(`${JSON.stringify({ adopted: server.adopted, address: server.address })}\n`)
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0))
})
setInterval(() => undefined, 60_000)
