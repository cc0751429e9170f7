import { parseArgs } from 'node:util'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { endEverySession, endSessionsOf } from '#account/server/sessions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { endVisitsOf } from '#agent/server/agents.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** For a stolen laptop, or a stolen table: sessions end at once, whoever holds their cookies. */
export const signOutCommand: OperatorCommand = {
  name: 'sign-out',
  forms: [
    ['<email>', 'ends every session of a member, and visits of agents for them'],
    ['--everybody', 'ends every session and visit of everybody'],
  ],
  run: async (house, words) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { everybody: { type: 'boolean', default: false } },
    })
    const [email, ...rest] = positionals
    if ((email === undefined) !== values.everybody || rest.length > 0) {
      throw new OperatorRefusal('Say one email, or --everybody.')
    }
    const { world } = await house.shop()
    const account = email === undefined ? null : await findAccountByEmail(world.database, email)
    if (email !== undefined && account === null)
      throw new OperatorRefusal(`No account has the email ${email}.`)
    const ended = await inTransaction(world, async (work) => {
      await endVisitsOf(work, account === null ? 'everybody' : { accountId: account.id })
      return account === null ? endEverySession(work) : endSessionsOf(work, account.id)
    })
    house.say(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
  },
}
