import { invariantViolations } from '../invariants.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Checks that the data is consistent, whether the shop runs or not. */
export const invariantsCommand: OperatorCommand = {
  name: 'invariants',
  usages: [['', 'checks the data: ledger, orders, coupon uses; prints one sentence per violation']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { kysely } = await context.database()
    const violations = await invariantViolations(kysely)
    for (const sentence of violations) context.print(sentence)
    if (violations.length > 0) throw new OperatorRefusal(`${violations.length} found.`)
    context.print('All invariants hold.')
  },
}
