import { parseArgs } from 'node:util'
import { migrate, pendingMigrations, rehearseMigrations } from '#platform/migrations.ts'
import { migrationsOf } from '../starting/shop-database.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { AppCommand } from './command-context.ts'

const modes = {
  apply: { run: migrate, heading: 'Applied:' },
  plan: { run: pendingMigrations, heading: 'To be applied:' },
  rehearse: { run: rehearseMigrations, heading: 'These ran on the rows of today and were undone:' },
} as const

/** Brings the database up to date before the processes of a new release start, or says what that would do. */
export const migrateCommand: AppCommand = {
  name: 'migrate',
  usages: [
    ['', 'applies the migrations of this release; processes of the previous release keep running'],
    ['--plan', 'lists them'],
    ['--rehearse', 'applies them in one transaction and undoes it: their tables are locked for as long'],
  ],
  run: async ({ root, print, unmigratedDatabase }, args) => {
    const options = { plan: { type: 'boolean' }, rehearse: { type: 'boolean' } } as const
    const { plan = false, rehearse = false } = parseArgs({ args: [...args], options }).values
    if (plan && rehearse) throw new OperatorRefusal('Use `--plan` or `--rehearse`.')
    const { run, heading } = modes[plan ? 'plan' : rehearse ? 'rehearse' : 'apply']
    const { direct } = await unmigratedDatabase()
    const names = await run(direct, migrationsOf(root))
    if (names.length === 0) return print('The database is up to date.')
    print(heading)
    for (const name of names) print(`  ${name}`)
  },
}
