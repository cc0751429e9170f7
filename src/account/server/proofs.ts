import { ShopError } from '#shared/errors.ts'
import type { Actor, CallContext } from '#platform/call-context.ts'
import type { Work } from '#platform/world.ts'
import { isFreshProof } from '../rules/proof.ts'
import { lockAccount } from './account-store.ts'
import type { Account } from './account-store.ts'
import { lockProof } from './session-store.ts'

export type Member = Extract<Actor, { readonly kind: 'member' }>

/** The member who asks; every statement of theirs is bound to their id. Throws UNAUTHENTICATED. */
export const memberOf = ({ actor }: Pick<CallContext, 'actor'>): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

/**
 * Lets only somebody go on who proved within ten minutes, in this very session, that they are the member. Locks account
 * and session, so that neither a new password nor a sign-out elsewhere comes between. Throws PROOF_REQUIRED, and
 * UNAUTHENTICATED for a session that has ended.
 */
export const requireProof = async (
  work: Work,
  { accountId, sessionId }: Pick<Member, 'accountId' | 'sessionId'>,
): Promise<Account> => {
  const account = await lockAccount(work.db, accountId)
  const provedAt = await lockProof(work.db, accountId, sessionId)
  if (account === null || provedAt === undefined) throw new ShopError('UNAUTHENTICATED')
  if (!isFreshProof(provedAt, work.now)) throw new ShopError('PROOF_REQUIRED')
  return account
}
