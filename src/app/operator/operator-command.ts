import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import type { Settings } from '../config.ts'
import type { Shop } from '../shop.ts'

/** The reason why a command was refused, as one sentence for the operator. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorRefusal'
  }
}

/** What a command works with. Database and shop are opened on first use and closed by the caller of the command. */
export interface CommandContext {
  readonly settings: Settings
  /** The folder of the repository. */
  readonly root: string
  /** Prints one line for the operator. */
  readonly print: (line: string) => void
  /** The shop's database, migrated; that of the running shop when one runs. */
  readonly database: () => Promise<OpenDatabase & { readonly address: DatabaseAddress }>
  /** The same without applying missing migrations. */
  readonly unmigratedDatabase: () => Promise<OpenDatabase>
  /** The shop on that database, without web server and worker: jobs are left to the running shop, or to its next start. */
  readonly shop: () => Promise<Shop>
}

/** One command of operators: `npm run shop -- <name> …`. */
export interface OperatorCommand {
  readonly name: string
  /** Each form of its arguments, and what it does. */
  readonly usages: readonly (readonly [args: string, description: string])[]
  /** Throws OperatorRefusal for what cannot be done, and the errors of Node's `parseArgs` for unknown arguments. */
  readonly run: (context: CommandContext, args: readonly string[]) => Promise<void>
}
