import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const oneFile = (positionals: readonly string[]): string => {
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new OperatorRefusal('Give one file.')
  return resolve(file)
}

/** Everything that a shop stores, in one file, while it sells. */
export const backupCommand: OperatorCommand = {
  name: 'backup',
  usages: [
    [
      '<file>',
      'writes everything that the shop stores into a new file that only you can read; the shop may run',
    ],
  ],
  run: async ({ database, settings, print }, args) => {
    const file = oneFile(parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals)
    if (existsSync(file)) throw new OperatorRefusal(`${file} exists; give a new name.`)
    const { address } = await database()
    const files = await takeBackup(file, address, settings)
    print(`The backup is ${file}. It has names, addresses and orders: keep it as you keep the database.`)
    if (!files.includes('secret')) print('The secret is in SECRET and not in the backup: keep that too.')
  },
}

/** The other way. */
export const restoreCommand: OperatorCommand = {
  name: 'restore',
  usages: [
    ['<file>', 'fills an empty shop from a backup'],
    [
      '<file> --replace',
      'deletes the shop that is there and fills it from a backup; no process of it may run',
    ],
  ],
  run: async ({ unmigratedDatabase, settings, root, print }, args) => {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const file = oneFile(positionals)
    if (!existsSync(file)) throw new OperatorRefusal(`There is no file ${file}.`)
    const database = await unmigratedDatabase()
    const at = await restoreBackup(file, database, { settings, root, mayReplace: values.replace })
    print(`The shop is as it was at ${at}. Check it: \`npm run shop -- invariants\`, \`npm run reconcile\`.`)
  },
}
