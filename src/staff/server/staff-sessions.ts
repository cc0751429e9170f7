import { createHash } from 'node:crypto'
import { endImpersonationsOf } from '#agent/server/agents.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { RequestContext, Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { isSessionLive, isTouchDue, sessionLife, stepUpLife } from '../rules/staff-session.ts'
import {
  endSessions,
  holdSession,
  insertSession,
  insertStepUp,
  selectLatestSessions,
  selectSession,
  takeStepUp,
  touchSession,
} from './staff-session-store.ts'
import type { EndedSessions, StaffSession } from './staff-session-store.ts'
import type { Db } from './staff-store.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The cookie of the desk: never a member's, and sent only with requests that begin on this site. */
export const deskCookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_desk`)

const tokenForm = /^[A-Za-z0-9_-]{43}$/

const staffIn = ({ id: sessionId, staffId, name, email, role }: StaffSession): Staff => ({
  kind: 'staff',
  staffId,
  sessionId,
  name,
  email,
  role,
})

/** The member of staff with this cookie; null without a live session. Requests that a page sends by itself do not extend it. */
export const staffOfCookie = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  token: string | undefined,
  { isUnattended }: { readonly isUnattended: boolean },
): Promise<Staff | null> => {
  if (token === undefined || !tokenForm.test(token)) return null
  const session = await selectSession(database, hashOf(token))
  const now = clock.now()
  if (session === null || !isSessionLive(session.role, session, now)) return null
  if (!isUnattended && isTouchDue(session, now)) await touchSession(database, session.id, now)
  return staffIn(session)
}

/** More than are idle at once. */
const latest = 20

/** Who used the desk last and is signed in; null for nobody. */
export const lastStaffSeen = async ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Promise<Staff | null> => {
  const now = clock.now()
  const sessions = await selectLatestSessions(database, now, latest)
  const live = sessions.find((session) => isSessionLive(session.role, session, now))
  return live ? staffIn(live) : null
}

/**
 * Ends sessions, with the visits inside members' pages that were begun in them. Returns how many sessions were open. The sessions
 * first: what is confirmed in one of them at the same moment holds it, and its visit is found afterwards.
 */
export const endDeskSessions = async (tx: Tx, whose: EndedSessions): Promise<number> => {
  const ended = await endSessions(tx, whose)
  if (whose === 'everybody') await endImpersonationsOf(tx, 'staff')
  else
    await endImpersonationsOf(tx, {
      staffId: whose.staffId,
      staffSessionId: whose.id,
      besidesSession: whose.besides,
    })
  return ended
}

/** Whether this token is of a session that was not ended. */
export const isKnownDeskSession = async (db: Db, token: string): Promise<boolean> =>
  tokenForm.test(token) && (await selectSession(db, hashOf(token))) !== null

/** Opens a session in the transaction of the sign-in; returns the token for the cookie. */
export const startSession = async (tx: Tx, staffId: string, userAgent: string) => {
  const token = tx.ids.token()
  const id = tx.ids.uuid()
  await insertSession(tx, {
    id,
    staffId,
    tokenHash: hashOf(token),
    userAgent,
    expiresAt: tx.now.add(sessionLife),
  })
  return { id, token }
}

export const setDeskCookie = (
  { publicUrl }: Pick<AppDeps, 'publicUrl'>,
  { cookies }: RequestContext,
  token: string,
) =>
  cookies.set(deskCookieName(publicUrl), token, {
    httpOnly: true,
    isStrict: true,
    maxAge: sessionLife.total('seconds'),
  })

/** A passkey of this session was used again, for one action. */
export const saveStepUp = (deps: AppDeps, { sessionId }: Staff, action: string): Promise<void> =>
  inTransaction(deps, (tx) => insertStepUp(tx, sessionId, action, tx.now.add(stepUpLife)))

/** Its end waits from here on for the end of the transaction. UNAUTHENTICATED for a session that has ended meanwhile. */
export const requireSession = async (tx: Tx, { sessionId }: Staff): Promise<void> => {
  if (!(await holdSession(tx, sessionId))) throw new ShopError('UNAUTHENTICATED')
}

/**
 * Uses up that a passkey was used again for this action. PROOF_REQUIRED, with the action, when none was; UNAUTHENTICATED when the
 * session ended meanwhile, which waits from here on: nobody who is signed out, removed or given another role finishes such an action.
 */
export const requireStepUp = async (tx: Tx, staff: Staff, action: string): Promise<void> => {
  const { sessionId } = staff
  await requireSession(tx, staff)
  if (await takeStepUp(tx, sessionId, action)) return
  throw new ShopError('PROOF_REQUIRED', {
    detail: 'Please confirm with your passkey. It counts for this action alone.',
    data: { action },
  })
}
