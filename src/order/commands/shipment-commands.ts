import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  handOver,
  holdByOperator,
  importShipments,
  packOrder,
  recordCarrierEvent,
  releaseByOperator,
  shipmentsToPack,
} from '../server/orders.ts'
import type { CarrierServices } from '../server/label-work.ts'
import { giveToCarrier, labelsToSeeTo, printLabel } from '../server/order-labels.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { EventEffect } from '#shipment/rules/shipment-state.ts'
import { readShipmentRow } from '#shipment/rules/shipment-row.ts'
import type { HandedOver } from '#shipment/rules/shipment-row.ts'
import { labelFormats } from '#shipment/server/carrier.ts'
import { readShipmentFile, writeShipmentFile } from '#shipment/server/shipment-files.ts'
import type { FileFormat } from '#shipment/server/shipment-files.ts'
import { OperatorRefusal, typedDay, writeOwnFile } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface ShipmentShop extends CommandShop {
  readonly services: CarrierServices
}

type Context = CommandContext<ShipmentShop>

const handedOverFrom = (cells: Readonly<Record<string, string | undefined>>): HandedOver => {
  const given = Object.entries(cells).flatMap(([column, cell]) =>
    cell === undefined ? [] : [[column, cell] as const],
  )
  const row = readShipmentRow(new Map(given))
  if (row.kind === 'wrong') throw new OperatorRefusal(row.problem)
  if (row.kind === 'empty') throw new OperatorRefusal('Give --carrier and --tracking.')
  return row.shipment
}

/** A shipment that a carrier has. */
export const shipCommand: OperatorCommand = {
  name: 'ship',
  usages: [
    [
      '<order number> --carrier <carrier> --tracking <number> [--service <service>] [--weight <grams>]',
      'records that a carrier has what is left of an order; its buyer gets a mail with the tracking number',
    ],
    ['<order number> --carrier … --tracking … --lines syn-rf:2,pds-wk:1', 'the same for a part of it'],
  ],
  run: async ({ print, shop }, args) => {
    const text = { type: 'string' } as const
    const options = { carrier: text, tracking: text, service: text, lines: text, weight: text }
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [order, ...rest] = positionals
    if (order === undefined || rest.length > 0) throw new OperatorRefusal('Give one order number.')
    const { weight, ...cells } = values
    const handed = handedOverFrom({ ...cells, order, weight_grams: weight })
    const { deps } = await shop()
    const result = await handOver(deps, handed, 'operator')
    print(
      result === 'shipped'
        ? `Order ${handed.order}: ${handed.tracking} is recorded as shipped.`
        : `Order ${handed.order}: ${handed.tracking} was recorded before; nothing changed.`,
    )
  },
}

const formatOf = (name: string | undefined, file: string | undefined): FileFormat => {
  if (name !== undefined && name !== 'csv' && name !== 'json')
    throw new OperatorRefusal(`${name} is not a format; use csv or json.`)
  return name ?? (file?.endsWith('.json') === true ? 'json' : 'csv')
}

interface FileOptions {
  readonly file: string | undefined
  readonly format: string | undefined
  readonly until: string | undefined
}

const exportShipments = async (
  context: CommandContext,
  { file, format, until }: FileOptions,
): Promise<void> => {
  const kind = formatOf(format, file)
  const { deps } = await context.shop()
  const today = dateIn(deps.clock.now(), brand.timeZone)
  const last = until === undefined ? today : typedDay(until)
  const rows = await deps.replica.read((db) => shipmentsToPack(db, last))
  const text = writeShipmentFile(rows, kind).trimEnd()
  if (file === undefined) return context.print(text)
  await writeOwnFile(file, `${text}\n`)
  context.print(`${rows.length} ${rows.length === 1 ? 'shipment is' : 'shipments are'} in ${file}.`)
}

const importFile = async ({ print, shop }: CommandContext, { file, format }: FileOptions): Promise<void> => {
  if (file === undefined) throw new OperatorRefusal('Give a file.')
  const kind = formatOf(format, file)
  const bytes = await readFile(resolve(file)).catch(() => {
    throw new OperatorRefusal(`There is no file ${file}.`)
  })
  const read = readShipmentFile(bytes, kind)
  if (read.kind === 'wrong') throw new OperatorRefusal(read.problem)
  const { deps } = await shop()
  const { shipped, repeated, empty, problems } = await importShipments(deps, read.rows)
  for (const { number, problem } of problems) print(`Row ${number}: ${problem}`)
  print(
    `${shipped} shipped, ${repeated} recorded before, ${empty} not filled in, ${problems.length} refused.`,
  )
  if (problems.length > 0)
    throw new OperatorRefusal('The refused rows changed nothing; correct them and import again.')
}

const states = ['shipped', 'in-transit', 'delivered', 'lost', 'returned-to-sender'] as const

const effects = {
  moves: 'is recorded',
  repeats: 'was recorded before; nothing changed',
  late: 'came too late and is only in the history',
} as const satisfies Record<EventEffect, string>

