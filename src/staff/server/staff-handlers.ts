import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { checkRegistration, registrationOptions, signInOptions, siteOf } from '#platform/passkeys.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import { stepUpActions } from '../rules/step-up-actions.ts'
import { recordAction } from './audits.ts'
import { createLink, removePasskey, staffById, staffTokenHash } from './staff-members.ts'
import { consumeChallenge, createChallenge, verifiedPasskey } from './staff-passkeys.ts'
import { insertPasskey, selectPasskeysOf, useCounter } from './staff-passkey-store.ts'
import {
  deskCookieName,
  endDeskSessions,
  requireStepUp,
  saveStepUp,
  setDeskCookie,
  startSession,
} from './staff-sessions.ts'
import { selectSessionsOf } from './staff-session-store.ts'
import { markJoined, selectByLink, useLink } from './staff-store.ts'
import { createTeamHandlers } from './team-handlers.ts'

const done = { success: true } as const

const linkedPerson = async ({ database, clock }: AppDeps, token: string) => {
  const member = await selectByLink(database, staffTokenHash(token), clock.now())
  if (member === null) throw new ShopError('LINK_EXPIRED')
  return member
}

const createAddStaffPasskey =
  (deps: AppDeps): Handler<typeof endpoints.addStaffPasskey> =>
  async (context, { token, name, passkey_name: passkeyName, credential }) => {
    const { id: staffId } = await linkedPerson(deps, token)
    const challenge = await consumeChallenge(deps, context, { purpose: 'join', staffId })
    const registered = await checkRegistration(deps, siteOf(deps.publicUrl), challenge, credential)
    const session = await inTransaction(deps, async (tx) => {
      if (!(await useLink(tx, staffTokenHash(token)))) throw new ShopError('LINK_EXPIRED')
      const { transports } = credential.response
      const passkey = { ...registered, id: tx.ids.uuid(), staffId, name: passkeyName, transports }
      if (!(await insertPasskey(tx, passkey))) throw new ShopError('SIGN_ON_FAILED')
      await markJoined(tx, staffId, name)
      const { role, email, name: knownName } = await staffById(tx, staffId)
      const started = await startSession(tx, staffId, context.userAgent)
      const actor = { kind: 'staff', staffId, sessionId: started.id, name: knownName, email, role } as const
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'staff.passkey-added',
          subject: `staff:${staffId}`,
        },
      )
      return started
    })
    setDeskCookie(deps, context, session.token)
    return done
  }

/** The person is found by the passkey alone, and signed in by its signature. */
const createDeskSignIn =
  (deps: AppDeps): Handler<typeof endpoints.deskSignIn> =>
  async (context, { credential }) => {
    const request = { purpose: 'sign-in', staffId: null } as const
    const { passkey, counter } = await verifiedPasskey(deps, context, request, credential)
    const { staffId } = passkey
    const session = await inTransaction(deps, async (tx) => {
      if (!(await useCounter(tx, passkey, counter))) throw new ShopError('SIGN_ON_FAILED')
      const { name, email, role } = await staffById(tx, staffId)
      // One browser is one person, once.
      const former = context.actor.kind === 'staff' ? context.actor : null
      if (former) await endDeskSessions(tx, { staffId: former.staffId, id: former.sessionId })
      const started = await startSession(tx, staffId, context.userAgent)
      const actor = { kind: 'staff', staffId, sessionId: started.id, name, email, role } as const
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'staff.signed-in',
          subject: `staff:${staffId}`,
        },
      )
      return started
    })
    setDeskCookie(deps, context, session.token)
    return done
  }

const createStepUp =
  (deps: AppDeps): Handler<typeof endpoints.stepUp> =>
  async (context, { action, credential }) => {
    const actor = staffOf(context)
    const request = { purpose: 'step-up', staffId: actor.staffId } as const
    const { passkey, counter } = await verifiedPasskey(deps, context, request, credential)
    const used = await inTransaction(deps, (tx) => useCounter(tx, passkey, counter))
    if (!used) throw new ShopError('SIGN_ON_FAILED')
    await saveStepUp(deps, actor, action)
    return done
  }

