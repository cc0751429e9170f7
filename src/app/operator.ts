import { join } from 'node:path'
import { parseSettings } from './config.ts'
import { commands } from './operator/commands.ts'
import { openOperatorHouse } from './operator/operator-house.ts'
import { runCommand } from './operator/run-command.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `npm run shop -- <command> …`: what operators do to a shop, whether it runs or not. */
const run = async (): Promise<number> => {
  await using stack = new AsyncDisposableStack()
  const root = join(import.meta.dirname, '../..')
  const house = openOperatorHouse(parseSettings(process.env), root, say, stack)
  return await runCommand(commands, house, process.argv.slice(2))
}

const refuse = (thrown: unknown): number => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(`${reason}\n`)
  return 1
}

process.exitCode = await run().catch(refuse)
