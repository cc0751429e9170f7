import { invariantViolations } from '../invariants.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Whether the data is whole, of a shop that is open or closed. */
export const invariantsCommand: OperatorCommand = {
  name: 'invariants',
  usages: [['', 'checks the data: books, orders, coupon uses; says a sentence for all that may not be']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { kysely } = await context.database()
    const violations = await invariantViolations(kysely)
    for (const sentence of violations) context.print(sentence)
    if (violations.length > 0) throw new OperatorRefusal(`${violations.length} found.`)
    context.print('Everything holds.')
  },
}
