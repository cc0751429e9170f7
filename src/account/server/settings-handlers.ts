import { validatedAddress } from '#location/rules/address-validation.ts'
import { ShopError } from '#shared/errors.ts'
import { listPart } from '#shared/list-part.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as privacyEndpoints from '../privacy-endpoints.ts'
import type * as endpoints from '../settings-endpoints.ts'
import { passwordRefusal } from '../rules/password.ts'
import { topicPreferences } from '../rules/mail-topics.ts'
import { endProvider, endSignInMethods, signInMethodsOf } from './access.ts'
import { lockAccount, readAccount, writeNames } from './account-store.ts'
import { readProof } from './session-store.ts'
import { endOwnSession, liveSessionsOf } from './sessions.ts'
import { endAllAccess, signInAs, signOutHere } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { unlistAddress, insertAddress, readOwnAddresses, updateOwnAddress } from './address-store.ts'
import { readPreferences, writePreference } from './mail-preference-store.ts'
import { saveNewPassword } from './password-handlers.ts'
import { requireProof } from './proofs.ts'
import { createMailStopLinks } from './mail-stop-links.ts'
import type { StoppedTopic } from './mail-stop-links.ts'
import { createViewUser } from './session-handlers.ts'
import { memberOf } from '#platform/request-context.ts'
import { wireSubscriptionCharge, wireSubscriptionOrder } from '#shared/subscription-charge.ts'

const done = { success: true } as const

export const createUpdateUser = (services: AccountServices): Handler<typeof endpoints.updateUser> => {
  const viewUser = createViewUser(services)
  return async (context, names) => {
    const { accountId } = memberOf(context)
    await inTransaction(services.deps, async (tx) => {
      await writeNames(tx.db, accountId, names)
      tx.publish({ kind: 'account-changed', accountId })
    })
    return viewUser(context, {})
  }
}

/** A wrong old password is a refused field, not a sign-out. */
const wrongPassword = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { current_password: 'That’s not your password.' },
    security: 'wrong password',
  })

