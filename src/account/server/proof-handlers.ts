import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type * as endpoints from '../proof-endpoints.ts'
import {
  codesPerHour,
  isFreshProof,
  proofCodeDigits,
  proofCodeLifetime,
  proofMethods,
  attemptsPerCode,
} from '../rules/proof.ts'
import { lockAccount, readAccount } from './account-store.ts'
import type { AccountServices } from './account-services.ts'
import { signInOptions, siteOf } from '#platform/passkeys.ts'
import { createChallenge, verifiedPasskey } from './passkey-check.ts'
import { readPasskeysOf, useCounter } from './passkey-store.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { countCodes, insertCode, consumeAttempt, useCode } from './proof-store.ts'
import { readProof, writeProof } from './session-store.ts'
import { memberOf } from '#platform/request-context.ts'

const done = { success: true } as const

const saveProof = async (tx: Tx, sessionId: string): Promise<void> => {
  if (!(await writeProof(tx.db, sessionId, tx.now))) throw new ShopError('UNAUTHENTICATED')
}

const createViewProof =
  ({ deps: { database, clock } }: AccountServices): Handler<typeof endpoints.viewProof> =>
  async (context) => {
    const { accountId, sessionId } = memberOf(context)
    const account = await readAccount(database, accountId)
    const provedAt = await readProof(database, accountId, sessionId)
    if (account === null || provedAt === undefined) throw new ShopError('UNAUTHENTICATED')
    const hasPasskey = (await readPasskeysOf(database, accountId)).length > 0
    return {
      fresh: isFreshProof(provedAt, clock.now()),
      methods: [...proofMethods({ hasPassword: account.passwordHash !== null, hasPasskey })],
    }
  }

const wrongPassword = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { proof_password: 'That’s not your password.' },
    security: 'wrong password',
  })

const createProveByPassword =
  (services: AccountServices): Handler<typeof endpoints.proveByPassword> =>
  async (context, { proof_password: entered }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await services.limits.takeGuess(context, email)
    const account = await readAccount(services.deps.database, accountId)
    const passwordHash = account?.passwordHash ?? null
    if ((await services.passwords.check(passwordHash, entered)) === 'wrong') throw wrongPassword()
    await services.limits.forgiveGuesses(context, email)
    await inTransaction(services.deps, async (tx) => {
      // Changed a moment ago: the entered one proves nothing anymore.
      if ((await lockAccount(tx.db, accountId))?.passwordHash !== passwordHash) throw wrongPassword()
      await saveProof(tx, sessionId)
    })
    return done
  }

/** Only published here: the worker makes the code, so that it is only in the mail. */
const createMailProofCode =
  ({ deps }: AccountServices): Handler<typeof endpoints.mailProofCode> =>
  async (context) => {
    const { accountId, sessionId } = memberOf(context)
    await inTransaction(deps, async (tx) => {
      const account = await lockAccount(tx.db, accountId)
      if (account === null) throw new ShopError('UNAUTHENTICATED')
      if (account.passwordHash !== null) throw new ShopError('FORBIDDEN')
      const recent = await countCodes(tx.db, accountId, tx.now.subtract({ hours: 1 }))
      if (recent >= codesPerHour) throw new ShopError('TOO_MANY_REQUESTS')
      tx.publish({ kind: 'proof-code-requested', accountId, sessionId })
    })
    return done
  }

/**
 * Makes a code for the session that requested it; null when the member got enough of them, has a password by now, or
 * has left.
 */
export const mintProofCode = async (
  deps: AppDeps,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<string | null> => {
  const code = String(Math.floor(deps.ids.fraction() * 10 ** proofCodeDigits)).padStart(proofCodeDigits, '0')
  const codeHash = await hashPassword(code)
  return inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, accountId)
    if (account === null || account.passwordHash !== null) return null
    if ((await readProof(tx.db, accountId, sessionId)) === undefined) return null
    if ((await countCodes(tx.db, accountId, tx.now.subtract({ hours: 1 }))) >= codesPerHour) return null
    const minted = { id: tx.ids.uuid(), sessionId, accountId, codeHash }
    await insertCode(tx.db, minted, tx.now, tx.now.add(proofCodeLifetime))
    return code
  })
}

const wrongCode = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { proof_code: 'That code is wrong or has expired. Please check it or request another.' },
    security: 'wrong code',
  })

/** A try is counted and committed before it is compared, so that parallel guesses are no more than the tries. */
const createProveByCode =
  ({ deps, limits }: AccountServices): Handler<typeof endpoints.proveByCode> =>
  async (context, { proof_code: entered }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await limits.takeGuess(context, email)
    const code = await inTransaction(deps, (tx) => consumeAttempt(tx.db, sessionId, attemptsPerCode, tx.now))
    if (code === null || !(await matchesPassword(code.codeHash, entered.replaceAll(/\s/g, ''))))
      throw wrongCode()
    await limits.forgiveGuesses(context, email)
    await inTransaction(deps, async (tx) => {
      await lockAccount(tx.db, accountId)
      if (!(await useCode(tx.db, code.id, tx.now))) throw wrongCode()
      await saveProof(tx, sessionId)
    })
    return done
  }

const createProveByPasskey =
  (services: AccountServices): Handler<typeof endpoints.proveByPasskey> =>
  async (context, { credential }) => {
    const { accountId, sessionId } = memberOf(context)
    const request = { purpose: 'proof', accountId } as const
    const { passkey, counter } = await verifiedPasskey(services, context, request, credential)
    if (passkey.accountId !== accountId) throw new ShopError('SIGN_ON_FAILED')
    await inTransaction(services.deps, async (tx) => {
      await lockAccount(tx.db, accountId)
      if (!(await useCounter(tx.db, passkey, counter, tx.now))) throw new ShopError('SIGN_ON_FAILED')
      await saveProof(tx, sessionId)
    })
    return done
  }

/** The handlers of `proof-endpoints.ts`, by the names of their endpoints. */
export const createProofs = (services: AccountServices) => {
  const startPasskeyProof: Handler<typeof endpoints.startPasskeyProof> = async (context: RequestContext) => {
    const { accountId } = memberOf(context)
    const challenge = await createChallenge(services, context, { purpose: 'proof', accountId })
    return { options: signInOptions(siteOf(services.deps.publicUrl), challenge) }
  }
  return {
    viewProof: createViewProof(services),
    proveByPassword: createProveByPassword(services),
    mailProofCode: createMailProofCode(services),
    proveByCode: createProveByCode(services),
    startPasskeyProof,
    proveByPasskey: createProveByPasskey(services),
  }
}
