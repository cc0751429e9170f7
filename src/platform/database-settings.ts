import { z } from 'zod'
import { isUrl, seconds, wholeNumber } from './setting-types.ts'

const databaseAddress = z
  .string()
  .refine(isUrl(['postgres:', 'postgresql:']), 'must be an address such as postgres://user@host/database')

export const databaseVariables = {
  DATABASE_URL: databaseAddress.optional(),
  /** A pooler in transaction mode before the server of `DATABASE_URL`. */
  DATABASE_POOLER_URL: databaseAddress.optional(),
  /** A streaming replica of it, and how many seconds a report may be old. */
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_REPLICA_LAG: seconds.default(10),
  DATABASE_CONNECTIONS: wholeNumber(2, 1_000).default(16),
  /** Seconds: until a request gives up waiting for a connection, and the limit of one statement, by kind of work. */
  DATABASE_WAIT: wholeNumber(1, 60).default(10),
  TIMEOUT_READ: seconds.default(5),
  TIMEOUT_WRITE: seconds.default(20),
  TIMEOUT_WORKER: seconds.default(60),
  TIMEOUT_REPORT: seconds.default(300),
}

type DatabaseValues = z.output<z.ZodObject<typeof databaseVariables>>

/** Where the database is and how it is used. `refuse` throws a sentence that names the variable. */
export const databaseSettings = (
  values: DatabaseValues,
  refuse: (name: string, problem: string) => never,
) => {
  if (values.DATABASE_URL === undefined && values.DATABASE_POOLER_URL !== undefined)
    return refuse('DATABASE_URL', 'must be set together with DATABASE_POOLER_URL')
  const url = values.DATABASE_REPLICA_URL
  if (values.DATABASE_URL === undefined && url !== undefined)
    return refuse('DATABASE_URL', 'must be set together with DATABASE_REPLICA_URL')
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolerUrl: values.DATABASE_POOLER_URL ?? null,
    database: {
      maxConnections: values.DATABASE_CONNECTIONS,
      replica: url === undefined ? null : { url, maxSeconds: values.DATABASE_REPLICA_LAG },
      connectionWait: values.DATABASE_WAIT,
      timeLimits: {
        read: values.TIMEOUT_READ,
        write: values.TIMEOUT_WRITE,
        background: values.TIMEOUT_WORKER,
        report: values.TIMEOUT_REPORT,
      },
    },
  }
}
