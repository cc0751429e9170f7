import { realAddress } from '#location/rules/real-address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Actor, CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as privacyCalls from '../privacy-calls.ts'
import type * as calls from '../settings-calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { chosenTopics } from '../rules/mail-topics.ts'
import { readAccount, writeNames, writePassword } from './account-store.ts'
import { revokeOwnSession, revokeSessionsOf } from './session-store.ts'
import { liveSessionsOf } from './sessions.ts'
import { signInAs, signOutHere } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { takeOffAddress, insertAddress, readOwnAddresses, updateOwnAddress } from './address-store.ts'
import { closeLinks } from './link-store.ts'
import { readPreferences, writePreference } from './mail-preference-store.ts'
import { createViewUser } from './session-handlers.ts'
import { deleteIdentities, readProvidersOf } from './sign-on-store.ts'

type Member = Extract<Actor, { readonly kind: 'member' }>

/** The member who asks; every statement below is bound to their id. */
export const memberOf = ({ actor }: Pick<CallContext, 'actor'>): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

const done = { success: true } as const

export const createUpdateUser = (tools: AccountTools): Handler<typeof calls.updateUser> => {
  const viewUser = createViewUser(tools)
  return async (context, names) => {
    const { accountId } = memberOf(context)
    await inTransaction(tools.world, (work) => writeNames(work.db, accountId, names))
    return viewUser(context, {})
  }
}

/** A wrong old password is a refused field, not a sign-out. */
export const createChangePassword =
  (tools: AccountTools): Handler<typeof calls.changePassword> =>
  async (context, { current_password: current, password }) => {
    const { accountId, email } = memberOf(context)
    const account = await readAccount(tools.world.database, accountId)
    if ((await tools.passwords.check(account?.passwordHash ?? null, current)) === 'wrong') {
      const fields = { current_password: 'This is not your password.' }
      throw new ShopError('VALIDATION_ERROR', { fields })
    }
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const hash = await tools.passwords.hash(password)
    return signInAs(tools, context, async (work) => {
      await writePassword(work.db, accountId, hash, work.now)
      work.announce({ kind: 'way-in-changed', accountId, change: 'password-changed' })
      await closeLinks(work.db, accountId, 'set-password', work.now)
      await revokeSessionsOf(work.db, accountId, work.now)
      return { accountId, email }
    })
  }

export const createSessionSettings = (tools: AccountTools) => {
  const { world } = tools
  const listSessions: Handler<typeof calls.listSessions> = async (context) => {
    const { accountId, sessionId } = memberOf(context)
    const sessions = await liveSessionsOf(world.database, accountId, world.clock.now())
    return { sessions: sessions.map((one) => ({ ...one, current: one.id === sessionId })) }
  }
  const revokeSession: Handler<typeof calls.revokeSession> = async (context, { id }) => {
    const { accountId } = memberOf(context)
    const ended = await inTransaction(world, (work) => revokeOwnSession(work.db, accountId, id, work.now))
    if (!ended) throw new ShopError('NOT_FOUND')
    return done
  }
  const signOutEverywhere: Handler<typeof calls.signOutEverywhere> = async (context) => {
    const { accountId } = memberOf(context)
    await inTransaction(world, (work) => revokeSessionsOf(work.db, accountId, work.now))
    await signOutHere(tools, context)
    return done
  }
  return { listSessions, revokeSession, signOutEverywhere }
}

export const createSignInWays = ({ world, house }: AccountTools) => {
  const offered = (['google', 'facebook'] as const).filter((name) => house.signOn[name] !== null)
  const viewSignInWays: Handler<typeof calls.viewSignInWays> = async (context) => {
    const { accountId } = memberOf(context)
    const account = await readAccount(world.database, accountId)
    const tied = await readProvidersOf(world.database, accountId)
    return {
      has_password: account !== null && account.passwordHash !== null,
      shortest_password: house.shortestPassword,
      providers: offered.map((provider) => ({ provider, connected: tied.includes(provider) })),
    }
  }
  // A link by mail always leads in, so nobody locks themselves out.
  const disconnectSignOn: Handler<typeof calls.disconnectSignOn> = async (context, { provider }) => {
    const { accountId } = memberOf(context)
    await inTransaction(world, (work) => deleteIdentities(work.db, accountId, provider))
    return done
  }
  return { viewSignInWays, disconnectSignOn }
}

export const createAddressSettings = ({ world }: AccountTools) => {
  const listAddresses: Handler<typeof calls.listAddresses> = async (context) => ({
    addresses: await readOwnAddresses(world.database, memberOf(context).accountId),
  })
  const addAddress: Handler<typeof calls.addAddress> = async (context, payload) => {
    const { accountId } = memberOf(context)
    const address = realAddress(payload, null)
    return inTransaction(world, async (work) => {
      const id = work.ids.uuid()
      await insertAddress(work.db, id, accountId, address, work.now)
      return { id }
    })
  }
  const changeAddress: Handler<typeof calls.changeAddress> = async (context, { id, ...payload }) => {
    const { accountId } = memberOf(context)
    const address = realAddress(payload, null)
    const found = await inTransaction(world, (work) => updateOwnAddress(work.db, accountId, id, address))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const removeAddress: Handler<typeof calls.removeAddress> = async (context, { id }) => {
    const { accountId } = memberOf(context)
    const found = await inTransaction(world, (work) => takeOffAddress(work.db, accountId, id, work.now))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  return { listAddresses, addAddress, changeAddress, removeAddress }
}

export const createMailPreferences = ({ world }: AccountTools) => {
  const preferencesOf = async (accountId: string) => ({
    preferences: [...chosenTopics(await readPreferences(world.database, accountId))],
  })
  const viewMailPreferences: Handler<typeof privacyCalls.viewMailPreferences> = async (context) =>
    preferencesOf(memberOf(context).accountId)
  const setMailPreference: Handler<typeof privacyCalls.setMailPreference> = async (
    context,
    { topic, wanted },
  ) => {
    const { accountId } = memberOf(context)
    await inTransaction(world, (work) => writePreference(work.db, accountId, topic, wanted, work.now))
    return preferencesOf(accountId)
  }
  return { viewMailPreferences, setMailPreference }
}
