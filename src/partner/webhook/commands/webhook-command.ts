import { parseArgs } from 'node:util'
import { EventTypeName, eventTypes } from '../rules/event-types.ts'
import type { EventType } from '../rules/event-types.ts'
import {
  createWebhook,
  listWebhooks,
  replayWebhooks,
  rotateWebhookSecret,
  turnWebhookOff,
  turnWebhookOn,
} from '../server/webhooks.ts'
import type { WebhookEndpoint } from '../server/webhooks.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PartnerShop } from '#partner/key/commands/api-key-command.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface Values {
  readonly name?: string | undefined
  readonly events?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly all?: boolean | undefined
}

const eventsIn = (text: string | undefined): readonly EventType[] => {
  if (text === 'all') return eventTypes
  const types = EventTypeName.array().min(1).safeParse(text?.split(','))
  if (!types.success)
    throw new OperatorRefusal(`Give events, with commas between, or all: ${eventTypes.join(', ')}.`)
  return [...new Set(types.data)]
}

const webhookNamed = async ({ database }: AppDeps, id: string | undefined): Promise<WebhookEndpoint> => {
  const found = (await listWebhooks(database)).find((one) => one.id === id)
  if (!found) throw new OperatorRefusal('Name a webhook by its id; see list.')
  return found
}

const momentIn = (text: string | undefined, name: string): Temporal.Instant => {
  try {
    return Temporal.Instant.from(text ?? '')
  } catch {
    throw new OperatorRefusal(`Give --${name} as a moment, such as 2026-11-23T07:10:00Z.`)
  }
}

const list = async ({ database }: AppDeps, print: (line: string) => void): Promise<void> => {
  const all = await listWebhooks(database)
  for (const { id, name, url, eventTypes: types, offAt, failures } of all) {
    const state = offAt === null ? (failures === 0 ? 'fine' : `${failures} failures in a row`) : 'off'
    print(`${id}  ${name}  ${url}  ${types.length === eventTypes.length ? 'all' : types.join(',')}  ${state}`)
  }
  if (all.length === 0) print('There is no webhook yet.')
}

const add = async (
  { deps, settings }: PartnerShop,
  print: (line: string) => void,
  url: string | undefined,
  values: Values,
): Promise<void> => {
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const name = values.name ?? ''
  if (name === '' || name.length > 60) throw new OperatorRefusal('Give --name, up to 60 characters.')
  const request = { name, url: url ?? '', eventTypes: eventsIn(values.events) }
  const isSandbox = settings.processor.kind === 'sandbox'
  const made = await inTransaction(deps, (tx) => createWebhook(tx, deps, by, { ...request, isSandbox }))
  print(`Webhook ${made.id} begins now. Its secret, shown only now:`)
  print(made.secret)
}

const replay = async (
  { deps }: PartnerShop,
  print: (line: string) => void,
  named: string | undefined,
  values: Values,
): Promise<void> => {
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const { id } = await webhookNamed(deps, named)
  const since = momentIn(values.since, 'since')
  const until = values.until === undefined ? deps.clock.now() : momentIn(values.until, 'until')
  const range = { since, until, onlyGivenUp: values.all !== true }
  const count = await inTransaction(deps, (tx) => replayWebhooks(tx, by, id, range))
  print(`${count} ${count === 1 ? 'event is' : 'events are'} sent again.`)
}

const run = async (
  shop: PartnerShop,
  print: (line: string) => void,
  [subcommand, named]: readonly string[],
  values: Values,
): Promise<void> => {
  const { deps } = shop
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  if (subcommand === 'list') return list(deps, print)
  if (subcommand === 'add') return add(shop, print, named, values)
  if (subcommand === 'replay') return replay(shop, print, named, values)
  if (!['secret', 'off', 'on'].includes(subcommand ?? ''))
    throw new OperatorRefusal('Use add, secret, replay, off, on or list.')
  const { id, name } = await webhookNamed(deps, named)
  if (subcommand === 'secret') {
    const { secret, oldUntil } = await inTransaction(deps, (tx) => rotateWebhookSecret(tx, deps, by, id))
    print(`The new secret of ${name}; the old one signs too until ${oldUntil.toString().slice(0, 16)} UTC:`)
    return print(secret)
  }
  const turn = (tx: Parameters<typeof turnWebhookOn>[0]) =>
    subcommand === 'on' ? turnWebhookOn(tx, by, id) : turnWebhookOff(tx, by, id, 'Turned off by an operator.')
  await inTransaction(deps, turn)
  print(subcommand === 'on' ? `${name} gets events again.` : `${name} gets nothing any more.`)
}

/** Where events are sent to. */
export const webhookCommand: OperatorCommand<CommandContext<PartnerShop>> = {
  name: 'webhook',
  usages: [
    [
      'add <url> --name <name> --events <type,type|all>',
      'sends events to an address and shows its secret, once',
    ],
    ['secret <id>', 'makes a new secret; for a day messages are signed with the old one, too'],
    [
      'replay <id> --since <moment> [--until <moment>] [--all]',
      'sends again what was given up, or with --all everything of a period',
    ],
    ['off <id>', 'sends nothing more'],
    ['on <id>', 'sends again'],
    ['list', 'lists the addresses with their state'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        events: { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
        all: { type: 'boolean' },
      },
    })
    return run(await context.shop(), context.print, positionals, values)
  },
}
