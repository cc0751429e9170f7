import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type { checkAuthentication, signOut, viewUser } from '../endpoints.ts'
import { mayChangeSession } from '../rules/fetch-site.ts'
import { checkSession } from '../rules/session.ts'
import { issueIdentity, signOutHere } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { accountById, addressesOf } from './accounts.ts'

const requireSameOrigin = (context: RequestContext): void => {
  if (!mayChangeSession(context.secFetch))
    throw new ShopError('FORBIDDEN', { security: 'cross-site sign-out' })
}

/** Signing out twice is signing out. Not for links from other sites or embedded pictures (ruling 18). */
export const createSignOut =
  (services: AccountServices): Handler<typeof signOut> =>
  async (context) => {
    requireSameOrigin(context)
    await signOutHere(services, context)
    return { success: true }
  }

/**
 * Spec §4's session check of the identity token in the browser's cookie against the session's own. A match renews
 * the cookie; a mismatch ends the session, clears both cookies and carries both tokens (spec §8).
 */
export const createCheckAuthentication =
  (services: AccountServices): Handler<typeof checkAuthentication> =>
  async (context) => {
    requireSameOrigin(context)
    const { actor, cookies, requestId } = context
    const sessionToken = cookies.get(brand.keys.identityToken)
    const inCookie = await services.identity.read(sessionToken)
    if (sessionToken !== undefined && inCookie === null)
      services.deps.log.warn({ requestId, security: 'forged token' }, 'an identity token was refused')
    const supplied = actor.kind === 'member' ? { email: actor.email, uuid: actor.accountId } : null
    if (checkSession(inCookie, supplied) === 'mismatch') {
      const token = actor.kind === 'member' ? await services.identity.sign(actor) : null
      await signOutHere(services, context)
      const data = { msg: 'SessionVerificationError', token, sessionToken }
      throw new ShopError('SessionVerificationError', { data })
    }
    if (actor.kind === 'member') {
      return {
        success: true,
        [brand.keys.identityField]: await issueIdentity(services.identity, context, actor),
      }
    }
    if (sessionToken !== undefined) cookies.clear(brand.keys.identityToken)
    return { success: false }
  }

const shippingAddress = ({ firstName, lastName, zip, ...rest }: Address) => ({
  first_name: firstName,
  last_name: lastName,
  postal_code: zip,
  ...rest,
})

/** The user state of spec §3, of the signed-in member. */
export const createViewUser =
  (services: AccountServices): Handler<typeof viewUser> =>
  async ({ actor }) => {
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const { database } = services.deps
    const account = await accountById(database, actor.accountId)
    if (account === null) throw new ShopError('UNAUTHENTICATED')
    const addresses = await addressesOf(database, account.id)
    return {
      email: account.email,
      externalId: account.id,
      firstName: account.firstName,
      lastName: account.lastName,
      phone: account.phone,
      account: { details: { shipping_addresses: addresses.map(shippingAddress) } },
      subscriptions: { subscriptions: [...(await services.accountDeps.subscriptionsOf(account.id))] },
      experiments: { ...(await services.accountDeps.experimentsOf(account.id)) },
    }
  }
