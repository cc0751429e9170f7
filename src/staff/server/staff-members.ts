import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { StaffRole } from '#shared/staff.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { Staff } from '#platform/request-context.ts'
import { hasOtherOwner } from '../rules/role-table.ts'
import { linkLife } from '../rules/staff-session.ts'
import { recordAction } from './audits.ts'
import type { AuditActor } from './audits.ts'
import { deletePasskey, deletePasskeysOf, lockPasskeysOf } from './staff-passkey-store.ts'
import { endDeskSessions } from './staff-sessions.ts'
import {
  insertLink,
  lockWithOwners,
  markEnded,
  selectById,
  upsertInvited,
  voidLinks,
  writeRole,
} from './staff-store.ts'
import type { StaffMember } from './staff-store.ts'

export { selectByEmail as staffByEmail, selectStaff as listStaff } from './staff-store.ts'
export { deleteUsedLinks as forgetUsedStaffLinks } from './staff-store.ts'
export { deleteEndedSessions as forgetEndedStaffSessions } from './staff-session-store.ts'
export { selectPasskeysOf as passkeysOfStaff } from './staff-passkey-store.ts'
export type { StaffMember } from './staff-store.ts'

type Db = Kysely<Database>

/** The stored hash of a token of 32 random bytes. */
export const staffTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

const subjectOf = ({ id }: Pick<StaffMember, 'id'>): string => `staff:${id}`

const notAllowed = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** A one-time link by which a person makes a passkey; earlier ones are void. Returns its token. */
export const createLink = async (tx: Tx, staffId: string): Promise<string> => {
  await voidLinks(tx, { staffId })
  const token = tx.ids.token()
  await insertLink(tx, { tokenHash: staffTokenHash(token), staffId, expiresAt: tx.now.add(linkLife) })
  return token
}

interface Invitation {
  readonly email: string
  readonly role: StaffRole
}

const invited = async (tx: Tx, by: AuditActor, { email, role }: Invitation): Promise<StaffMember> => {
  const member = await upsertInvited(tx, { id: tx.ids.uuid(), email, role })
  if (member.role !== role)
    throw notAllowed(`${email} has the role ${member.role}. Change the role first, or invite with that one.`)
  recordAction(tx, by, { action: 'staff.invited', subject: subjectOf(member), after: { email, role } })
  return member
}

/**
 * Invites a person, or gives somebody of staff a new link, for a passkey that was lost; for operators, who can do everything. Returns
 * the token of the link. ACTION_NOT_ALLOWED for another role than the person has.
 */
export const inviteStaff = async (tx: Tx, by: AuditActor, invitation: Invitation): Promise<string> =>
  createLink(tx, (await invited(tx, by, invitation)).id)

/** The same for people of the desk: only the mailbox of the person gets the link. Throws as `inviteStaff` does. */
export const inviteByMail = async (
  tx: Tx,
  by: { readonly actor: Staff; readonly requestId: string },
  invitation: Invitation,
): Promise<void> => {
  const { id } = await invited(tx, by, invitation)
  await voidLinks(tx, { staffId: id })
  tx.publish({ kind: 'passkey-link-wanted', staffId: id, wantedBy: by.actor.staffId })
}

const nameAndRole = ({ name, role }: Pick<StaffMember, 'name' | 'role'>): string => `${name} (${role})`

/** A link that was wanted, for its mail; null when the person has left meanwhile. */
export const mintWantedLink = async (tx: Tx, staffId: string, wantedBy: string) => {
  const all = await lockWithOwners(tx, staffId)
  const member = all.find(({ id }) => id === staffId)
  if (!member || member.endedAt !== null) return null
  const by = await selectById(tx.db, wantedBy)
  const { email, role } = member
  return {
    email,
    role,
    wantedBy: by === null ? 'An owner' : nameAndRole(by),
    token: await createLink(tx, staffId),
  }
}

const active = (one: StaffMember) => ({
  id: one.id,
  role: one.role,
  isActive: one.joinedAt !== null && one.endedAt === null,
})