const recordEvent = async (
  { print, shop }: CommandContext,
  [tracking, what, day, ...rest]: readonly string[],
): Promise<void> => {
  const state = states.find((one) => one === what)
  const isComplete = state === undefined ? what === 'delayed' && day !== undefined : day === undefined
  if (tracking === undefined || !isComplete || rest.length > 0)
    throw new OperatorRefusal(`Give a tracking number and ${states.join(', ')}, or delayed and a day.`)
  const says =
    state === undefined
      ? ({ kind: 'delayed', expectedOn: typedDay(day ?? '') } as const)
      : ({ kind: 'state', state } as const)
  const { deps } = await shop()
  const event = { carrier: null, tracking, says, at: null, source: 'operator', externalId: null } as const
  for (const effect of await recordCarrierEvent(deps, event))
    print(`${tracking}: ${what} ${effects[effect]}.`)
}

const handOverCommand = async ({ print, shop }: Context, named: string | undefined): Promise<void> => {
  if (named === undefined) throw new OperatorRefusal('Give one order number or shipment.')
  const { services } = await shop()
  await giveToCarrier(services, named)
  print(`${named.toUpperCase()}: the carrier takes the package.`)
}

const printLabels = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  const sentences = await labelsToSeeTo(deps.database)
  for (const sentence of sentences) print(sentence)
  if (sentences.length === 0) print('Every packed shipment has its label, or needs none.')
}

const pack = async ({ print, shop }: CommandContext, number: string | undefined): Promise<void> => {
  if (number === undefined) throw new OperatorRefusal('Give one order number.')
  const { deps } = await shop()
  await packOrder(deps, number, null)
  print(`Order ${number.toUpperCase()} is packed; its buyer cannot cancel it any more.`)
}

const holdCommand = async (
  { print, shop }: CommandContext,
  subcommand: 'hold' | 'release',
  number: string | undefined,
  reason: string | undefined,
): Promise<void> => {
  if (number === undefined) throw new OperatorRefusal('Give one order number.')
  if (reason === undefined || reason.trim() === '') throw new OperatorRefusal('Give a --reason.')
  const { deps } = await shop()
  if (subcommand === 'hold') {
    await holdByOperator(deps, number, reason)
    return print(`Order ${number.toUpperCase()} is on hold.`)
  }
  const isFree = await releaseByOperator(deps, number, reason)
  print(
    isFree
      ? `Order ${number.toUpperCase()} is not on hold any more.`
      : `Order ${number.toUpperCase()} stays on hold, because its money is being refunded.`,
  )
}

/** Commands about shipments: by file, and one by one. */
export const shipmentsCommand: OperatorCommand<Context> = {
  name: 'shipments',
  usages: [
    [
      'export [<file>] [--format csv|json] [--until <day>]',
      'writes what is to be packed until today, or until a day',
    ],
    ['import <file> [--format csv|json]', 'records the carriers and tracking numbers of a file, row by row'],
    ['pack <order number>', 'records that packing has begun: the buyer cannot cancel the order any more'],
    ['hold <order number> --reason <words>', 'holds what has not shipped of an order'],
    [
      'release <order number> --reason <words>',
      'ships it after all: ends the holds of operators, disputes and fraud warnings',
    ],
    ['hand-over <order number or shipment>', 'has the carrier that sold its label take the package'],
    ['labels', 'lists the labels that the carrier has not sold, and why'],
    [
      'event <tracking number> shipped|in-transit|delivered|lost|returned-to-sender',
      'records what a carrier says of a shipment',
    ],
    ['event <tracking number> delayed <day>', 'records that it arrives later; its buyer gets a mail'],
  ],
  run: async (context, args) => {
    const text = { type: 'string' } as const
    const options = { format: text, until: text, reason: text }
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [subcommand, ...rest] = positionals
    const [file, ...more] = rest
    const { format, until } = values
    if (subcommand === 'event') return recordEvent(context, rest)
    if (more.length > 0) throw new OperatorRefusal('Give at most one file or order number.')
    if (subcommand === 'export') return exportShipments(context, { file, format, until })
    if (subcommand === 'import') return importFile(context, { file, format, until })
    if (subcommand === 'pack') return pack(context, file)
    if (subcommand === 'hold' || subcommand === 'release')
      return holdCommand(context, subcommand, file, values.reason)
    if (subcommand === 'hand-over') return handOverCommand(context, file)
    if (subcommand === 'labels') return printLabels(context)
    throw new OperatorRefusal(
      'Use `export`, `import <file>`, `pack <order>`, `hold <order>`, `release <order>`, `hand-over <order>`, `labels` or `event <tracking number> …`.',
    )
  },
}

/** Labels, for the printer. */
export const labelCommand: OperatorCommand<Context> = {
  name: 'label',
  usages: [
    [
      '<order number or shipment> [--format pdf|zpl] [--file <file>]',
      'writes the label of a packed shipment into a file; buys it first when it has none',
    ],
  ],
  run: async ({ print, shop }, args) => {
    const text = { type: 'string' } as const
    const options = { format: text, file: text }
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [named, ...rest] = positionals
    if (named === undefined || rest.length > 0)
      throw new OperatorRefusal('Give one order number or shipment.')
    const format = labelFormats.find((one) => one === (values.format ?? 'pdf'))
    if (!format)
      throw new OperatorRefusal(`${values.format ?? ''} is not a format; use ${labelFormats.join(' or ')}.`)
    const { services } = await shop()
    const { order, bytes } = await printLabel(services, named, format)
    const file = values.file ?? `label-${order}.${format}`
    await writeOwnFile(file, bytes)
    print(`Order ${order}: the label is in ${file}.`)
  },
}
