import { trialBalance } from '#ledger/server/journals.ts'
import { wirePrice } from '#shared/money.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Balances of the ledger's accounts. */
export const ledgerCommand: OperatorCommand = {
  name: 'ledger',
  usages: [['', 'shows the trial balance: each account, debits positive; the total is zero']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { kysely } = await context.database()
    const balances = await trialBalance(kysely)
    for (const { account, detail, cents } of balances)
      context.print(`${`${account} ${detail}`.padEnd(44)}${wirePrice(cents).padStart(16)}`)
    const sum = balances.reduce((total, { cents }) => total + cents, 0)
    context.print(`${'total'.padEnd(44)}${wirePrice(sum).padStart(16)}`)
  },
}
