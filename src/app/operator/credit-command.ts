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
    throw new OperatorRefusal(`${amount} is no amount such as 12.50.`)
  return parsePrice(amount)
}

/** Credit that members have, and that somebody here gives them. */
export const creditCommand: OperatorCommand = {
  name: 'credit',
  usages: [
    ['<email>', 'lists what made a member’s credit, and what there is'],
    ['<email> <amount> <why>', 'gives a member credit, as 12.50; the member reads why'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [email, amount, ...reasonWords] = positionals
    if (email === undefined) throw new OperatorRefusal('Say the email of a member.')
    const { deps } = await context.shop()
    const account = await findAccountByEmail(deps.database, email)
    if (account === null) throw new OperatorRefusal(`Nobody has the email ${email}.`)
    if (amount !== undefined) {
      const note = reasonWords.join(' ').trim().slice(0, 200)
      if (note === '') throw new OperatorRefusal('Say why, in words that the member reads.')
      const gift = { accountId: account.id, cents: centsOf(amount), note, reason: 'operator' as const }
      await inTransaction(deps, (tx) => grantCredit(tx, { ...gift, source: `operator:${deps.ids.uuid()}` }))
    }
    for (const entry of await statementOf(deps.database, account.id))
      context.print(
        `${entry.at.slice(0, 10)}${entry.amount.padStart(10)}${entry.balance.padStart(10)}  ${entry.description}`,
      )
    context.print(`To spend: ${formatPrice(await creditOf(deps.database, account.id), 'USD')}.`)
  },
}
