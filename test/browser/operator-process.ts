import '../../src/app/entry/own-brand.ts'
import { join } from 'node:path'
import { parseSettings } from '../../src/app/config.ts'
import { openCommandContext, runCommand } from '../../src/app/operator/command-context.ts'
import { commands } from '../../src/app/operator/commands.ts'
import { OperatorRefusal } from '../../src/platform/command-line/operator-command.ts'
import type { OperatorCommand } from '../../src/platform/command-line/operator-command.ts'
import { park } from '../../src/subscription/renewal/server/park-failed.ts'

/** One command of an operator, answered by its number. */
interface OperatorRequest {
  readonly number: number
  readonly args: readonly string[]
}

export interface OperatorReply {
  readonly number: number
  /** As `npm run shop` leaves with it; 1 also after a bug. */
  readonly code: number
  readonly printed: string
}

/** What no command does and no member can cause: a renewal on which the shop itself failed. */
const parkForTest: OperatorCommand = {
  name: 'park-for-test',
  usages: [['<subscription id>', 'parks a subscription']],
  run: async (context, [id = '']) => {
    const { deps } = await context.shop()
    const rows = deps.database.selectFrom('subscription').select('account_id').where('id', '=', id)
    const row = await rows.executeTakeFirst()
    if (!row) throw new OperatorRefusal('There is no such subscription.')
    await park(
      deps,
      { id, accountId: row.account_id },
      'renewal',
      new Error('the plan of its next order is missing'),
    )
  },
}

const root = join(import.meta.dirname, '../..')

/** As `src/app/entry/operator.ts` runs it: nothing of it stays open. */
const run = async ({ number, args }: OperatorRequest): Promise<OperatorReply> => {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const runOperator = async (): Promise<number> => {
    await using stack = new AsyncDisposableStack()
    const context = openCommandContext(parseSettings(process.env), root, print, stack)
    return await runCommand([...commands, parkForTest], context, args)
  }
  const code = await runOperator().catch((thrown: unknown) => {
    print(String(thrown))
    return 1
  })
  return { number, code, printed: lines.map((line) => `${line}\n`).join('') }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (request: OperatorRequest) => void run(request).then((reply) => process.send?.(reply)))
