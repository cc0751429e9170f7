import { parseArgs } from 'node:util'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { hashPassword } from '#account/server/passwords.ts'
import { visitMinutes } from '#agent/rules/visit-limits.ts'
import {
  addAgent,
  authoriseVisit,
  dismissAgent,
  endVisitsOf,
  listAgents,
  renewAgent,
} from '#agent/server/agents.ts'
import { Email } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

type Options = Readonly<Record<string, string | undefined>>

interface Asked {
  readonly world: World
  readonly say: (line: string) => void
  readonly email: string
  readonly options: Options
}

const needed = (options: Options, name: string): string => {
  const text = ownValue(options, name)?.trim() ?? ''
  if (text === '') throw new OperatorRefusal(`Say --${name}.`)
  return text
}

const agentNamed = async (world: World, email: string) => {
  const agent = (await listAgents(world.database)).find((one) => one.email === email.toLowerCase())
  if (!agent) throw new OperatorRefusal(`There is no agent ${email}.`)
  return agent
}

const add = async ({ world, say, email, options }: Asked): Promise<void> => {
  if (!Email.safeParse(email).success) throw new OperatorRefusal(`${email} is no email.`)
  const name = needed(options, 'name')
  const password = world.ids.token()
  const passwordHash = await hashPassword(password)
  const added = await inTransaction(world, (work) => addAgent(work, { email, name, passwordHash }))
  if (!added) throw new OperatorRefusal(`There is an agent ${email} already.`)
  say(`${name} is an agent. The password is shown only now: ${password}`)
}

const renew = async ({ world, say, email }: Asked): Promise<void> => {
  const { id, name } = await agentNamed(world, email)
  const password = world.ids.token()
  const passwordHash = await hashPassword(password)
  await inTransaction(world, (work) => renewAgent(work, id, passwordHash))
  say(`The new password of ${name} is shown only now: ${password}`)
}

const dismiss = async ({ world, say, email }: Asked): Promise<void> => {
  const { id, name } = await agentNamed(world, email)
  await inTransaction(world, (work) => dismissAgent(work, id))
  say(`${name} is no agent any more.`)
}

const minutesOf = (options: Options): number => {
  const { least, usual, most } = visitMinutes
  const minutes = Number(options['minutes'] ?? usual)
  if (Number.isInteger(minutes) && minutes >= least && minutes <= most) return minutes
  throw new OperatorRefusal(`Say --minutes from ${least} to ${most}.`)
}

const authorise = async ({ world, say, email, options }: Asked): Promise<void> => {
  const minutes = minutesOf(options)
  const reason = needed(options, 'reason').slice(0, 300)
  const member = needed(options, 'for')
  const { id: agentId, name, dismissed } = await agentNamed(world, email)
  if (dismissed) throw new OperatorRefusal(`${name} is no agent any more.`)
  const account = await findAccountByEmail(world.database, member)
  if (account === null) throw new OperatorRefusal(`No account has the email ${member}.`)
  const visit = { agentId, accountId: account.id, reason, minutes }
  const token = await inTransaction(world, (work) => authoriseVisit(work, visit))
  say(
    `For ${name} to act for ${account.email}, ${minutes} minutes from when it is opened; opens once, within the hour:`,
  )
  say(`${world.publicUrl}/api/external_agent/authorize/${token}/`)
}

const end = async ({ world, say, email }: Asked): Promise<void> => {
  const { id: agentId, name } = await agentNamed(world, email)
  const ended = await inTransaction(world, (work) => endVisitsOf(work, { agentId }))
  say(`${ended} of ${name}'s visits ended.`)
}

const list = async ({ world, say }: Asked): Promise<void> => {
  for (const { email, name, dismissed } of await listAgents(world.database)) {
    say(`${email}  ${name}${dismissed ? '  (dismissed)' : ''}`)
  }
}

const acts: Readonly<Record<string, (asked: Asked) => Promise<void>>> = { add, password: renew, dismiss, authorise, end, list } // prettier-ignore

/** People of support: who they are, and for whom they may act. */
export const agentCommand: OperatorCommand = {
  name: 'agent',
  forms: [
    ['add <email> --name <name>', 'makes an agent and shows their password once'],
    ['password <email>', 'gives an agent a new password; brings back who was dismissed'],
    [
      'authorise <email> --for <member> --reason <why> [--minutes 30]',
      'shows the link by which an agent acts for a member',
    ],
    ['end <email>', "ends an agent's visits and unopened links"],
    ['dismiss <email>', 'the same, for good'],
    ['list', 'names all agents'],
  ],
  run: async (house, words) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        for: { type: 'string' },
        reason: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
    const [act = '', email = ''] = positionals
    const run = ownValue(acts, act)
    if (!run) throw new OperatorRefusal(`Say one of ${Object.keys(acts).join(', ')}.`)
    if (email === '' && act !== 'list') throw new OperatorRefusal('Say the email of the agent.')
    const { world } = await house.shop()
    await run({ world, say: house.say, email, options: values })
  },
}
