import type { TestProject } from 'vitest/node'
import type { DatabaseAddress } from '#platform/database.ts'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { createTemplate, dropDatabase, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this test run and the database that `freshDatabase` copies. */
    databaseServer: TestServer
  }
}

const externalUrl = process.env['DATABASE_URL']

/** One PostgreSQL server for the whole run: the one of DATABASE_URL, or a temporary one of our own. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const own = externalUrl === undefined ? await startTemporaryServer() : null
  const address: DatabaseAddress = own?.address ?? { kind: 'url', url: externalUrl ?? '' }
  const template = await createTemplate(address)
  project.provide('databaseServer', { address, template })
  return async () => {
    await dropDatabase(address, template)
    await own?.stop()
  }
}
