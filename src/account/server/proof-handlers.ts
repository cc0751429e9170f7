import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type * as calls from '../proof-calls.ts'
import {
  codesPerHour,
  isFreshProof,
  proofCodeDigits,
  proofCodeLife,
  proofWays,
  triesPerCode,
} from '../rules/proof.ts'
import { lockAccount, readAccount } from './account-store.ts'
import type { AccountTools } from './account-tools.ts'
import { askPasskey, answeredPasskey } from './passkey-asking.ts'
import { readPasskeysOf, useCounter } from './passkey-store.ts'
import { signInOptions, siteOf } from './passkey-check.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { countCodes, insertCode, takeTry, useCode } from './proof-store.ts'
import { memberOf } from './proofs.ts'
import { readProof, writeProof } from './session-store.ts'

const done = { success: true } as const

const noteProof = async (work: Work, sessionId: string): Promise<void> => {
  if (!(await writeProof(work.db, sessionId, work.now))) throw new ShopError('UNAUTHENTICATED')
}

const createViewProof =
  ({ world: { database, clock } }: AccountTools): Handler<typeof calls.viewProof> =>
  async (context) => {
    const { accountId, sessionId } = memberOf(context)
    const account = await readAccount(database, accountId)
    const provedAt = await readProof(database, accountId, sessionId)
    if (account === null || provedAt === undefined) throw new ShopError('UNAUTHENTICATED')
    const hasPasskey = (await readPasskeysOf(database, accountId)).length > 0
    return {
      fresh: isFreshProof(provedAt, clock.now()),
      ways: [...proofWays({ hasPassword: account.passwordHash !== null, hasPasskey })],
    }
  }

const wrongPassword = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { proof_password: 'This is not your password.' },
    security: 'wrong password',
  })

const createProveByPassword =
  (tools: AccountTools): Handler<typeof calls.proveByPassword> =>
  async (context, { proof_password: typed }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await tools.limits.takeGuess(context, email)
    const account = await readAccount(tools.world.database, accountId)
    const passwordHash = account?.passwordHash ?? null
    if ((await tools.passwords.check(passwordHash, typed)) === 'wrong') throw wrongPassword()
    await tools.limits.forgiveGuesses(context, email)
    await inTransaction(tools.world, async (work) => {
      // Changed a moment ago: what was typed proves nothing any more.
      if ((await lockAccount(work.db, accountId))?.passwordHash !== passwordHash) throw wrongPassword()
      await noteProof(work, sessionId)
    })
    return done
  }

/** Only announced here: the worker makes the code, so that it stands nowhere but in the mail. */
const createMailProofCode =
  ({ world }: AccountTools): Handler<typeof calls.mailProofCode> =>
  async (context) => {
    const { accountId, sessionId } = memberOf(context)
    await inTransaction(world, async (work) => {
      const account = await lockAccount(work.db, accountId)
      if (account === null) throw new ShopError('UNAUTHENTICATED')
      if (account.passwordHash !== null) throw new ShopError('FORBIDDEN')
      const recent = await countCodes(work.db, accountId, work.now.subtract({ hours: 1 }))
      if (recent >= codesPerHour) throw new ShopError('TOO_MANY_REQUESTS')
      work.announce({ kind: 'proof-code-asked', accountId, sessionId })
    })
    return done
  }

/** Makes a code for the session that asked; null when the member got enough of them, has a password by now, or has left. */
export const mintProofCode = async (
  world: World,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<string | null> => {
  const code = String(Math.floor(world.ids.fraction() * 10 ** proofCodeDigits)).padStart(proofCodeDigits, '0')
  const codeHash = await hashPassword(code)
  return inTransaction(world, async (work) => {
    const account = await lockAccount(work.db, accountId)
    if (account === null || account.passwordHash !== null) return null
    if ((await readProof(work.db, accountId, sessionId)) === undefined) return null
    if ((await countCodes(work.db, accountId, work.now.subtract({ hours: 1 }))) >= codesPerHour) return null
    const minted = { id: work.ids.uuid(), sessionId, accountId, codeHash }
    await insertCode(work.db, minted, work.now, work.now.add(proofCodeLife))
    return code
  })
}

const wrongCode = () =>
  new ShopError('VALIDATION_ERROR', {
    fields: { proof_code: 'This is not the code, or it has expired. Kindly look again or ask for another.' },
    security: 'wrong code',
  })

/** A try is counted and committed before it is compared, so that parallel guesses are no more than the tries. */
const createProveByCode =
  ({ world, limits }: AccountTools): Handler<typeof calls.proveByCode> =>
  async (context, { proof_code: typed }) => {
    const { accountId, email, sessionId } = memberOf(context)
    await limits.takeGuess(context, email)
    const code = await inTransaction(world, (work) => takeTry(work.db, sessionId, triesPerCode, work.now))
    if (code === null || !(await matchesPassword(code.codeHash, typed.replaceAll(/\s/g, ''))))
      throw wrongCode()
    await limits.forgiveGuesses(context, email)
    await inTransaction(world, async (work) => {
      await lockAccount(work.db, accountId)
      if (!(await useCode(work.db, code.id, work.now))) throw wrongCode()
      await noteProof(work, sessionId)
    })
    return done
  }

const createProveByPasskey =
  (tools: AccountTools): Handler<typeof calls.proveByPasskey> =>
  async (context, { credential }) => {
    const { accountId, sessionId } = memberOf(context)
    const asked = { purpose: 'proof', accountId } as const
    const { passkey, counter } = await answeredPasskey(tools, context, asked, credential)
    if (passkey.accountId !== accountId) throw new ShopError('SIGN_ON_FAILED')
    await inTransaction(tools.world, async (work) => {
      await lockAccount(work.db, accountId)
      if (!(await useCounter(work.db, passkey, counter, work.now))) throw new ShopError('SIGN_ON_FAILED')
      await noteProof(work, sessionId)
    })
    return done
  }

/** The handlers of `proof-calls.ts`, by the names of their calls. */
export const createProofs = (tools: AccountTools) => {
  const startPasskeyProof: Handler<typeof calls.startPasskeyProof> = async (context: CallContext) => {
    const { accountId } = memberOf(context)
    const challenge = await askPasskey(tools, context, { purpose: 'proof', accountId })
    return { options: signInOptions(siteOf(tools.world.publicUrl), challenge) }
  }
  return {
    viewProof: createViewProof(tools),
    proveByPassword: createProveByPassword(tools),
    mailProofCode: createMailProofCode(tools),
    proveByCode: createProveByCode(tools),
    startPasskeyProof,
    proveByPasskey: createProveByPasskey(tools),
  }
}
