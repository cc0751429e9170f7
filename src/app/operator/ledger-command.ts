import { trialBalance } from '#ledger/server/journals.ts'
import { wirePrice } from '#shared/money.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** What stands in the accounts of the ledger. */
export const ledgerCommand: OperatorCommand = {
  name: 'books',
  usages: [['', 'the trial balance: what stands in each account, debits positive; the sum is zero']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { kysely } = await context.database()
    const balances = await trialBalance(kysely)
    for (const { account, detail, cents } of balances)
      context.print(`${`${account} ${detail}`.padEnd(44)}${wirePrice(cents).padStart(16)}`)
    const sum = balances.reduce((total, { cents }) => total + cents, 0)
    context.print(`${'sum'.padEnd(44)}${wirePrice(sum).padStart(16)}`)
  },
}
