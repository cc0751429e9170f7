import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { Actor } from '#platform/request-context.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { absoluteLimit, idleLimit, isTouchDue, sessionStatus } from '../rules/session.ts'
import { endEmailChanges } from './email-change-store.ts'
import {
  insertSession,
  readOpenSessions,
  readSession,
  revokeOwnSession,
  revokeSession,
  touchSession,
} from './session-store.ts'
import type { Db } from './account-store.ts'
import type { SessionPart, SessionRow } from './session-store.ts'
import { tokenHash } from './token-hash.ts'

/** The credential's cookie (ruling 17). The prefix pins it to this host; browsers take it on https only. */
export const sessionCookieName = (publicUrl: string): string =>
  hostCookie(publicUrl, brand.keys.sessionCookie)

/** Seconds that the cookie stays in the browser: as long as a session can last at all. */
export const sessionCookieAge = absoluteLimit.total('seconds')

const visitor: Actor = { kind: 'visitor' }
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/**
 * The actor of a request, by the session cookie alone: one indexed look-up, and at most once in ten minutes a write of
 * the last use. An unknown, revoked, idle or expired session is a visitor's.
 */
export const actorOf = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  cookieToken: string | undefined,
): Promise<Actor> => {
  if (cookieToken === undefined || !tokenForm.test(cookieToken)) return visitor
  const session = await readSession(database, tokenHash(cookieToken))
  const now = clock.now()
  if (session === null || sessionStatus(session, now) !== 'live') return visitor
  if (isTouchDue(session.lastSeenAt, now)) await touchSession(database, session.id, now)
  const { id: sessionId, accountId, email, locale } = session
  return { kind: 'member', accountId, email, sessionId, locale }
}

/** Whether this token is of a stored session, live or ended. */
export const isKnownSession = async (db: Db, token: string): Promise<boolean> =>
  tokenForm.test(token) && (await readSession(db, tokenHash(token))) !== null

interface Client {
  readonly userAgent: string
  readonly network: string
}

/**
 * Opens a new session for a sign-in; returns the token for the cookie, which is stored nowhere. `proved` says whether
 * the sign-in is a proof as `requireProof` needs it.
 */
export const startSession = async (
  tx: Tx,
  accountId: string,
  client: Client,
  proved: boolean,
): Promise<string> => {
  const token = tx.ids.token()
  const session = {
    id: tx.ids.uuid(),
    accountId,
    tokenHash: tokenHash(token),
    userAgent: client.userAgent.slice(0, 300),
    network: client.network,
    expiresAt: tx.now.add(absoluteLimit),
    proved,
  }
  await insertSession(tx.db, session, tx.now)
  return token
}

/** Where a member is signed in at `now`, the session used last first. */
export const liveSessionsOf = (
  db: Db,
  accountId: string,
  now: Temporal.Instant,
  part: SessionPart | null = null,
): Promise<SessionRow[]> => readOpenSessions(db, accountId, now, now.subtract(idleLimit), part)

/** Ends one of a member's own sessions, and what was begun in it; false for one that has ended, and for anybody else's. */
export const endOwnSession = async (tx: Tx, accountId: string, id: string): Promise<boolean> => {
  if (!(await revokeOwnSession(tx.db, accountId, id, tx.now))) return false
  // Nobody must finish what a session started that its owner did not know.
  await endEmailChanges(tx.db, { sessionId: id }, tx.now)
  return true
}

/** Ends a session at once, wherever its cookie still is. */
export const endSession = (tx: Tx, sessionId: string): Promise<void> =>
  revokeSession(tx.db, sessionId, tx.now)
