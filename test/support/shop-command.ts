import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings } from '#app/config.ts'
import { commands } from '#app/operator/commands.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { openShop } from '#app/shop.ts'
import type { TestShop } from './shop.ts'

/** What a command said, line by line, and the code it left with. */
export interface CommandResult {
  readonly code: number
  readonly lines: readonly string[]
}

/** Runs `npm run shop -- …` on the database of a running shop, in a process that is not the shop's. */
export const runShopCommand = async (
  { app }: TestShop,
  ...args: readonly string[]
): Promise<CommandResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-operator-'))
  const root = join(import.meta.dirname, '../..')
  const settings = parseSettings({ PORT: '0', PUBLIC_URL: app.publicUrl, DATA_DIR: folder })
  const shop = await openShop({
    settings,
    root,
    database: app.database,
    log: createLog('silent'),
    machineClock,
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl: app.sandboxUrl,
    crashAt: null,
  })
  const lines: string[] = []
  const code = await runCommand(
    commands,
    {
      settings,
      root,
      print: (line) => void lines.push(line),
      database: async () => app.database,
      shop: async () => shop,
    },
    args,
  )
  await shop.close()
  await rm(folder, { recursive: true, force: true })
  return { code, lines }
}