/** A person under a lock, which an owner shares with all others. NOT_FOUND for an unknown one, and for one who left. */
const locked = async (tx: Tx, id: string, isOwnerAfter: boolean): Promise<StaffMember> => {
  const all = await lockWithOwners(tx, id)
  const member = all.find((one) => one.id === id)
  if (!member || member.endedAt !== null) throw new ShopError('NOT_FOUND')
  const losesOwner = member.role === 'owner' && active(member).isActive && !isOwnerAfter
  if (losesOwner && !hasOtherOwner(all.map(active), id))
    throw notAllowed('The last owner stays an owner. Make someone else an owner first.')
  return member
}

/** Gives a person another role; sessions end, so that none continues with the old one. Throws as `locked` does. */
export const changeRole = async (tx: Tx, by: AuditActor, id: string, role: StaffRole): Promise<void> => {
  const member = await locked(tx, id, role === 'owner')
  if (member.role === role) return
  await writeRole(tx, id, role)
  await endDeskSessions(tx, { staffId: id })
  recordAction(tx, by, {
    action: 'staff.role-changed',
    subject: subjectOf(member),
    before: { role: member.role },
    after: { role },
  })
}

/**
 * A person leaves: links, passkeys and sessions end at once. Throws as `locked` does. In this order: a link that is opened and a sign-in
 * at the same moment hold the link and the passkey, and what they leave is found afterwards.
 */
export const endStaff = async (tx: Tx, by: AuditActor, id: string): Promise<void> => {
  const member = await locked(tx, id, false)
  await markEnded(tx, id)
  await voidLinks(tx, { staffId: id })
  await deletePasskeysOf(tx, id)
  await endDeskSessions(tx, { staffId: id })
  recordAction(tx, by, { action: 'staff.ended', subject: subjectOf(member), before: { role: member.role } })
}

/** Ends every session and open link of a person or of everybody; passkeys stay. Returns how many sessions were open. */
export const signOutStaff = async (
  tx: Tx,
  by: AuditActor,
  whose: { readonly staffId: string } | 'everybody',
): Promise<number> => {
  await voidLinks(tx, whose)
  const ended = await endDeskSessions(tx, whose)
  const subject = whose === 'everybody' ? 'staff' : `staff:${whose.staffId}`
  recordAction(tx, by, { action: 'staff.signed-out', subject, after: { sessions: ended } })
  return ended
}

/**
 * Removes a passkey of a person, never the last one. It may be lost: the one who has it then has no session and no link left either, besides the
 * session in which it is removed. `confirm` is asked once the passkeys are locked. NOT_FOUND; ACTION_NOT_ALLOWED.
 */
export const removePasskey = async (
  tx: Tx,
  { actor, requestId }: { readonly actor: Staff; readonly requestId: string },
  id: string,
  confirm: () => Promise<void>,
): Promise<void> => {
  const { staffId, sessionId } = actor
  const ids = await lockPasskeysOf(tx, staffId)
  await confirm()
  if (!ids.includes(id)) throw new ShopError('NOT_FOUND')
  if (ids.length === 1) throw notAllowed('This is your last passkey. Add another one first.')
  await deletePasskey(tx, id)
  await voidLinks(tx, { staffId })
  const sessions = await endDeskSessions(tx, { staffId, besides: sessionId })
  const entry = { action: 'staff.passkey-removed', subject: `staff:${staffId}`, after: { sessions } }
  recordAction(tx, { actor, requestId }, entry)
}

/** Locks the owners, so that what one of them does to the team comes before or after what another one does to them. */
export const lockTeam = async (tx: Tx, { staffId }: Staff): Promise<void> => {
  await lockWithOwners(tx, staffId)
}

/** Whether a person has left the team, and was not invited again. */
export const hasLeft = async (db: Db, id: string): Promise<boolean> =>
  (await selectById(db, id))?.endedAt !== null

/** A person by id, in the transaction. NOT_FOUND. */
export const staffById = async (tx: Tx, id: string): Promise<StaffMember> => {
  const member = await selectById(tx.db, id)
  if (member === null || member.endedAt !== null) throw new ShopError('NOT_FOUND')
  return member
}
