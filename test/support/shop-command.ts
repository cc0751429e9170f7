import { commands } from '#app/operator/commands.ts'
import { runCommand } from '#app/operator/command-context.ts'
import { openInProcessShop, root } from './in-process-shop.ts'
import type { TestShop } from './shop.ts'

/** What a command said, line by line, and the code it left with. */
export interface CommandResult {
  readonly code: number
  readonly lines: readonly string[]
}

/** Runs `npm run shop -- …` on the database of a running shop, in a process that is not the shop's. */
export const runShopCommand = async (
  testShop: TestShop,
  ...args: readonly string[]
): Promise<CommandResult> => {
  const { shop, settings, close } = await openInProcessShop(testShop, {
    environment: testShop.app.environment,
  })
  const lines: string[] = []
  const code = await runCommand(
    commands,
    {
      settings,
      root,
      print: (line) => void lines.push(line),
      database: async () => testShop.app.database,
      unmigratedDatabase: async () => testShop.app.database,
      shop: async () => shop,
    },
    args,
  )
  await close()
  return { code, lines }
}
