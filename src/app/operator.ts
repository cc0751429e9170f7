import { join } from 'node:path'
import { parseSettings } from './config.ts'
import { commands } from './operator/commands.ts'
import { openOperatorHouse } from './operator/operator-house.ts'
import { runCommand } from './operator/run-command.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** How long the end of a command may take: its own database stops within 40 s. */
const longestEndMs = 60_000

const refuse = (thrown: unknown): number => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(`${reason}\n`)
  return 1
}

/** Ends the process when everything that was said is out, whatever a connection still waits for. */
const leave = (code: number): void =>
  void process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))

/** `npm run shop -- <command> …`: what operators do to a shop, whether it runs or not. */
const run = async (): Promise<void> => {
  const stack = new AsyncDisposableStack()
  const root = join(import.meta.dirname, '../..')
  const act = async (): Promise<number> => {
    const house = openOperatorHouse(parseSettings(process.env), root, say, stack)
    return runCommand(commands, house, process.argv.slice(2))
  }
  const code = await act().catch(refuse)
  setTimeout(() => leave(code), longestEndMs)
  leave(await stack.disposeAsync().then(() => code, refuse))
}

await run()
