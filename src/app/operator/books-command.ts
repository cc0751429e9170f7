import { trialBalance } from '#ledger/server/journals.ts'
import { wirePrice } from '#shared/money.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** What stands in the accounts of the ledger. */
export const booksCommand: OperatorCommand = {
  name: 'books',
  forms: [['', 'the trial balance: what stands in each account, debits positive; the sum is zero']],
  run: async (house, words) => {
    if (words.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { kysely } = await house.database()
    const balances = await trialBalance(kysely)
    for (const { account, detail, cents } of balances)
      house.say(`${`${account} ${detail}`.padEnd(44)}${wirePrice(cents).padStart(16)}`)
    const sum = balances.reduce((total, { cents }) => total + cents, 0)
    house.say(`${'sum'.padEnd(44)}${wirePrice(sum).padStart(16)}`)
  },
}
