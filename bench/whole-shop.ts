import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { databaseOwner } from '#platform/postgres/cluster.ts'
import { readPostmaster } from '#platform/postgres/postmaster.ts'
import { cpuByKernel, cpuOfFamily } from './cpu.ts'
import { familyOf } from './machine.ts'
import { addOwnProcess } from './quiet-machine.ts'
import { startShop, type StartedShop } from './started-shop.ts'

/** What a shop has used and written so far: milliseconds of CPU, transactions that wrote, bytes of WAL. */
export interface Usage {
  readonly own: number
  readonly database: number
  readonly processor: number
  readonly commits: number
  readonly walBytes: number
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

// A transaction that only read has no number of its own.
const counters = `select pg_snapshot_xmax(pg_current_snapshot())::text as transactions,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal`

const Counters = z.object({ transactions: z.coerce.number(), wal: z.coerce.number() })

const isAnyJobLeft = `select 1 from pgboss.job where state = 'active' and name = 'shop'
  or state in ('created', 'retry') and name = 'shop' and start_after <= now() limit 1`

/** As `npm start` runs it, with a connection that reads what it did. */
export interface WholeShop extends StartedShop {
  /** How the shop is named in the table. */
  readonly name: string
  readonly address: { readonly kind: 'socket'; readonly folder: string; readonly user: string; readonly database: string } // prettier-ignore
  readonly usage: () => Promise<Usage>
  /** Resolves when no job is due or active. */
  readonly quiet: () => Promise<void>
}

const usageReader = (pid: number, databasePid: number, client: Client) => {
  const processors = familyOf(pid).filter((one) => commandOf(one).includes('sandbox-processor'))
  return async (): Promise<Usage> => {
    const { transactions, wal } = Counters.parse((await client.query(counters)).rows[0])
    return {
      own: cpuByKernel([pid]) ?? Number.NaN,
      database: cpuOfFamily(familyOf(databasePid)),
      processor: cpuByKernel(processors) ?? Number.NaN,
      commits: transactions,
      walBytes: wal,
    }
  }
}

// Often enough, and too seldom to be a load of its own.
const pollMs = 100

/** Starts the shop of a tree; its stock is filled, because how much there is is not what is measured. */
export const openWholeShop = async (
  stack: AsyncDisposableStack,
  name: string,
  dataFolder: string,
  tree?: string,
): Promise<WholeShop> => {
  // Who buys says which network a request comes from; limits are not what is measured.
  const variables = { TRUST_PROXY: '1', LOG_LEVEL: 'error' }
  const shop = await startShop(stack, dataFolder, { ...(tree === undefined ? {} : { tree }), variables })
  const postmaster = await readPostmaster(join(dataFolder, 'postgres', 'data'))
  if (postmaster === null) throw new Error('the shop on the bench has no database')
  addOwnProcess(postmaster.pid)
  const access = { user: databaseOwner, database: 'loam' }
  const client = new Client({ host: postmaster.socketFolder, ...access })
  await client.connect()
  stack.defer(() => client.end())
  await client.query('update stock set available = 1000000000')
  return {
    ...shop,
    name,
    address: { kind: 'socket', folder: postmaster.socketFolder, ...access },
    usage: usageReader(shop.pid, postmaster.pid, client),
    quiet: async () => {
      while ((await client.query(isAnyJobLeft)).rowCount !== 0) await sleep(pollMs)
      // What a job leaves to timers, such as gathered log lines.
      await sleep(5 * pollMs)
    },
  }
}