export const createChangePassword =
  (services: AccountServices): Handler<typeof endpoints.changePassword> =>
  async (context, { current_password: current, password, ...ended }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await services.limits.takeGuess(context, email)
    const former = (await readAccount(services.deps.database, accountId))?.passwordHash ?? null
    if ((await services.passwords.check(former, current)) === 'wrong') throw wrongPassword()
    await services.limits.forgiveGuesses(context, email)
    const refused = passwordRefusal(password, services.accountDeps.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const passwordHash = await services.passwords.hash(password)
    return signInAs(services, context, async (tx) => {
      const account = await lockAccount(tx.db, accountId)
      // Changed, or signed out elsewhere, a moment ago.
      if (account === null || account.passwordHash !== former) throw wrongPassword()
      if ((await readProof(tx.db, accountId, sessionId)) === undefined) throw new ShopError('UNAUTHENTICATED')
      await saveNewPassword(services, tx, account, { passwordHash, ...ended })
      return { accountId, email: account.email, proved: true }
    })
  }

export const createSessionSettings = (services: AccountServices) => {
  const { deps } = services
  const listSessions: Handler<typeof endpoints.listSessions> = async (context, { after, limit }) => {
    const { accountId, sessionId } = memberOf(context)
    const part = { after, limit: limit + 1 }
    const read = await liveSessionsOf(deps.database, accountId, deps.clock.now(), part)
    const { shown, next } = listPart(read, limit)
    return { sessions: shown.map((one) => ({ ...one, current: one.id === sessionId })), next }
  }
  const revokeSession: Handler<typeof endpoints.revokeSession> = async (context, { id }) => {
    const { accountId } = memberOf(context)
    if (!(await inTransaction(deps, (tx) => endOwnSession(tx, accountId, id))))
      throw new ShopError('NOT_FOUND')
    return done
  }
  const signOutEverywhere: Handler<typeof endpoints.signOutEverywhere> = async (context, ended) => {
    const member = memberOf(context)
    const { accountId } = member
    await inTransaction(deps, async (tx) => {
      const endsMethods = ended.end_providers.length + ended.end_passkeys.length > 0
      if (endsMethods) await requireProof(tx, member)
      else await lockAccount(tx.db, accountId)
      await endAllAccess(services, tx, accountId)
      await endSignInMethods(tx, accountId, ended)
    })
    await signOutHere(services, context)
    return done
  }
  return { listSessions, revokeSession, signOutEverywhere }
}

export const createSignInMethods = ({ deps, accountDeps }: AccountServices) => {
  const offered = (['google', 'facebook'] as const).filter((name) => accountDeps.signOn[name] !== null)
  const viewSignInMethods: Handler<typeof endpoints.viewSignInMethods> = async (context) => {
    const { accountId } = memberOf(context)
    const account = await readAccount(deps.database, accountId)
    const { providers: connectedProviders } = await signInMethodsOf(deps.database, accountId)
    return {
      has_password: account !== null && account.passwordHash !== null,
      shortest_password: accountDeps.shortestPassword,
      // One that the shop does not offer anymore is shown for as long as it is connected.
      providers: (['google', 'facebook'] as const)
        .filter((provider) => offered.includes(provider) || connectedProviders.includes(provider))
        .map((provider) => ({ provider, connected: connectedProviders.includes(provider) })),
    }
  }
  // A mailed link always works, so nobody locks themselves out.
  const disconnectSignOn: Handler<typeof endpoints.disconnectSignOn> = async (context, { provider }) => {
    const member = memberOf(context)
    await inTransaction(deps, async (tx) => {
      await requireProof(tx, member)
      await endProvider(tx, member.accountId, provider)
    })
    return done
  }
  return { viewSignInMethods, disconnectSignOn }
}

export const createAddressSettings = ({ deps, accountDeps }: AccountServices) => {
  const listAddresses: Handler<typeof endpoints.listAddresses> = async (context) => ({
    addresses: await readOwnAddresses(deps.database, memberOf(context).accountId),
  })
  const addAddress: Handler<typeof endpoints.addAddress> = async (context, payload) => {
    const { accountId } = memberOf(context)
    const address = validatedAddress(payload, null)
    return inTransaction(deps, async (tx) => {
      const id = tx.ids.uuid()
      await insertAddress(tx.db, id, accountId, address, tx.now)
      return { id }
    })
  }
  const changeAddress: Handler<typeof endpoints.changeAddress> = async (context, { id, ...payload }) => {
    const { accountId } = memberOf(context)
    const address = validatedAddress(payload, null)
    const charges = await inTransaction(deps, async (tx) => {
      const own = { accountId, addressId: id }
      const inFlight = await accountDeps.beforeAddressChange(tx, own, address.country)
      if (!(await updateOwnAddress(tx.db, accountId, id, address))) throw new ShopError('NOT_FOUND')
      return inFlight
    })
    const orders = await accountDeps.ordersTo(accountId, id)
    return {
      ...done,
      charges_in_flight: charges.map(wireSubscriptionCharge),
      next_orders: orders.map(wireSubscriptionOrder),
    }
  }
  const removeAddress: Handler<typeof endpoints.removeAddress> = async (context, { id }) => {
    const { accountId } = memberOf(context)
    const found = await inTransaction(deps, (tx) => unlistAddress(tx.db, accountId, id, tx.now))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  return { listAddresses, addAddress, changeAddress, removeAddress }
}

export const createMailPreferences = ({ deps, accountDeps }: AccountServices) => {
  const preferencesOf = async (accountId: string) => ({
    preferences: [...topicPreferences(await readPreferences(deps.database, accountId))],
  })
  const viewMailPreferences: Handler<typeof privacyEndpoints.viewMailPreferences> = async (context) =>
    preferencesOf(memberOf(context).accountId)
  const setMailPreference: Handler<typeof privacyEndpoints.setMailPreference> = async (
    context,
    { topic, wanted },
  ) => {
    const { accountId } = memberOf(context)
    await inTransaction(deps, async (tx) => {
      const isWantedAgain = wanted && (await readPreferences(tx.db, accountId)).get(topic) === false
      await writePreference(tx.db, accountId, topic, wanted, tx.now)
      if (isWantedAgain) await accountDeps.onMailWanted(tx, accountId, topic)
    })
    return preferencesOf(accountId)
  }
  const stop = async (topic: StoppedTopic, token: string) => {
    const accountId = createMailStopLinks(deps, topic).read(token)
    if (accountId === null || (await readAccount(deps.database, accountId)) === null)
      throw new ShopError('LINK_EXPIRED')
    await inTransaction(deps, (tx) => writePreference(tx.db, accountId, topic, false, tx.now))
    return { stopped: true } as const
  }
  const stopOrderReminders: Handler<typeof privacyEndpoints.stopOrderReminders> = (_context, { token }) =>
    stop('order-reminder', token)
  const stopReviewRequests: Handler<typeof privacyEndpoints.stopReviewRequests> = (_context, { token }) =>
    stop('review-request', token)
  return { viewMailPreferences, setMailPreference, stopOrderReminders, stopReviewRequests }
}
