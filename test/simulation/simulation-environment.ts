import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { seedCoupons } from '../../db/seed/coupons.ts'
import type { TestServer } from '../support/database.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { takeDatabaseSnapshot } from './database-snapshot.ts'
import { simulateMembers, type SimulationReport } from './member-simulation.ts'
import { openSimulationDatabase } from './crashable.ts'
import { simulateYear, type YearRequest, type SimulatedYear } from './year.ts'
import { simulatePreviews, type PreviewReport } from './previews.ts'
import { sweepMonth, type SweepReport, type PlannedFault } from './sweep.ts'

/** The database of a new shop, which can be put back to that; `life` is for simulated shops on it. */
export const openNewShopDatabase = async (server?: TestServer) => {
  const { deps, database, close } = await openTestDeps(undefined, server)
  await inTransaction(deps, async (tx) => {
    await seedCatalogue(tx)
    await seedCoupons(tx)
  })
  const restore = await takeDatabaseSnapshot(database.pool)
  const simulationDatabase = openSimulationDatabase(database.address)
  const closeAll = async (): Promise<void> => {
    await simulationDatabase.close()
    await close()
  }
  return { restore, simulationDatabase, pool: database.pool, address: database.address, close: closeAll }
}

export type NewShopDatabase = Awaited<ReturnType<typeof openNewShopDatabase>>

/** A database with a new shop in it, for one life after the other. */
export const openSimulation = async (server?: TestServer) => {
  const { restore, simulationDatabase, address, close } = await openNewShopDatabase(server)
  return {
    simulate: async (seed: number, events?: number, casePercent?: number): Promise<SimulationReport> => {
      await restore()
      return simulateMembers(simulationDatabase, seed, events, casePercent)
    },
    previews: async (seed: number, wanted: number): Promise<PreviewReport> => {
      await restore()
      return simulatePreviews(simulationDatabase, seed, wanted)
    },
    sweep: async (trouble: PlannedFault): Promise<SweepReport> => {
      await restore()
      return sweepMonth(simulationDatabase, trouble)
    },
    year: async (request: YearRequest): Promise<SimulatedYear> => {
      await restore()
      return simulateYear(simulationDatabase, request)
    },
    address,
    close,
  }
}
