import { ShopError } from '#shared/errors.ts'
import type { Member } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import { isFreshProof } from '../rules/proof.ts'
import { lockAccount } from './account-store.ts'
import type { Account } from './account-store.ts'
import { lockProof } from './session-store.ts'

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
