import { parseArgs } from 'node:util'
import type { PartnerApp } from '../rules/partner-app.ts'
import { createApp, endOldSecret, listApps, removeApp, rotateAppSecret } from '../server/apps.ts'
import type { AppSecret } from '../server/apps.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { scopesIn } from '#partner/key/commands/api-key-command.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

type Print = (line: string) => void

/** An app that was not removed, by its client_id. */
const appNamed = async ({ database }: AppDeps, id: string | undefined): Promise<PartnerApp> => {
  const found = (await listApps(database)).find((app) => app.id === id && app.removedAt === null)
  if (!found) throw new OperatorRefusal('Name an app that was not removed by its client_id; see list.')
  return found
}

const list = async ({ database }: AppDeps, print: Print): Promise<void> => {
  const apps = await listApps(database)
  for (const { id, name, scopes, removedAt, lastUsedAt } of apps) {
    const state = removedAt === null ? 'open' : 'removed'
    const used = lastUsedAt === null ? 'never used' : `used ${dateIn(lastUsedAt, brand.timeZone).toString()}`
    print(`${id}  ${name}  ${scopes.join(',')}  ${state}  ${used}`)
  }
  if (apps.length === 0) print('There is no app yet.')
}

const show = ({ id, name, secret }: AppSecret, print: Print): void => {
  print(`The app ${name}; its secret is shown only now:`)
  print(`client_id      ${id}`)
  print(`client_secret  ${secret}`)
}

const run = async (
  { deps }: CommandShop,
  print: Print,
  [subcommand, named]: readonly string[],
  scopes: string | undefined,
): Promise<void> => {
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  if (subcommand === 'list') return list(deps, print)
  if (subcommand === 'create') {
    if (named === undefined || named.length > 60)
      throw new OperatorRefusal('Give a name of up to 60 characters.')
    const request = { name: named, scopes: scopesIn(scopes) }
    return show(await inTransaction(deps, (tx) => createApp(tx, by, request)), print)
  }
  if (subcommand !== 'rotate' && subcommand !== 'end-old-secret' && subcommand !== 'remove')
    throw new OperatorRefusal('Use create, rotate, end-old-secret, remove or list.')
  const { id, name } = await appNamed(deps, named)
  if (subcommand === 'rotate')
    return show(await inTransaction(deps, (tx) => rotateAppSecret(tx, by, id)), print)
  await inTransaction(deps, (tx) =>
    subcommand === 'remove' ? removeApp(tx, by, id) : endOldSecret(tx, by, id),
  )
  print(subcommand === 'remove' ? `The app ${name} opens nothing any more.` : `${name} has one secret now.`)
}

/** The apps of partners. */
export const apiAppCommand: OperatorCommand = {
  name: 'api-app',
  usages: [
    [
      'create <name> --scopes <scope,scope>',
      'makes an app that gets tokens by OAuth 2, and shows its secret, once (docs/partners.md)',
    ],
    ['rotate <client_id>', 'makes another secret; the one before counts for a week more'],
    ['end-old-secret <client_id>', 'ends the secret before at once, with its tokens'],
    ['remove <client_id>', 'ends an app with its secrets and tokens'],
    ['list', 'lists the apps'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { scopes: { type: 'string' } },
    })
    return run(await context.shop(), context.print, positionals, values.scopes)
  },
}
