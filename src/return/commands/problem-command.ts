import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { orderById } from '#order/server/orders.ts'
import { openProblems, photosOf, problemByNumber, resolveProblem, selectPhoto } from '../server/problems.ts'
import type { Problem } from '../server/problems.ts'
import { OperatorRefusal, makeOwnFolder, writeOwnFile } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'
import { refundText } from '#refund/commands/refund-command.ts'
import type { RefundShop } from '#refund/commands/refund-command.ts'

type Context = CommandContext<RefundShop>

const lineOf = async ({ deps }: CommandShop, one: Problem): Promise<string> => {
  const { lines } = await orderById(deps.database, one.orderId)
  const what = one.lines.map(({ position, quantity }) => `${quantity} × ${lines[position]?.planCode ?? ''}`)
  const photos = (await photosOf(deps.database, [one.id])).get(one.id) ?? []
  return `${one.number}  ${one.reportedAt.toString()}  ${what.join(', ')}, ${one.kind}, wants ${one.wish}, ${one.state}, photos: ${photos.length}`
}

/** The problems that wait for a decision. */
export const problemsCommand: OperatorCommand = {
  name: 'problems',
  usages: [['', 'lists what buyers say is wrong with orders and nobody has decided']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const shop = await context.shop()
    const open = await openProblems(shop.deps.database)
    for (const one of open) context.print(await lineOf(shop, one))
    if (open.length === 0) context.print('No problem waits.')
  },
}

const show = async (context: Context, shop: CommandShop, one: Problem, folder: string | undefined) => {
  context.print(await lineOf(shop, one))
  if (one.details !== '') context.print(one.details)
  if (folder === undefined) return
  const { database } = shop.deps
  await makeOwnFolder(folder)
  for (const [at, id] of ((await photosOf(database, [one.id])).get(one.id) ?? []).entries()) {
    const jpeg = await selectPhoto(database, id)
    const file = join(resolve(folder), `${one.number}-${at + 1}.jpg`)
    if (jpeg) await writeOwnFile(file, jpeg)
    context.print(file)
  }
}

const outcomeTexts = {
  refund: 'It is refunded.',
  reship: 'It is sent again, free of charge; its shipment waits to be packed.',
  decline: 'It is declined; its buyer gets a mail.',
} as const

/** One problem: what it is, and its decision. */
export const problemCommand: OperatorCommand<Context> = {
  name: 'problem',
  usages: [
    ['<number> [--photos=<folder>]', 'shows a problem, and writes its photos into a folder'],
    [
      '<number> reship|refund|decline [--note="…"]',
      'sends it again free of charge, refunds its lines, or declines it; the note is in the mail',
    ],
  ],
  run: async (context, args) => {
    const options = { note: { type: 'string' }, photos: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [number, kind, ...rest] = positionals
    if (number === undefined || rest.length > 0) throw new OperatorRefusal('Give the number of one problem.')
    const shop = await context.shop()
    const one = await problemByNumber(shop.deps.database, number.toUpperCase())
    if (!one) throw new OperatorRefusal(`There is no problem ${number}; \`problems\` lists those that wait.`)
    if (kind === undefined) return show(context, shop, one, values.photos)
    if (kind !== 'reship' && kind !== 'refund' && kind !== 'decline')
      throw new OperatorRefusal('Use `reship`, `refund` or `decline`.')
    const note = values.note?.trim() || null
    const refund = await resolveProblem(shop.services, one.number, { kind, note })
    context.print(refund ? refundText(refund) : outcomeTexts[kind])
  },
}
