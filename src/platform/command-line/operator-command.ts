import type { AppDeps } from '../app-deps.ts'

/** The reason why a command was refused, as one sentence for the operator. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorRefusal'
  }
}

/** What every command finds in the shop; one that needs more of it names that as its own type. */
export interface CommandShop {
  readonly deps: AppDeps
}

/** What a command works with. */
export interface CommandContext<Shop extends CommandShop = CommandShop> {
  /** Prints one line for the operator. */
  readonly print: (line: string) => void
  /** The shop, opened on first use and closed by the caller of the command: without web server and worker. */
  readonly shop: () => Promise<Shop>
}

/** One command of operators: `npm run shop -- <name> …`. */
export interface OperatorCommand<Context extends CommandContext = CommandContext> {
  readonly name: string
  /** Each form of its arguments, and what it does. */
  readonly usages: readonly (readonly [args: string, description: string])[]
  /** Throws OperatorRefusal for what cannot be done, and the errors of Node's `parseArgs` for unknown arguments. */
  readonly run: (context: Context, args: readonly string[]) => Promise<void>
}
