import { ShopError } from '#shared/errors.ts'
import type { Actor, RequestContext } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import { isFreshProof } from '../rules/proof.ts'
import { lockAccount } from './account-store.ts'
import type { Account } from './account-store.ts'
import { lockProof } from './session-store.ts'

export type Member = Extract<Actor, { readonly kind: 'member' }>

/** The signed-in member; every statement of theirs is bound to their id. Throws UNAUTHENTICATED. */
export const memberOf = ({ actor }: Pick<RequestContext, 'actor'>): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

/**
 * Requires that the member proved their identity within ten minutes, in this very session. Locks account and session,
 * so that neither a new password nor a sign-out elsewhere comes between. Throws PROOF_REQUIRED, and UNAUTHENTICATED for
 * a session that has ended.
 */
export const requireProof = async (
  tx: Tx,
  { accountId, sessionId }: Pick<Member, 'accountId' | 'sessionId'>,
): Promise<Account> => {
  const account = await lockAccount(tx.db, accountId)
  const provedAt = await lockProof(tx.db, accountId, sessionId)
  if (account === null || provedAt === undefined) throw new ShopError('UNAUTHENTICATED')
  if (!isFreshProof(provedAt, tx.now)) throw new ShopError('PROOF_REQUIRED')
  return account
}
