import { realAddress } from '#location/rules/real-address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as privacyCalls from '../privacy-calls.ts'
import type * as calls from '../settings-calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { chosenTopics } from '../rules/mail-topics.ts'
import { endProvider, endWays, waysInOf } from './access.ts'
import { lockAccount, readAccount, writeNames } from './account-store.ts'
import { readProof, revokeOwnSession } from './session-store.ts'
import { liveSessionsOf } from './sessions.ts'
import { endAllAccess, signInAs, signOutHere } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { takeOffAddress, insertAddress, readOwnAddresses, updateOwnAddress } from './address-store.ts'
import { endEmailChanges } from './email-change-store.ts'
import { readPreferences, writePreference } from './mail-preference-store.ts'
import { takeNewPassword } from './password-handlers.ts'
import { memberOf, requireProof } from './proofs.ts'
import { createMailStopLinks } from './mail-stop-links.ts'
import { createViewUser } from './session-handlers.ts'

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
const wrongPassword = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { current_password: 'This is not your password.' },
    security: 'wrong password',
  })

export const createChangePassword =
  (tools: AccountTools): Handler<typeof calls.changePassword> =>
  async (context, { current_password: current, password, ...ended }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await tools.limits.takeGuess(context, email)
    const former = (await readAccount(tools.world.database, accountId))?.passwordHash ?? null
    if ((await tools.passwords.check(former, current)) === 'wrong') throw wrongPassword()
    await tools.limits.forgiveGuesses(context, email)
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const passwordHash = await tools.passwords.hash(password)
    return signInAs(tools, context, async (work) => {
      const account = await lockAccount(work.db, accountId)
      // Changed, or signed out elsewhere, a moment ago.
      if (account === null || account.passwordHash !== former) throw wrongPassword()
      if ((await readProof(work.db, accountId, sessionId)) === undefined)
        throw new ShopError('UNAUTHENTICATED')
      await takeNewPassword(tools, work, account, { passwordHash, ...ended })
      return { accountId, email: account.email, proved: true }
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
    const ended = await inTransaction(world, async (work) => {
      if (!(await revokeOwnSession(work.db, accountId, id, work.now))) return false
      // Nobody is to finish what a session began that its owner did not know.
      await endEmailChanges(work.db, { sessionId: id }, work.now)
      return true
    })
    if (!ended) throw new ShopError('NOT_FOUND')
    return done
  }
  const signOutEverywhere: Handler<typeof calls.signOutEverywhere> = async (context, ended) => {
    const member = memberOf(context)
    const { accountId } = member
    await inTransaction(world, async (work) => {
      const endsWays = ended.end_providers.length + ended.end_passkeys.length > 0
      if (endsWays) await requireProof(work, member)
      else await lockAccount(work.db, accountId)
      await endAllAccess(tools, work, accountId)
      await endWays(work, accountId, ended)
    })
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
    const { providers: tied } = await waysInOf(world.database, accountId)
    return {
      has_password: account !== null && account.passwordHash !== null,
      shortest_password: house.shortestPassword,
      // One that the shop does not offer any more stays in sight for as long as it is tied.
      providers: (['google', 'facebook'] as const)
        .filter((provider) => offered.includes(provider) || tied.includes(provider))
        .map((provider) => ({ provider, connected: tied.includes(provider) })),
    }
  }
  // A link by mail always leads in, so nobody locks themselves out.
  const disconnectSignOn: Handler<typeof calls.disconnectSignOn> = async (context, { provider }) => {
    const member = memberOf(context)
    await inTransaction(world, async (work) => {
      await requireProof(work, member)
      await endProvider(work, member.accountId, provider)
    })
    return done
  }
  return { viewSignInWays, disconnectSignOn }
}

export const createAddressSettings = ({ world, house }: AccountTools) => {
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
    return inTransaction(world, async (work) => {
      const charges = await house.beforeAddressChange(work, accountId, id)
      if (!(await updateOwnAddress(work.db, accountId, id, address))) throw new ShopError('NOT_FOUND')
      return { ...done, charges_in_flight: charges }
    })
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
  const stopOrderReminders: Handler<typeof privacyCalls.stopOrderReminders> = async (_context, { token }) => {
    const accountId = createMailStopLinks(world).read(token)
    if (accountId === null || (await readAccount(world.database, accountId)) === null)
      throw new ShopError('LINK_EXPIRED')
    await inTransaction(world, (work) =>
      writePreference(work.db, accountId, 'order-reminder', false, work.now),
    )
    return { stopped: true }
  }
  return { viewMailPreferences, setMailPreference, stopOrderReminders }
}
