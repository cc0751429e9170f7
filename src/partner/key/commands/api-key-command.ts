import { parseArgs } from 'node:util'
import { isKeyLive, maxKeyDays, usualKeyDays } from '../rules/api-key.ts'
import type { ApiKey } from '../rules/api-key.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../server/keys.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { PartnerScopeName, partnerScopes } from '#shared/partner-scope.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

/** A key or webhook of a sandbox shop is for tests. */
export interface PartnerShop extends CommandShop {
  readonly settings: { readonly processor: { readonly kind: string } }
}

/** Scopes with commas between, each once; refuses unknown ones and none. */
export const scopesIn = (text: string | undefined): readonly PartnerScope[] => {
  const scopes = PartnerScopeName.array().min(1).safeParse(text?.split(','))
  if (!scopes.success)
    throw new OperatorRefusal(`Give scopes, with commas between: ${partnerScopes.join(', ')}.`)
  return [...new Set(scopes.data)]
}

const daysIn = (text: string | undefined): number => {
  const days = text === undefined ? usualKeyDays : /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > maxKeyDays) throw new OperatorRefusal(`A key counts for 1 to ${maxKeyDays} days.`)
  return days
}

/** A live key by its id or by its prefix, as the list shows them. */
const keyNamed = async ({ database, clock }: AppDeps, text: string | undefined): Promise<ApiKey> => {
  const live = (await listKeys(database)).filter((key) => isKeyLive(key, clock.now()))
  const found = live.filter(({ id, prefix }) => id === text || prefix === text)
  const [key] = found
  if (!key || found.length > 1)
    throw new OperatorRefusal('Name a key that has not ended by its first characters or its id; see list.')
  return key
}

const dayOf = (at: Temporal.Instant): string => dateIn(at, brand.timeZone).toString()

const list = async ({ database, clock }: AppDeps, print: (line: string) => void): Promise<void> => {
  const keys = await listKeys(database)
  for (const key of keys) {
    const end = isKeyLive(key, clock.now()) ? `until ${dayOf(key.expiresAt)}` : 'ended'
    const used = key.lastUsedAt === null ? 'never used' : `used ${dayOf(key.lastUsedAt)}`
    print(`${key.prefix}  ${key.name}  ${key.scopes.join(',')}  ${end}  ${used}  ${key.id}`)
  }
  if (keys.length === 0) print('There is no key yet.')
}

const run = async (
  { deps, settings }: PartnerShop,
  print: (line: string) => void,
  [subcommand, named]: readonly string[],
  values: { readonly scopes?: string | undefined; readonly days?: string | undefined },
): Promise<void> => {
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const isLive = settings.processor.kind !== 'sandbox'
  if (subcommand === 'list') return list(deps, print)
  if (subcommand === 'create') {
    if (named === undefined || named.length > 60)
      throw new OperatorRefusal('Give a name of up to 60 characters.')
    const request = { name: named, scopes: scopesIn(values.scopes), days: daysIn(values.days), isLive }
    const { key } = await inTransaction(deps, (tx) => createKey(tx, by, request))
    print(`The key of ${named}, shown only now:`)
    return print(key)
  }
  if (subcommand === 'rotate') {
    const { id } = await keyNamed(deps, named)
    const request = { days: daysIn(values.days), isLive }
    const rotated = await inTransaction(deps, (tx) => rotateKey(tx, by, id, request))
    print(`The new key of ${rotated.name}, shown only now; the old one ends on ${dayOf(rotated.oldEndsAt)}:`)
    return print(rotated.key)
  }
  if (subcommand === 'revoke') {
    const { id, name, prefix } = await keyNamed(deps, named)
    await inTransaction(deps, (tx) => revokeKey(tx, by, id))
    return print(`The key ${prefix}… of ${name} opens nothing any more.`)
  }
  throw new OperatorRefusal('Use create, rotate, revoke or list.')
}

/** The keys of partners. */
export const apiKeyCommand: OperatorCommand<CommandContext<PartnerShop>> = {
  name: 'api-key',
  usages: [
    [
      'create <name> --scopes <scope,scope> [--days <days>]',
      'makes a key for the partner API and shows it, once (docs/partners.md)',
    ],
    ['rotate <key> [--days <days>]', 'makes a new key in place of one, which counts for a week more'],
    ['revoke <key>', 'ends a key at once'],
    ['list', 'lists the keys by their first characters'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { scopes: { type: 'string' }, days: { type: 'string' } },
    })
    return run(await context.shop(), context.print, positionals, values)
  },
}
