import { parseArgs } from 'node:util'
import { endAccess, endEveryAccess, endSignInMethods, signInMethodsOf } from '../server/access.ts'
import type { EndedSignInMethods } from '../server/access.ts'
import { findAccountByEmail } from '../server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { endImpersonationsOf } from '#agent/server/agents.ts'
import { signOutStaff } from '#staff/server/staff-members.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand, CommandContext } from '#platform/command-line/operator-command.ts'

type SignInMethods = Awaited<ReturnType<typeof signInMethodsOf>>

const endableMethods = ['google', 'facebook', 'passkeys'] as const

/** The sign-in methods that `--end` names. Throws OperatorRefusal for an unknown one. */
const methodsToEnd = (args: readonly string[], signInMethods: SignInMethods): EndedSignInMethods => {
  const unknown = args.find((word) => !endableMethods.some((known) => known === word))
  if (unknown !== undefined)
    throw new OperatorRefusal(`--end takes google, facebook or passkeys, not ${unknown}.`)
  return {
    end_providers: (['google', 'facebook'] as const).filter((provider) => args.includes(provider)),
    end_passkeys: args.includes('passkeys') ? signInMethods.passkeys.map(({ id }) => id) : [],
  }
}

const signOutOne = async (tx: Tx, accountId: string, args: readonly string[]) => {
  const ended = await endAccess(tx, accountId)
  await endImpersonationsOf(tx, { accountId })
  await endSignInMethods(tx, accountId, methodsToEnd(args, await signInMethodsOf(tx.db, accountId)))
  return { ended, remaining: await signInMethodsOf(tx.db, accountId) }
}

/** Members, agents and staff. Returns how many sessions of members and staff were open. */
const signOutEverybody = async (tx: Tx): Promise<number> => {
  await endImpersonationsOf(tx, 'everybody')
  const ofMembers = await endEveryAccess(tx)
  return ofMembers + (await signOutStaff(tx, { actor: 'operator', requestId: tx.ids.uuid() }, 'everybody'))
}

/** Prints the sign-in methods other than the password and mailed links, one line each. */
const printSignInMethods = (
  { print }: Pick<CommandContext, 'print'>,
  email: string,
  { providers, passkeys }: SignInMethods,
): void => {
  if (providers.length + passkeys.length === 0) return
  print('These sign-in methods still work:')
  for (const provider of providers)
    print(`  ${provider}: to end it, \`npm run shop -- sign-out ${email} --end ${provider}\``)
  for (const { name } of passkeys)
    print(`  the passkey "${name}": to end all, \`npm run shop -- sign-out ${email} --end passkeys\``)
}

/** For a stolen device or a stolen database: ends sessions and mailed links at once. */
export const signOutCommand: OperatorCommand = {
  name: 'sign-out',
  usages: [
    [
      '<email> [--end google|facebook|passkeys …]',
      'ends every session of a member, every mailed link that acts for them, and visits of agents for them; lists what else signs in, or ends it',
    ],
    [
      '--everybody',
      'ends all sessions, mailed links that act for members, impersonation sessions, and those of staff',
    ],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        everybody: { type: 'boolean', default: false },
        end: { type: 'string', multiple: true, default: [] },
      },
    })
    const [email, ...rest] = positionals
    if ((email === undefined) !== values.everybody || rest.length > 0) {
      throw new OperatorRefusal('Give one email, or --everybody.')
    }
    if (values.everybody && values.end.length > 0) throw new OperatorRefusal('--end is for one member.')
    const { deps } = await context.shop()
    const account = email === undefined ? null : await findAccountByEmail(deps.database, email)
    if (email !== undefined && account === null)
      throw new OperatorRefusal(`No account has the email ${email}.`)
    const { ended, remaining } = await inTransaction(deps, async (tx) => {
      if (account !== null) return signOutOne(tx, account.id, values.end)
      return { ended: await signOutEverybody(tx), remaining: { providers: [], passkeys: [] } }
    })
    context.print(
      `${ended} ${ended === 1 ? 'session' : 'sessions'} ended, and every link mailed before that acts for the member.`,
    )
    if (account !== null) printSignInMethods(context, account.email, remaining)
  },
}
