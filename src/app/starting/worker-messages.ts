import type { DatabaseAddress } from '#platform/database.ts'
import type { ProcessHome } from '#platform/process-store.ts'
import type { TaxEvent } from '#pricing/server/taxes.ts'
import type { DueOutcome } from '../metrics.ts'
import type { Settings } from '../config.ts'

/** What the thread of the worker is started with. */
export interface WorkerData {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  readonly databaseAddress: DatabaseAddress
  readonly secret: string
  readonly home: ProcessHome
  readonly sandboxUrl: string
  readonly carrierUrl: string
  readonly crashAt: string | null
}

/** From the thread to the process. */
export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'due run'; readonly outcome: DueOutcome }
  | { readonly kind: 'tax'; readonly event: TaxEvent }

/** From the process to the thread: finish what runs, and end. */
export const stopMessage = 'stop'
