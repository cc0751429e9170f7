import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { accountById } from '#account/server/accounts.ts'
import { acceptDispute, evidenceFile, submitEvidence } from '../server/answer-dispute.ts'
import { allDisputes, disputeHistory, openDisputes } from '../server/disputes.ts'
import type { Dispute } from '../server/disputes.ts'
import type { DisputeServices } from '../server/follow-dispute.ts'
import { orderById } from '#order/server/orders.ts'
import { needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import { OperatorRefusal, writeOwnFile } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface DisputeShop extends CommandShop {
  readonly services: DisputeServices
}

type Context = CommandContext<DisputeShop>

/** Until when evidence can be sent: `7 days left, by 2031-01-17`. */
const deadlineText = ({ state, evidenceDueAt }: Dispute, now: Temporal.Instant): string => {
  if (evidenceDueAt === null || !needsEvidence(state)) return 'nothing to do now'
  const days = Math.floor(now.until(evidenceDueAt).total('hours') / 24)
  const left = days < 0 ? 'too late' : `${days} ${days === 1 ? 'day' : 'days'} left`
  return `${left}, by ${dateIn(evidenceDueAt, brand.timeZone).toString()}`
}

const lineOf = async ({ deps }: CommandShop, dispute: Dispute): Promise<string> => {
  const { id, state, reason, amountCents, currency } = dispute
  const { number } = await orderById(deps.database, dispute.orderId)
  const sum = formatPrice(amountCents, currency)
  return `${id}  ${number}  ${sum}  ${state}  ${reason}  ${deadlineText(dispute, deps.clock.now())}`
}

const list = async (context: Context, isAll: boolean): Promise<void> => {
  const shop = await context.shop()
  const { database } = shop.deps
  const disputes = isAll ? await allDisputes(database) : await openDisputes(database)
  for (const dispute of disputes) context.print(await lineOf(shop, dispute))
  if (disputes.length === 0) context.print(isAll ? 'There is no dispute.' : 'No dispute is open.')
}

const chosen = async ({ deps }: CommandShop, id: string | undefined): Promise<Dispute> => {
  const found = (await allDisputes(deps.database)).find((one) => one.id === id || one.processorDispute === id)
  if (!found) throw new OperatorRefusal('Give the id of a dispute; `disputes list` shows them.')
  return found
}

const show = async (context: Context, id: string | undefined): Promise<void> => {
  const shop = await context.shop()
  const { database } = shop.deps
  const dispute = await chosen(shop, id)
  const account = await accountById(database, dispute.accountId)
  const others = (await allDisputes(database)).filter(({ accountId }) => accountId === dispute.accountId)
  context.print(await lineOf(shop, dispute))
  context.print(
    `At the processor: ${dispute.processorDispute}, network code ${dispute.networkReason ?? 'unknown'}`,
  )
  context.print(`Member: ${account?.email ?? 'deleted'}, disputes: ${others.length}`)
  for (const { cents, feeCents, currency } of dispute.movements)
    context.print(
      `${cents < 0 ? 'Taken' : 'Given back'}: ${formatPrice(Math.abs(cents), currency)}, fee ${formatPrice(feeCents, currency)}`,
    )
  for (const { at, kind, source, note } of await disputeHistory(database, dispute.id))
    context.print(`${at}  ${kind}  ${source}${note === '' ? '' : `  ${note}`}`)
}

const evidence = async (context: Context, id: string | undefined, out: string | undefined): Promise<void> => {
  const shop = await context.shop()
  const { name, bytes } = await evidenceFile(shop.services, (await chosen(shop, id)).id)
  const file = resolve(out ?? name)
  await writeOwnFile(file, bytes)
  context.print(`The evidence is in ${file}.`)
}

const submit = async (context: Context, id: string | undefined): Promise<void> => {
  const shop = await context.shop()
  const { result, dispute } = await submitEvidence(shop.services, (await chosen(shop, id)).id)
  context.print(
    result === 'sent'
      ? 'The evidence was sent: the order with its sums and terms, address, shipments, mails, account activity and earlier payments, as texts and as a PDF.'
      : 'Evidence was sent before; nothing was sent again.',
  )
  context.print(await lineOf(shop, dispute))
}

const accept = async (context: Context, id: string | undefined): Promise<void> => {
  const shop = await context.shop()
  const dispute = await acceptDispute(shop.services, (await chosen(shop, id)).id)
  context.print('The dispute is given up; its buyer keeps the money.')
  context.print(await lineOf(shop, dispute))
}

/** What banks take back or ask about. */
export const disputeCommand: OperatorCommand<Context> = {
  name: 'disputes',
  usages: [
    [
      'list [--all]',
      'lists the disputes that are not decided, with the days left for evidence; or all of them',
    ],
    ['show <id>', 'shows one: its member, the money that moved and its history'],
    ['evidence <id> [--out <file>]', 'writes the evidence for the shop to a PDF'],
    ['submit <id>', 'sends the evidence to the bank, once'],
    ['accept <id>', 'accepts a dispute: the buyer keeps the money'],
  ],
  run: async (context, args) => {
    const options = { all: { type: 'boolean', default: false }, out: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [subcommand = 'list', id, ...rest] = positionals
    if (rest.length > 0) throw new OperatorRefusal('Give at most one id.')
    if (subcommand === 'list' && id === undefined) return list(context, values.all)
    if (subcommand === 'show') return show(context, id)
    if (subcommand === 'evidence') return evidence(context, id, values.out)
    if (subcommand === 'submit') return submit(context, id)
    if (subcommand === 'accept') return accept(context, id)
    throw new OperatorRefusal('Use `list`, or `show`, `evidence`, `submit` or `accept` with an id.')
  },
}
