import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/request-context.ts'
import { checkRegistration, registrationOptions, signInOptions, siteOf } from '#platform/passkeys.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../passkey-endpoints.ts'
import { endPasskey } from './access.ts'
import { lockAccount } from './account-store.ts'
import { signInAs } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { consumeChallenge, createChallenge, verifiedPasskey } from './passkey-check.ts'
import * as store from './passkey-store.ts'
import { requireProof } from './proofs.ts'
import { memberOf } from '#platform/request-context.ts'

const createStartPasskey =
  (services: AccountServices): Handler<typeof endpoints.startPasskey> =>
  async (context) => {
    const member = memberOf(context)
    const { accountId, email } = member
    const { database, publicUrl } = services.deps
    await inTransaction(services.deps, (tx) => requireProof(tx, member))
    const known = (await store.readPasskeysOf(database, accountId)).map((one) => one.credential_id)
    const challenge = await createChallenge(services, context, { purpose: 'register', accountId })
    return {
      options: registrationOptions(siteOf(publicUrl), challenge, { userId: accountId, name: email, known }),
    }
  }

const createAddPasskey =
  (services: AccountServices): Handler<typeof endpoints.addPasskey> =>
  async (context, { name, credential }) => {
    const member = memberOf(context)
    const { accountId } = member
    const { deps } = services
    const challenge = await consumeChallenge(services, context, { purpose: 'register', accountId })
    const registered = await checkRegistration(deps, siteOf(deps.publicUrl), challenge, credential)
    return inTransaction(deps, async (tx) => {
      await requireProof(tx, member)
      const id = tx.ids.uuid()
      const { transports } = credential.response
      const passkey = { ...registered, id, accountId, name, transports }
      if (!(await store.insertPasskey(tx.db, passkey, tx.now))) throw new ShopError('SIGN_ON_FAILED')
      tx.publish({ kind: 'account-alert', accountId, alert: 'passkey-added' })
      return { id }
    })
  }

/** The owner of the passkey is found by its credential alone, and signed in by its signature. */
const createPasskeySignIn =
  (services: AccountServices): Handler<typeof endpoints.passkeySignIn> =>
  async (context, { credential }) => {
    const request = { purpose: 'sign-in', accountId: null } as const
    const { passkey, counter } = await verifiedPasskey(services, context, request, credential)
    return signInAs(services, context, async (tx) => {
      const account = await lockAccount(tx.db, passkey.accountId)
      const used = await store.useCounter(tx.db, passkey, counter, tx.now)
      if (account === null || !account.verified || !used) throw new ShopError('SIGN_ON_FAILED')
      return { accountId: account.id, email: account.email, proved: true }
    })
  }

const done = { success: true } as const

const createRemovePasskey =
  ({ deps }: AccountServices): Handler<typeof endpoints.removePasskey> =>
  async (context, { id }) => {
    const member = memberOf(context)
    await inTransaction(deps, async (tx) => {
      await requireProof(tx, member)
      if (!(await endPasskey(tx, member.accountId, id))) throw new ShopError('NOT_FOUND')
    })
    return done
  }

/** The handlers of `passkey-endpoints.ts`, by the names of their endpoints. */
export const createPasskeys = (services: AccountServices) => {
  const { deps } = services
  const listPasskeys: Handler<typeof endpoints.listPasskeys> = async (context) => {
    const passkeys = await store.readPasskeysOf(deps.database, memberOf(context).accountId)
    return {
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      })),
    }
  }
  const renamePasskey: Handler<typeof endpoints.renamePasskey> = async (context, { id, name }) => {
    const { accountId } = memberOf(context)
    const found = await inTransaction(deps, (tx) => store.writePasskeyName(tx.db, accountId, id, name))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const startPasskeySignIn: Handler<typeof endpoints.startPasskeySignIn> = async (context) => ({
    options: signInOptions(
      siteOf(deps.publicUrl),
      await createChallenge(services, context, { purpose: 'sign-in', accountId: null }),
    ),
  })
  return {
    startPasskey: createStartPasskey(services),
    addPasskey: createAddPasskey(services),
    listPasskeys,
    renamePasskey,
    removePasskey: createRemovePasskey(services),
    startPasskeySignIn,
    passkeySignIn: createPasskeySignIn(services),
  }
}
