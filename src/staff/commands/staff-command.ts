import { parseArgs } from 'node:util'
import type { AuditActor } from '../server/audits.ts'
import {
  changeRole,
  endStaff,
  inviteStaff,
  listStaff,
  signOutStaff,
  staffByEmail,
} from '../server/staff-members.ts'
import { Email } from '#shared/address.ts'
import { StaffRoleName, staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'
import { verifyAudit } from '../server/audits.ts'

const operatorOf = (deps: AppDeps): AuditActor => ({ actor: 'operator', requestId: deps.ids.uuid() })

const roleIn = (text: string | undefined): StaffRole => {
  const role = StaffRoleName.safeParse(text)
  if (!role.success) throw new OperatorRefusal(`Give a role: ${staffRoles.join(', ')}.`)
  return role.data
}

const emailIn = (text: string | undefined): string => {
  const email = Email.safeParse(text)
  if (!email.success) throw new OperatorRefusal(`${text ?? 'Nothing'} is not an email address.`)
  return email.data
}

const memberNamed = async (deps: AppDeps, text: string | undefined) => {
  const email = emailIn(text)
  const member = await staffByEmail(deps.database, email)
  if (member === null || member.endedAt !== null)
    throw new OperatorRefusal(`${email} is not a member of staff.`)
  return member
}

const list = async (deps: AppDeps, print: (line: string) => void): Promise<void> => {
  const staff = await listStaff(deps.database)
  for (const { email, name, role, joinedAt, endedAt } of staff) {
    const state = endedAt ? '  (left)' : joinedAt ? '' : '  (invited)'
    print(`${email}  ${role}${name === '' ? '' : `  ${name}`}${state}`)
  }
  if (staff.length === 0) print('There is no member of staff yet. Invite an owner.')
}

/** The people of the desk. */
export const staffCommand: OperatorCommand = {
  name: 'staff',
  usages: [
    ['invite <email> --role <role>', 'shows, once, the link by which a person makes a passkey for the desk'],
    ['role <email> --role <role>', 'gives a person another role and ends their sessions'],
    ['sign-out <email>', 'ends the sessions and the open link of a person, as after a stolen device'],
    ['end <email>', 'ends the access of a person'],
    ['list', 'lists everybody with their role'],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: 'string' } },
    })
    const [subcommand, email] = positionals
    const { deps } = await context.shop()
    const by = operatorOf(deps)
    if (subcommand === 'list') return list(deps, context.print)
    if (subcommand === 'invite') {
      const invited = { email: emailIn(email), role: roleIn(values.role) }
      const token = await inTransaction(deps, (tx) => inviteStaff(tx, by, invited))
      context.print(`Makes a passkey for ${invited.email} (${invited.role}), once, within 24 hours:`)
      return context.print(`${deps.publicUrl}/desk/join/${token}`)
    }
    if (subcommand === 'role') {
      const [{ id, email: found }, role] = [await memberNamed(deps, email), roleIn(values.role)]
      await inTransaction(deps, (tx) => changeRole(tx, by, id, role))
      return context.print(`${found} has the role ${role}.`)
    }
    if (subcommand === 'sign-out') {
      const { id, email: found } = await memberNamed(deps, email)
      const ended = await inTransaction(deps, (tx) => signOutStaff(tx, by, { staffId: id }))
      return context.print(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${found} ended.`)
    }
    if (subcommand === 'end') {
      const { id, email: found } = await memberNamed(deps, email)
      await inTransaction(deps, (tx) => endStaff(tx, by, id))
      return context.print(`${found} has no access to the desk any more.`)
    }
    throw new OperatorRefusal('Use invite, role, sign-out, end or list.')
  },
}

/** The log of what staff did. */
export const auditCommand: OperatorCommand = {
  name: 'audit',
  usages: [['verify', 'recomputes the chain of the audit log, and names what was changed, removed or moved']],
  run: async (context, [subcommand, ...more]) => {
    if (subcommand !== 'verify' || more.length > 0) throw new OperatorRefusal('Use audit verify.')
    const { deps } = await context.shop()
    const { days, entries, root, problems } = await verifyAudit(deps.database)
    for (const problem of problems) context.print(problem)
    if (problems.length > 0) throw new OperatorRefusal('The audit log was changed after it was written.')
    context.print(`The chain is unbroken: ${entries} entries on ${days} days.`)
    if (root !== null)
      context.print(`Root of the last entry: ${root}. Keep it elsewhere, and compare it next time.`)
  },
}
