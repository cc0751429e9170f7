import type { DomainEvent } from '#shared/domain-events.ts'
import type { Log } from '#platform/log.ts'
import { createIds } from '#platform/ids.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { noReplica } from '#platform/replica.ts'
import { watchShopState } from '#platform/shop-state.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { freshDatabase, type TestServer } from './database.ts'

/** Dependencies on a database of their own, with a clock that the test moves and a record of all events. */
export const openTestDeps = async (start = '2026-11-20T10:00:00Z', server?: TestServer) => {
  const database = await freshDatabase(server)
  let now = Temporal.Instant.from(start)
  const clock = { now: () => now }
  const logged: string[] = []
  const events: DomainEvent[] = []
  const write = (fields: object, message: string): void =>
    void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const { kysely, address } = database
  const state = await watchShopState({ database: kysely, address, log, pollMilliseconds: 60_000 })
  const deps: AppDeps = {
    clock,
    ids: createIds(clock),
    database: kysely,
    replica: noReplica(kysely),
    outgoing: createOutgoing(),
    log,
    state,
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test, longer than thirty-two characters',
    reachCrashPoint: () => undefined,
    handleEvents: async (_tx, published) => void events.push(...published),
  }
  return {
    deps,
    database,
    logged,
    events,
    travelTo: (moment: string): void => {
      now = Temporal.Instant.from(moment)
    },
    close: async (): Promise<void> => {
      await state.stop()
      await database.close()
    },
  }
}
