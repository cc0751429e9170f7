import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lotNumber } from '#certificate/rules/certificate.ts'
import type { Lot } from '#certificate/rules/certificate.ts'
import { byteOrderMark, csvLine } from '../rules/csv.ts'
import { recallOf } from '../server/recall-handlers.ts'
import { readReceiptFile, receiveFile } from '../server/receive-file.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface LotShop extends CommandShop {
  /** The lots that have a certificate, in a language. */
  readonly lots: (locale: Locale) => readonly Lot[]
}

/** What a refusal says, field by field, as one sentence. */
const refusing = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    throw new OperatorRefusal(Object.values(thrown.fields ?? {}).join(' ') || thrown.detail)
  }
}

const receive = async ({ print, shop }: CommandContext<LotShop>, file: string): Promise<void> => {
  const { deps, lots } = await shop()
  const text = await readFile(resolve(file), 'utf8')
  const request = createHash('sha256').update(text).digest('hex')
  const received = await refusing(async () => {
    const rows = readReceiptFile(text)
    return inTransaction(deps, (tx) =>
      receiveFile(
        tx,
        { actor: 'operator', requestId: tx.ids.uuid() },
        { request, rows, lots: lots('en'), staffId: null },
      ),
    )
  })
  print(received === 0 ? 'This file was received before.' : `${received} rows were received.`)
}

/** Receives what a file lists into stock; the same file again changes nothing. */
export const receiveCommand: OperatorCommand<CommandContext<LotShop>> = {
  name: 'receive',
  usages: [
    [
      '<file>',
      'receives the rows of a CSV file into stock, all or none: product, units, lot, best_before, note. The same file again changes nothing',
    ],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [file, ...rest] = positionals
    if (file === undefined || rest.length > 0) throw new OperatorRefusal('Give one file.')
    return receive(context, file)
  },
}

const heads = [
  'order',
  'name',
  'email',
  'phone',
  'country',
  'product',
  'state',
  'shipped_at',
  'units',
  'returned',
]

type Recall = Awaited<ReturnType<typeof recallOf>>

const cellsOf = (row: Recall['rows'][number]): string[] => [
  row.order,
  row.person?.name ?? '',
  row.person?.email ?? '',
  row.person?.phone ?? '',
  row.country,
  row.product,
  row.state,
  row.shipped_at ?? '',
  String(row.units),
  String(row.returned),
]

const recall = async (
  { print, shop }: CommandContext,
  typed: string,
  file: string | undefined,
): Promise<void> => {
  const { deps } = await shop()
  const lot = lotNumber(typed)
  const read = (after?: string): Promise<Recall> =>
    recallOf(deps, lot, true, after).catch((thrown: unknown) => {
      if (!isShopError(thrown)) throw thrown
      throw new OperatorRefusal(`No lot ${lot} was ever received.`)
    })
  const first = await read()
  await inTransaction(deps, async (tx) =>
    recordAction(
      tx,
      { actor: 'operator', requestId: tx.ids.uuid() },
      { action: 'lot.recall-viewed', subject: `lot:${lot}`, after: { orders: first.orders } },
    ),
  )
  for (const { product, best_before: day, remaining } of first.on_hand)
    print(`${product}: ${remaining} on hand${day === null ? '' : `, best before ${day}`}`)
  print(`Orders: ${first.orders}, units: ${first.units}, returned: ${first.returned}`)
  const lines: string[] = []
  for (let page = first; ; page = await read(page.older)) {
    for (const row of page.rows) {
      if (file === undefined) print(cellsOf(row).join('  '))
      else lines.push(csvLine(cellsOf(row)))
    }
    if (page.older === null) break
  }
  if (file === undefined) return
  await writeFile(resolve(file), `${byteOrderMark}${csvLine(heads)}${lines.join('')}`)
  print(`The list is in ${file}.`)
}

/** Who has units of a lot. */
export const recallCommand: OperatorCommand = {
  name: 'recall',
  usages: [
    ['<lot>', 'lists the orders and people with units of a lot, and the units on hand'],
    ['<lot> --csv <file>', 'writes the list as a CSV file'],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { csv: { type: 'string' } },
    })
    const [lot, ...rest] = positionals
    if (lot === undefined || rest.length > 0) throw new OperatorRefusal('Give one lot.')
    return recall(context, lot, values.csv)
  },
}
