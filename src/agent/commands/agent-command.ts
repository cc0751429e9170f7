import { parseArgs } from 'node:util'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { hashPassword } from '#account/server/passwords.ts'
import { impersonationMinutes } from '../rules/agent-rights.ts'
import {
  addAgent,
  authorizeImpersonation,
  dismissAgent,
  endImpersonationsOf,
  listAgents,
  resetAgentPassword,
} from '../server/agents.ts'
import { Email } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'

type Options = Readonly<Record<string, string | undefined>>

interface AgentCommandInput {
  readonly deps: AppDeps
  readonly print: (line: string) => void
  readonly email: string
  readonly options: Options
}

const requiredOption = (options: Options, name: string): string => {
  const text = ownValue(options, name)?.trim() ?? ''
  if (text === '') throw new OperatorRefusal(`Say --${name}.`)
  return text
}

const agentNamed = async (deps: AppDeps, email: string) => {
  const agent = (await listAgents(deps.database)).find((one) => one.email === email.toLowerCase())
  if (!agent) throw new OperatorRefusal(`There is no agent ${email}.`)
  return agent
}

const add = async ({ deps, print, email, options }: AgentCommandInput): Promise<void> => {
  if (!Email.safeParse(email).success) throw new OperatorRefusal(`${email} is not an email address.`)
  const name = requiredOption(options, 'name')
  const password = deps.ids.token()
  const passwordHash = await hashPassword(password)
  const added = await inTransaction(deps, (tx) => addAgent(tx, { email, name, passwordHash }))
  if (!added) throw new OperatorRefusal(`There is already an agent ${email}.`)
  print(`${name} is an agent. The password is shown only now: ${password}`)
}

const renew = async ({ deps, print, email }: AgentCommandInput): Promise<void> => {
  const { id, name } = await agentNamed(deps, email)
  const password = deps.ids.token()
  const passwordHash = await hashPassword(password)
  await inTransaction(deps, (tx) => resetAgentPassword(tx, id, passwordHash))
  print(`The new password of ${name} is shown only now: ${password}`)
}

const dismiss = async ({ deps, print, email }: AgentCommandInput): Promise<void> => {
  const { id, name } = await agentNamed(deps, email)
  await inTransaction(deps, (tx) => dismissAgent(tx, id))
  print(`${name} is not an agent anymore.`)
}

const minutesOption = (options: Options): number => {
  const { min: least, default: defaultMinutes, max: most } = impersonationMinutes
  const minutes = Number(options['minutes'] ?? defaultMinutes)
  if (Number.isInteger(minutes) && minutes >= least && minutes <= most) return minutes
  throw new OperatorRefusal(`Give --minutes from ${least} to ${most}.`)
}

const authorize = async ({ deps, print, email, options }: AgentCommandInput): Promise<void> => {
  const minutes = minutesOption(options)
  const reason = requiredOption(options, 'reason').slice(0, 300)
  const member = requiredOption(options, 'for')
  const { id: agentId, name, dismissed } = await agentNamed(deps, email)
  if (dismissed) throw new OperatorRefusal(`${name} is not an agent anymore.`)
  const account = await findAccountByEmail(deps.database, member)
  if (account === null) throw new OperatorRefusal(`No account has the email ${member}.`)
  const impersonation = { agentId, accountId: account.id, reason, minutes }
  const token = await inTransaction(deps, (tx) => authorizeImpersonation(tx, impersonation))
  print(
    `Lets ${name} act for ${account.email} for ${minutes} minutes after it is opened; it can be opened once, within an hour:`,
  )
  print(`${deps.publicUrl}/api/external_agent/authorize/${token}/`)
}

const end = async ({ deps, print, email }: AgentCommandInput): Promise<void> => {
  const { id: agentId, name } = await agentNamed(deps, email)
  const ended = await inTransaction(deps, (tx) => endImpersonationsOf(tx, { agentId }))
  print(`${ended} impersonation sessions of ${name} ended.`)
}

const list = async ({ deps, print }: AgentCommandInput): Promise<void> => {
  for (const { email, name, dismissed } of await listAgents(deps.database)) {
    print(`${email}  ${name}${dismissed ? '  (dismissed)' : ''}`)
  }
}

const subcommands: Readonly<Record<string, (input: AgentCommandInput) => Promise<void>>> = { add, password: renew, dismiss, authorize, end, list } // prettier-ignore

/** Support agents and the members for whom they may act. */
export const agentCommand: OperatorCommand = {
  name: 'agent',
  usages: [
    ['add <email> --name <name>', 'creates an agent and shows the password once'],
    ['password <email>', 'gives an agent a new password; reinstates a dismissed agent'],
    [
      'authorize <email> --for <member> --reason <why> [--minutes 30]',
      'shows the link by which an agent acts for a member',
    ],
    ['end <email>', "ends an agent's impersonation sessions and unopened links"],
    ['dismiss <email>', 'the same, and removes the agent'],
    ['list', 'lists all agents'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        for: { type: 'string' },
        reason: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
    const [subcommand = '', email = ''] = positionals
    const run = ownValue(subcommands, subcommand)
    if (!run) throw new OperatorRefusal(`Use one of ${Object.keys(subcommands).join(', ')}.`)
    if (email === '' && subcommand !== 'list') throw new OperatorRefusal('Give the email of the agent.')
    const { deps } = await context.shop()
    await run({ deps, print: context.print, email, options: values })
  },
}
