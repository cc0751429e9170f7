import { parseArgs } from 'node:util'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { creditOf, grantCredit } from '#credit/server/credits.ts'
import { statementOf } from '#loyalty/server/credit-statement.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const centsOf = (amount: string): number => {
  if (!/^\d{1,4}\.\d{2}$/.test(amount) || parsePrice(amount) === 0)
    throw new OperatorRefusal(`${amount} is not an amount such as 12.50.`)
  return parsePrice(amount)
}

/** Shows a member's credit and grants credit. */
export const creditCommand: OperatorCommand = {
  name: 'credit',
  usages: [
    ['<email>', 'lists the entries of a member’s credit and the balance'],
    ['<email> <amount> <reason>', 'grants credit, such as 12.50; the member sees the reason'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [email, amount, ...reasonWords] = positionals
    if (email === undefined) throw new OperatorRefusal('Give the email of a member.')
    const { deps } = await context.shop()
    const account = await findAccountByEmail(deps.database, email)
    if (account === null) throw new OperatorRefusal(`No account has the email ${email}.`)
    if (amount !== undefined) {
      const note = reasonWords.join(' ').trim().slice(0, 200)
      if (note === '') throw new OperatorRefusal('Give a reason; the member sees it.')
      const gift = { accountId: account.id, cents: centsOf(amount), note, reason: 'operator' as const }
      await inTransaction(deps, (tx) => grantCredit(tx, { ...gift, source: `operator:${deps.ids.uuid()}` }))
    }
    for (const entry of await statementOf(deps.database, account.id))
      context.print(
        `${entry.at.slice(0, 10)}${entry.amount.padStart(10)}${entry.balance.padStart(10)}  ${entry.description}`,
      )
    context.print(`Available: ${formatPrice(await creditOf(deps.database, account.id), 'USD')}.`)
  },
}
