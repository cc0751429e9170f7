import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, RequestContext, Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type * as endpoints from '../endpoints.ts'
import { stepUpActions } from '../rules/step-up-actions.ts'
import { auditEntries } from './audits.ts'
import type { AuditPlace, StoredEntry } from './audits.ts'
import { changeRole, endStaff, inviteByMail, listStaff, lockTeam } from './staff-members.ts'
import { selectPasskeysOf } from './staff-passkey-store.ts'
import { requireStepUp } from './staff-sessions.ts'

const done = { success: true } as const
const pageSize = 50

const placeIn = (text: string | undefined): AuditPlace | null => {
  const [day, position] = (text ?? '').split('.')
  if (day === undefined || position === undefined) return null
  return { day: Temporal.PlainDate.from(day), position: Number(position) }
}

const placeOf = ({ day, position }: AuditPlace): string => `${day.toString()}.${position}`

const wireEntry = (entry: StoredEntry) => ({
  place: placeOf(entry),
  at: entry.at.toString(),
  actor: entry.actor,
  action: entry.action,
  subject: entry.subject,
  before: entry.before,
  after: entry.after,
  reason: entry.reason,
  request_id: entry.requestId,
  hash: entry.hash.toString('hex'),
})

const wirePeople = async ({ database }: AppDeps) => {
  const staff = await listStaff(database)
  const passkeys = await selectPasskeysOf(
    database,
    staff.map(({ id }) => id),
  )
  return staff.map(({ id, email, name, role, joinedAt, endedAt }) => ({
    id,
    email,
    name,
    role,
    passkeys: passkeys.filter((one) => one.staff_id === id).length,
    joined_at: joinedAt?.toString() ?? null,
    ended_at: endedAt?.toString() ?? null,
  }))
}

const createPeopleHandlers = (deps: AppDeps) => {
  /** Changes of the team, each with a passkey used again for exactly that one. */
  const confirmed = <T>(
    context: RequestContext,
    action: string,
    run: (tx: Tx, by: { readonly actor: Staff; readonly requestId: string }) => Promise<T>,
  ) => {
    const actor = staffOf(context)
    return inTransaction(deps, async (tx) => {
      await lockTeam(tx, actor)
      await requireStepUp(tx, actor, action)
      return run(tx, { actor, requestId: context.requestId })
    })
  }
  const listStaffMembers: Handler<typeof endpoints.listStaffMembers> = async () => ({
    people: await wirePeople(deps),
  })
  const inviteStaffMember: Handler<typeof endpoints.inviteStaffMember> = async (context, { email, role }) => {
    const action = stepUpActions.invite(email, role)
    await confirmed(context, action, (tx, by) => inviteByMail(tx, by, { email, role }))
    return done
  }
  const changeStaffRole: Handler<typeof endpoints.changeStaffRole> = async (context, { id, role }) => {
    await confirmed(context, stepUpActions.role(id, role), (tx, by) => changeRole(tx, by, id, role))
    return done
  }
  const endStaffMember: Handler<typeof endpoints.endStaffMember> = async (context, { id }) => {
    await confirmed(context, stepUpActions.end(id), (tx, by) => endStaff(tx, by, id))
    return done
  }
  return { listStaffMembers, inviteStaffMember, changeStaffRole, endStaffMember }
}

const createLogHandlers = (deps: AppDeps) => {
  const listAuditEntries: Handler<typeof endpoints.listAuditEntries> = async (
    _context,
    { subject, before },
  ) => {
    const entries = await auditEntries(deps.database, {
      subject: subject ?? null,
      before: placeIn(before),
      limit: pageSize + 1,
    })
    const shown = entries.slice(0, pageSize)
    const last = shown.at(-1)
    return {
      entries: shown.map(wireEntry),
      next: entries.length > pageSize && last ? placeOf(last) : null,
    }
  }
  return { listAuditEntries }
}

/** The team and its log, for owners. */
export const createTeamHandlers = (deps: AppDeps) => ({
  ...createPeopleHandlers(deps),
  ...createLogHandlers(deps),
})