/** The person who asks: passkeys, and where they are signed in. */
const createViewDeskPerson =
  (deps: AppDeps): Handler<typeof endpoints.viewDeskPerson> =>
  async (context) => {
    const { staffId, sessionId, name, email, role } = staffOf(context)
    const passkeys = await selectPasskeysOf(deps.database, [staffId])
    const sessions = await selectSessionsOf(deps.database, staffId, deps.clock.now())
    return {
      name,
      email,
      role,
      passkeys: passkeys.map(({ id, name: passkeyName, created_at, last_used_at }) => ({
        id,
        name: passkeyName,
        created_at,
        last_used_at,
      })),
      sessions: sessions.map(({ id, user_agent, last_seen_at }) => ({
        id,
        user_agent,
        last_seen_at,
        is_this: id === sessionId,
      })),
    }
  }

const createOwnHandlers = (deps: AppDeps) => {
  const createOwnLink: Handler<typeof endpoints.createOwnLink> = async (context) => {
    const actor = staffOf(context)
    const token = await inTransaction(deps, async (tx) => {
      await requireStepUp(tx, actor, stepUpActions.link)
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'staff.link-created',
          subject: `staff:${actor.staffId}`,
        },
      )
      return createLink(tx, actor.staffId)
    })
    return { url: `${deps.publicUrl}/desk/join/${token}` }
  }
  const removeStaffPasskey: Handler<typeof endpoints.removeStaffPasskey> = async (context, { id }) => {
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const confirm = () => requireStepUp(tx, actor, stepUpActions.removePasskey(id))
      await removePasskey(tx, { actor, requestId: context.requestId }, id, confirm)
    })
    return done
  }
  const deskSignOut: Handler<typeof endpoints.deskSignOut> = async (context) => {
    const { staffId, sessionId } = staffOf(context)
    await inTransaction(deps, (tx) => endDeskSessions(tx, { staffId, id: sessionId }))
    context.cookies.clear(deskCookieName(deps.publicUrl))
    context.dropCachedPages?.()
    return done
  }
  return { viewDeskPerson: createViewDeskPerson(deps), createOwnLink, removeStaffPasskey, deskSignOut }
}

/** The handlers of `staff/endpoints.ts`, by the names of their endpoints. */
const createStaffHandlers = (deps: AppDeps) => {
  const viewStaffLink: Handler<typeof endpoints.viewStaffLink> = async (_context, { token }) => {
    const { email, name, role } = await linkedPerson(deps, token)
    return { email, name, role }
  }
  const startStaffPasskey: Handler<typeof endpoints.startStaffPasskey> = async (context, { token }) => {
    const { id: staffId, email: name } = await linkedPerson(deps, token)
    const challenge = await createChallenge(deps, context, { purpose: 'join', staffId })
    const known = (await selectPasskeysOf(deps.database, [staffId])).map((one) => one.credential_id)
    return {
      options: registrationOptions(siteOf(deps.publicUrl), challenge, { userId: staffId, name, known }),
    }
  }
  const startDeskSignIn: Handler<typeof endpoints.startDeskSignIn> = async (context) => {
    const challenge = await createChallenge(deps, context, { purpose: 'sign-in', staffId: null })
    return { options: signInOptions(siteOf(deps.publicUrl), challenge) }
  }
  const startStepUp: Handler<typeof endpoints.startStepUp> = async (context) => {
    const { staffId } = staffOf(context)
    const challenge = await createChallenge(deps, context, { purpose: 'step-up', staffId })
    return { options: signInOptions(siteOf(deps.publicUrl), challenge) }
  }
  return {
    viewStaffLink,
    startStaffPasskey,
    startDeskSignIn,
    startStepUp,
    addStaffPasskey: createAddStaffPasskey(deps),
    deskSignIn: createDeskSignIn(deps),
    stepUp: createStepUp(deps),
    ...createOwnHandlers(deps),
    ...createTeamHandlers(deps),
  }
}

/** The endpoints of sign-in, of the own person and of the team. */
export const staffRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createStaffHandlers(deps))
