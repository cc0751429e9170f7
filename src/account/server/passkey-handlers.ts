import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as calls from '../passkey-calls.ts'
import { endPasskey } from './access.ts'
import { lockAccount } from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { answeredPasskey, askPasskey, challengeOf } from './passkey-asking.ts'
import { checkRegistration, registrationOptions, signInOptions, siteOf } from './passkey-check.ts'
import * as store from './passkey-store.ts'
import { memberOf, requireProof } from './proofs.ts'

const createStartPasskey =
  (tools: AccountTools): Handler<typeof calls.startPasskey> =>
  async (context) => {
    const member = memberOf(context)
    const { accountId, email } = member
    const { database, publicUrl } = tools.world
    await inTransaction(tools.world, (work) => requireProof(work, member))
    const known = (await store.readPasskeysOf(database, accountId)).map((one) => one.credential_id)
    const challenge = await askPasskey(tools, context, { purpose: 'register', accountId })
    return { options: registrationOptions(siteOf(publicUrl), challenge, { accountId, email, known }) }
  }

const createAddPasskey =
  (tools: AccountTools): Handler<typeof calls.addPasskey> =>
  async (context, { name, credential }) => {
    const member = memberOf(context)
    const { accountId } = member
    const { world } = tools
    const challenge = await challengeOf(tools, context, { purpose: 'register', accountId })
    const kept = await checkRegistration(world, siteOf(world.publicUrl), challenge, credential)
    return inTransaction(world, async (work) => {
      await requireProof(work, member)
      const id = work.ids.uuid()
      const { transports } = credential.response
      const passkey = { ...kept, id, accountId, name, transports }
      if (!(await store.insertPasskey(work.db, passkey, work.now))) throw new ShopError('SIGN_ON_FAILED')
      work.announce({ kind: 'account-alert', accountId, alert: 'passkey-added' })
      return { id }
    })
  }

/** Whom the passkey belongs to is found by its credential alone, and signed in by its signature. */
const createPasskeySignIn =
  (tools: AccountTools): Handler<typeof calls.passkeySignIn> =>
  async (context, { credential }) => {
    const asked = { purpose: 'sign-in', accountId: null } as const
    const { passkey, counter } = await answeredPasskey(tools, context, asked, credential)
    return signInAs(tools, context, async (work) => {
      const account = await lockAccount(work.db, passkey.accountId)
      const used = await store.useCounter(work.db, passkey, counter, work.now)
      if (account === null || !account.verified || !used) throw new ShopError('SIGN_ON_FAILED')
      return { accountId: account.id, email: account.email, proved: true }
    })
  }

const done = { success: true } as const

const createRemovePasskey =
  ({ world }: AccountTools): Handler<typeof calls.removePasskey> =>
  async (context, { id }) => {
    const member = memberOf(context)
    await inTransaction(world, async (work) => {
      await requireProof(work, member)
      if (!(await endPasskey(work, member.accountId, id))) throw new ShopError('NOT_FOUND')
    })
    return done
  }

/** The handlers of `passkey-calls.ts`, by the names of their calls. */
export const createPasskeys = (tools: AccountTools) => {
  const { world } = tools
  const listPasskeys: Handler<typeof calls.listPasskeys> = async (context) => {
    const passkeys = await store.readPasskeysOf(world.database, memberOf(context).accountId)
    return {
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      })),
    }
  }
  const renamePasskey: Handler<typeof calls.renamePasskey> = async (context, { id, name }) => {
    const { accountId } = memberOf(context)
    const found = await inTransaction(world, (work) => store.writePasskeyName(work.db, accountId, id, name))
    if (!found) throw new ShopError('NOT_FOUND')
    return done
  }
  const startPasskeySignIn: Handler<typeof calls.startPasskeySignIn> = async (context) => ({
    options: signInOptions(
      siteOf(world.publicUrl),
      await askPasskey(tools, context, { purpose: 'sign-in', accountId: null }),
    ),
  })
  return {
    startPasskey: createStartPasskey(tools),
    addPasskey: createAddPasskey(tools),
    listPasskeys,
    renamePasskey,
    removePasskey: createRemovePasskey(tools),
    startPasskeySignIn,
    passkeySignIn: createPasskeySignIn(tools),
  }
}
