import { verifyAudit } from '#staff/server/audits.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** The log of what staff did. */
export const auditCommand: OperatorCommand = {
  name: 'audit',
  usages: [['verify', 'recomputes the chain of the audit log, and names what was changed, removed or moved']],
  run: async (context, [subcommand, ...more]) => {
    if (subcommand !== 'verify' || more.length > 0) throw new OperatorRefusal('Use audit verify.')
    const { deps } = await context.shop()
    const { days, entries, root, problems } = await verifyAudit(deps.database)
    for (const problem of problems) context.print(problem)
    if (problems.length > 0) throw new OperatorRefusal('The audit log is not what was written.')
    context.print(`The chain is unbroken: ${entries} entries on ${days} days.`)
    if (root !== null)
      context.print(`Root of the last entry: ${root}. Keep it elsewhere, and compare it next time.`)
  },
}
