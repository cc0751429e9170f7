import { lockPayer, lockWaitingGift } from '#order/server/orders.ts'
import { leftToRefundOf } from '#payment/refund/server/refunds.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { splitSum } from '#shared/payment-split.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import type { StoredGift } from './gift-store.ts'

/** What a gift waits for: its claim; nothing, while a full refund is pending; nothing anymore. */
type AwaitedStep = 'claim' | 'refund' | 'nothing'

/**
 * Locks a gift's order for the transaction and returns what the gift waits for. A full refund stops the gift from the
 * moment it is written, and a refused one lets it continue.
 */
export const lockGift = async (tx: Tx, orderId: string): Promise<AwaitedStep> => {
  if (!(await lockWaitingGift(tx, orderId))) return 'nothing'
  const payer = await lockPayer(tx, orderId)
  const wasPaid = splitSum(payer.paid) > 0
  return wasPaid && (await leftToRefundOf(tx, payer)) <= 0 ? 'refund' : 'claim'
}

/** Links with which one gift is claimed, without a session. They contain a signature and no secret of the shop. */
interface ClaimLinks {
  readonly urlOf: (gift: Pick<StoredGift, 'id' | 'linkVersion'>) => string
  /** The gift of a token and the version of its link; null for an invalid one. */
  readonly read: (token: string) => { readonly id: string; readonly linkVersion: number } | null
}

export const createClaimLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): ClaimLinks => {
  const signer = createTokenSigner(secret, 'gift claim')
  return {
    urlOf: ({ id, linkVersion }) => `${publicUrl}/gift/claim/${signer.sign(`${id} ${linkVersion}`)}`,
    read: (token) => {
      const [id, version] = signer.verify(token)?.split(' ') ?? []
      return id && version ? { id, linkVersion: Number(version) } : null
    },
  }
}
