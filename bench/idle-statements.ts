import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseOwner } from '#platform/postgres/cluster.ts'
import { readPostmaster } from '#platform/postgres/postmaster.ts'

const statementLine = /LOG: {2}(?:statement|execute [^:]*): /

/** The statements in a log of PostgreSQL, each in one line; a text over several lines continues after a tab. */
export const statementsIn = (log: string): string[] =>
  log
    .replaceAll(/\n\t/g, ' ')
    .split('\n')
    .filter((line) => statementLine.test(line))
    .map((line) => line.slice(line.search(statementLine)).replace(statementLine, ''))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())

const withServer = async (dataFolder: string, run: (client: Client) => Promise<void>): Promise<void> => {
  const postmaster = await readPostmaster(join(dataFolder, 'postgres', 'data'))
  if (postmaster === null) throw new Error('the shop on the bench has no database')
  const client = new Client({ host: postmaster.socketFolder, user: databaseOwner, database: 'loam' })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

const setLogging = (dataFolder: string, what: 'all' | 'none'): Promise<void> =>
  withServer(dataFolder, async (client) => {
    await client.query(`alter system set log_statement = '${what}'`)
    await client.query('select pg_reload_conf()')
  })

/**
 * Every statement that a running shop sends its embedded server meanwhile, from whatever process or thread, by its text with
 * how often it came. The server's own log says so.
 */
export const statementsDuring = async (
  dataFolder: string,
  run: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> => {
  const path = join(dataFolder, 'postgres', 'server.log')
  await setLogging(dataFolder, 'all')
  const before = (await readFile(path, 'utf8')).length
  await run()
  const log = (await readFile(path, 'utf8')).slice(before)
  await setLogging(dataFolder, 'none')
  const counts = Map.groupBy(statementsIn(log), (text) => text)
  return new Map([...counts].map(([text, all]) => [text, all.length]))
}

/** The same for some time, with how often each came a second, the most frequent first. */
export const statementsOf = async (
  dataFolder: string,
  milliseconds: number,
): Promise<ReadonlyMap<string, number>> => {
  const counts = await statementsDuring(dataFolder, () => sleep(milliseconds))
  const rates = [...counts].map(([text, count]) => [text, (count * 1_000) / milliseconds] as const)
  return new Map(rates.toSorted(([, a], [, b]) => b - a))
}
