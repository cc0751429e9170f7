import { parseArgs } from 'node:util'
import { endAccess, endEveryAccess, endWays, waysInOf } from '#account/server/access.ts'
import type { EndedWays } from '#account/server/access.ts'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { endVisitsOf } from '#agent/server/agents.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

type Ways = Awaited<ReturnType<typeof waysInOf>>

const endable = ['google', 'facebook', 'passkeys'] as const

/** The ways in that `--end` names. Throws OperatorRefusal for a word that names none. */
const endedBy = (words: readonly string[], ways: Ways): EndedWays => {
  const unknown = words.find((word) => !endable.some((known) => known === word))
  if (unknown !== undefined)
    throw new OperatorRefusal(`--end takes google, facebook or passkeys, not ${unknown}.`)
  return {
    end_providers: (['google', 'facebook'] as const).filter((provider) => words.includes(provider)),
    end_passkeys: words.includes('passkeys') ? ways.passkeys.map(({ id }) => id) : [],
  }
}

const signOutOne = async (work: Work, accountId: string, words: readonly string[]) => {
  const ended = await endAccess(work, accountId)
  await endVisitsOf(work, { accountId })
  await endWays(work, accountId, endedBy(words, await waysInOf(work.db, accountId)))
  return { ended, left: await waysInOf(work.db, accountId) }
}

/** Everything that can still sign in besides the password and a link by mail, one line each. */
const sayWays = ({ say }: Pick<OperatorHouse, 'say'>, email: string, { providers, passkeys }: Ways): void => {
  if (providers.length + passkeys.length === 0) return
  say('These can still sign in:')
  for (const provider of providers)
    say(`  ${provider}: to end it, \`npm run shop -- sign-out ${email} --end ${provider}\``)
  for (const { name } of passkeys)
    say(`  the passkey "${name}": to end all, \`npm run shop -- sign-out ${email} --end passkeys\``)
}

/** For a stolen laptop, or a stolen table: sessions and mailed links end at once, whoever holds them. */
export const signOutCommand: OperatorCommand = {
  name: 'sign-out',
  forms: [
    [
      '<email> [--end google|facebook|passkeys …]',
      'ends every session and mailed link of a member, and visits of agents for them; lists what else signs in, or ends it',
    ],
    ['--everybody', 'ends every session, mailed link and visit of everybody'],
  ],
  run: async (house, words) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        everybody: { type: 'boolean', default: false },
        end: { type: 'string', multiple: true, default: [] },
      },
    })
    const [email, ...rest] = positionals
    if ((email === undefined) !== values.everybody || rest.length > 0) {
      throw new OperatorRefusal('Say one email, or --everybody.')
    }
    if (values.everybody && values.end.length > 0) throw new OperatorRefusal('--end is for one member.')
    const { world } = await house.shop()
    const account = email === undefined ? null : await findAccountByEmail(world.database, email)
    if (email !== undefined && account === null)
      throw new OperatorRefusal(`No account has the email ${email}.`)
    const { ended, left } = await inTransaction(world, async (work) => {
      if (account !== null) return signOutOne(work, account.id, values.end)
      await endVisitsOf(work, 'everybody')
      return { ended: await endEveryAccess(work), left: { providers: [], passkeys: [] } }
    })
    house.say(
      `${ended} ${ended === 1 ? 'session' : 'sessions'} ended, and every link that was mailed before.`,
    )
    if (account !== null) sayWays(house, account.email, left)
  },
}
