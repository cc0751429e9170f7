import { parseSettings } from '../config.ts'
import { migrateCommand } from '../operator/migrate-command.ts'
import { openCommandContext, runCommand } from '../operator/command-context.ts'

/**
 * `npm start` with `ROLE=migrate`: applies the migrations of this release as `npm run shop -- migrate` does, and returns the exit
 * code. For deployments that do this in a step of their own, before the new processes.
 */
export const migrateOnly = async (
  environment: NodeJS.ProcessEnv,
  root: string,
  print: (line: string) => void,
): Promise<number> => {
  await using stack = new AsyncDisposableStack()
  const context = openCommandContext(parseSettings({ ...environment, ROLE: undefined }), root, print, stack)
  const code = await runCommand([migrateCommand], context, [migrateCommand.name])
  return code
}
