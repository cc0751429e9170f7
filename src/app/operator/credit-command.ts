import { parseArgs } from 'node:util'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { creditOf, giveCredit } from '#credit/server/credits.ts'
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
  forms: [
    ['<email>', 'lists what made a member’s credit, and what there is'],
    ['<email> <amount> <why>', 'gives a member credit, as 12.50; the member reads why'],
  ],
  run: async (house, words) => {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    const [email, amount, ...why] = positionals
    if (email === undefined) throw new OperatorRefusal('Say the email of a member.')
    const { world } = await house.shop()
    const account = await findAccountByEmail(world.database, email)
    if (account === null) throw new OperatorRefusal(`Nobody has the email ${email}.`)
    if (amount !== undefined) {
      const note = why.join(' ').trim().slice(0, 200)
      if (note === '') throw new OperatorRefusal('Say why, in words that the member reads.')
      const gift = { accountId: account.id, cents: centsOf(amount), note, reason: 'operator' as const }
      await inTransaction(world, (work) =>
        giveCredit(work, { ...gift, source: `operator:${world.ids.uuid()}` }),
      )
    }
    for (const entry of await statementOf(world.database, account.id))
      house.say(
        `${entry.at.slice(0, 10)}${entry.amount.padStart(10)}${entry.balance.padStart(10)}  ${entry.why}`,
      )
    house.say(`To spend: ${formatPrice(await creditOf(world.database, account.id), 'USD')}.`)
  },
}
