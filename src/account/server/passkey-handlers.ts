import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as calls from '../passkey-calls.ts'
import { readAccount } from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import {
  challengeLife,
  checkAssertion,
  checkRegistration,
  registrationOptions,
  signInOptions,
  siteOf,
} from './passkey-check.ts'
import * as store from './passkey-store.ts'
import { memberOf } from './settings-handlers.ts'
import { tokenHash } from './token-hash.ts'

/** The cookie that ties a challenge to the browser that was asked. */
const browserCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${brand.key}_passkey` : `${brand.key}_passkey`

/** A new challenge for this browser; one that it had before is not answered any more. */
const ask = async ({ world }: AccountTools, { cookies }: CallContext, accountId: string | null) => {
  const { ids, publicUrl } = world
  const [challenge, browser] = [ids.token(), ids.token()]
  await inTransaction(world, (work) =>
    store.insertChallenge(
      work.db,
      tokenHash(browser),
      { challenge, accountId },
      work.now,
      work.now.add(challengeLife),
    ),
  )
  const maxAge = challengeLife.total('seconds')
  cookies.set(browserCookie(publicUrl), browser, { httpOnly: true, maxAge })
  return challenge
}

/** The challenge of this browser, used up whatever comes of it; asked for the same member, or for a sign-in. */
const challengeOf = async (
  { world }: AccountTools,
  { cookies }: CallContext,
  accountId: string | null,
): Promise<string> => {
  const name = browserCookie(world.publicUrl)
  const browser = cookies.get(name)
  cookies.clear(name)
  if (browser === undefined) throw new ShopError('SIGN_ON_FAILED')
  const asked = await inTransaction(world, (work) =>
    store.takeChallenge(work.db, tokenHash(browser), work.now),
  )
  if (asked === null || asked.accountId !== accountId) throw new ShopError('SIGN_ON_FAILED')
  return asked.challenge
}

const createStartPasskey =
  (tools: AccountTools): Handler<typeof calls.startPasskey> =>
  async (context, { passkey_password: password }) => {
    const { accountId, email } = memberOf(context)
    const { database, publicUrl } = tools.world
    const account = await readAccount(database, accountId)
    if (account === null) throw new ShopError('UNAUTHENTICATED')
    const { passwordHash } = account
    if (passwordHash !== null && (await tools.passwords.check(passwordHash, password)) === 'wrong') {
      const fields = { passkey_password: 'This is not your password.' }
      throw new ShopError('VALIDATION_ERROR', { fields })
    }
    const known = (await store.readPasskeysOf(database, accountId)).map((one) => one.credential_id)
    const challenge = await ask(tools, context, accountId)
    return { options: registrationOptions(siteOf(publicUrl), challenge, { accountId, email, known }) }
  }

const createAddPasskey =
  (tools: AccountTools): Handler<typeof calls.addPasskey> =>
  async (context, { name, credential }) => {
    const { accountId } = memberOf(context)
    const { world } = tools
    const challenge = await challengeOf(tools, context, accountId)
    const kept = await checkRegistration(world, siteOf(world.publicUrl), challenge, credential)
    return inTransaction(world, async (work) => {
      const id = work.ids.uuid()
      const { transports } = credential.response
      const passkey = { ...kept, id, accountId, name, transports }
      if (!(await store.insertPasskey(work.db, passkey, work.now))) throw new ShopError('SIGN_ON_FAILED')
      work.announce({ kind: 'way-in-changed', accountId, change: 'passkey-added' })
      return { id }
    })
  }

/** Whom the passkey belongs to is found by its credential alone, and signed in by its signature. */
const createPasskeySignIn =
  (tools: AccountTools): Handler<typeof calls.passkeySignIn> =>
  async (context, { credential }) => {
    const { world } = tools
    const challenge = await challengeOf(tools, context, null)
    const passkey = await store.readPasskey(world.database, credential.id)
    if (passkey === null) throw new ShopError('SIGN_ON_FAILED')
    const counter = await checkAssertion(world, siteOf(world.publicUrl), challenge, credential, passkey)
    return signInAs(tools, context, async (work) => {
      const account = await readAccount(work.db, passkey.accountId)
      const used = await store.useCounter(work.db, passkey, counter, work.now)
      if (account === null || !account.verified || !used) throw new ShopError('SIGN_ON_FAILED')
      return { accountId: account.id, email: account.email }
    })
  }

const done = { success: true } as const

const createRemovePasskey =
  ({ world }: AccountTools): Handler<typeof calls.removePasskey> =>
  async (context, { id }) => {
    const { accountId } = memberOf(context)
    await inTransaction(world, async (work) => {
      if (!(await store.deletePasskey(work.db, accountId, id))) throw new ShopError('NOT_FOUND')
      work.announce({ kind: 'way-in-changed', accountId, change: 'passkey-removed' })
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
    options: signInOptions(siteOf(world.publicUrl), await ask(tools, context, null)),
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
