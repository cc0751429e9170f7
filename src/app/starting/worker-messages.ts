import type { DatabaseAddress } from '#platform/database.ts'
import type { DueOutcome } from '../metrics.ts'
import type { Settings } from '../config.ts'

/** What the thread of the worker is started with. */
export interface WorkerData {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  readonly databaseAddress: DatabaseAddress
  readonly secret: string
  readonly sandboxUrl: string
  readonly carrierUrl: string
  readonly crashAt: string | null
}

/** From the thread to the process. */
export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'due run'; readonly outcome: DueOutcome }

/** From the process to the thread: finish what runs, and end. */
export const stopMessage = 'stop'
