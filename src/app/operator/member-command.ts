import { parseArgs } from 'node:util'
import { findAccountByEmail, lockAccount } from '#account/server/accounts.ts'
import { dataOfMember, eraseMember, writeNames } from '#account/server/own-data.ts'
import { updateUser } from '#account/settings-endpoints.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { accountDeps } from '../account-deps.ts'
import type { Shop } from '../shop.ts'
import { OperatorRefusal, writeOwnFile } from '#platform/command-line/operator-command.ts'
import type { AppCommand, AppCommandContext } from './command-context.ts'

/** Also for a deleted account, because its email is erased. */
const unknown = (email: string): OperatorRefusal => new OperatorRefusal(`No account has the email ${email}.`)

const idOf = async ({ deps }: Pick<Shop, 'deps'>, email: string): Promise<string> => {
  const account = await findAccountByEmail(deps.database, email)
  if (!account) throw unknown(email)
  return account.id
}

const lockedAccount = async (tx: Tx, id: string, email: string) => {
  const account = await lockAccount(tx.db, id)
  if (!account || account.email !== email.trim().toLowerCase()) throw unknown(email)
  return account
}

const usage = 'Give export <email> <file>, correct <email> with what is right, or erase <email>.'

const record = (tx: Tx, action: string, accountId: string, changed: readonly string[] = []): void =>
  recordAction(
    tx,
    { actor: 'operator', requestId: tx.ids.uuid() },
    // Which fields, and not what was in them: the log outlives the account.
    {
      action,
      subject: `account:${accountId}`,
      accountId,
      after: changed.length > 0 ? { changed: changed.join(', ') } : null,
    },
  )

const servicesOf = (shop: Shop) => ({ deps: shop.deps, accountDeps: accountDeps(shop) })

const exportMember = async ({ shop: open, print }: AppCommandContext, email: string, file: string) => {
  const shop = await open()
  const id = await idOf(shop, email)
  const account = await inTransaction(shop.deps, async (tx) => {
    record(tx, 'member.exported', id)
    return lockedAccount(tx, id, email)
  })
  const data = await dataOfMember(servicesOf(shop), account)
  await writeOwnFile(file, `${JSON.stringify(data, null, 2)}\n`)
  print(`Everything that is stored about ${account.email} is in ${file}; only you can read it.`)
}

const fields = [
  ['first-name', 'firstName'],
  ['last-name', 'lastName'],
  ['phone', 'phone'],
] as const

type Correction = Readonly<Partial<Record<(typeof fields)[number][0], string>>>

const correctMember = async ({ shop: open, print }: AppCommandContext, email: string, given: Correction) => {
  const named = fields.filter(([option]) => given[option] !== undefined)
  if (named.length === 0) throw new OperatorRefusal('Give --first-name, --last-name or --phone.')
  const shop = await open()
  const id = await idOf(shop, email)
  await inTransaction(shop.deps, async (tx) => {
    const { firstName, lastName, phone } = await lockedAccount(tx, id, email)
    const wanted = named.map(([option, field]) => [field, given[option]] as const)
    const names = updateUser.payload.safeParse({ firstName, lastName, phone, ...Object.fromEntries(wanted) })
    if (!names.success) throw new OperatorRefusal(names.error.issues.map(({ message }) => message).join(' '))
    await writeNames(tx.db, id, names.data)
    tx.publish({ kind: 'account-changed', accountId: id })
    record(
      tx,
      'member.corrected',
      id,
      named.map(([, field]) => field),
    )
  })
  print(`Corrected: ${named.map(([option]) => option).join(', ')}.`)
}

const eraseOne = async ({ shop: open, print }: AppCommandContext, email: string) => {
  const shop = await open()
  const id = await idOf(shop, email)
  await inTransaction(shop.deps, async (tx) => {
    await eraseMember(servicesOf(shop), tx, id, () => lockedAccount(tx, id, email))
    record(tx, 'member.erased', id)
  })
  print('The account is deleted. Orders and invoices keep what the law requires; a last mail says so.')
}

/** A copy, a correction and a deletion, for a member who asks in writing or cannot sign in. */
export const memberCommand: AppCommand = {
  name: 'member',
  usages: [
    [
      'export <email> <file>',
      'writes everything that is stored about a member, as their own download has it',
    ],
    [
      'correct <email> [--first-name <name>] [--last-name <name>] [--phone <number>]',
      'corrects names and phone number; an email is changed by the member, whose new mailbox confirms it',
    ],
    ['erase <email>', 'deletes an account as its member could; refused while something is to be charged'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        phone: { type: 'string' },
      },
    })
    const [subcommand, email, file, ...rest] = positionals
    const isCorrection = Object.keys(values).length > 0
    if (email === undefined || rest.length > 0 || (isCorrection && subcommand !== 'correct'))
      throw new OperatorRefusal(usage)
    if (subcommand === 'export' && file !== undefined) return exportMember(context, email, file)
    if (subcommand === 'correct' && file === undefined) return correctMember(context, email, values)
    if (subcommand === 'erase' && file === undefined) return eraseOne(context, email)
    throw new OperatorRefusal(usage)
  },
}
