import type { TestProject } from 'vitest/node'
import type { DatabaseAddress } from '#platform/database.ts'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { createTemplate, dropCopies, dropDatabase, onServer, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this test run and the database that `freshDatabase` copies. */
    databaseServer: TestServer
  }
}

const externalUrl = process.env['DATABASE_URL']

/**
 * A connection of a test runs few statements five times, after which a server may keep their plans: on a server of our own
 * it keeps the first one. Plans decide how long a statement takes, and not what it answers; commands that measure set TEST_PLANS.
 */
const keepFirstPlans = (address: DatabaseAddress): Promise<void> =>
  onServer(address, 'alter role current_user set plan_cache_mode = force_generic_plan')

const openServer = async () => {
  const own = externalUrl === undefined ? await startTemporaryServer() : null
  const address: DatabaseAddress = own?.address ?? { kind: 'url', url: externalUrl ?? '' }
  if (own !== null && process.env['TEST_PLANS'] !== 'as-a-shop') await keepFirstPlans(address)
  const template = await createTemplate(address)
  const close = async (): Promise<void> => {
    if (own === null) await dropCopies(address, template)
    await dropDatabase(address, template)
    await own?.stop()
  }
  return { server: { address, template }, close }
}

/** The projects of a run come here one after the other, and leave one after the other. */
let opened: ReturnType<typeof openServer> | null = null
let projects = 0

/** One PostgreSQL server for the whole run: the one of DATABASE_URL, or a temporary one of our own. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  projects += 1
  opened ??= openServer()
  const { server, close } = await opened
  project.provide('databaseServer', server)
  return async () => {
    projects -= 1
    if (projects > 0) return
    // A long command runs several times in one process, each time with a server of its own.
    opened = null
    await close()
  }
}
