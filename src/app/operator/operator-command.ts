import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import type { Settings } from '../config.ts'
import type { Shop } from '../shop.ts'

/** Why a command was not done, as one sentence for the person at the terminal. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorRefusal'
  }
}

/** What a command works with. Database and shop are opened when first asked for and closed by whoever ran the command. */
export interface CommandContext {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  /** One line for the person at the terminal. */
  readonly print: (line: string) => void
  /** The shop's database, migrated; that of the running shop when one runs. */
  readonly database: () => Promise<OpenDatabase & { readonly address: DatabaseAddress }>
  /** The whole shop on that database, without web edge and worker: jobs are left to the running shop, or to its next start. */
  readonly shop: () => Promise<Shop>
}

/** One thing that operators do: `npm run shop -- <name> …`. */
export interface OperatorCommand {
  readonly name: string
  /** Each way to call it, as it follows the name, and what it does. */
  readonly usages: readonly (readonly [words: string, what: string])[]
  /** Throws OperatorRefusal for what cannot be done, and whatever `parseArgs` of Node throws for unknown words. */
  readonly run: (context: CommandContext, args: readonly string[]) => Promise<void>
}
