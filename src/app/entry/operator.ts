import './own-brand.ts'
import { join } from 'node:path'
import { parseSettings } from '../config.ts'
import { commands } from '../operator/commands.ts'
import { openCommandContext, runCommand } from '../operator/command-context.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** How long the end of a command may take: its own database stops within 40 s. */
const shutdownTimeoutMs = 60_000

const refuse = (thrown: unknown): number => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(`${reason}\n`)
  return 1
}

/** Ends the process after all output is written, even if a connection is still open. */
const exitWith = (code: number): void =>
  void process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))

/** `npm run shop -- <command> …`: what operators do to a shop, whether it runs or not. */
const run = async (): Promise<void> => {
  const stack = new AsyncDisposableStack()
  const root = join(import.meta.dirname, '../../..')
  const runOperator = async (): Promise<number> => {
    const context = openCommandContext(parseSettings(process.env), root, print, stack)
    return runCommand(commands, context, process.argv.slice(2))
  }
  const code = await runOperator().catch(refuse)
  setTimeout(() => exitWith(code), shutdownTimeoutMs)
  exitWith(await stack.disposeAsync().then(() => code, refuse))
}

await run()
