import type { NotNull } from 'kysely'
import type { AppDeps, Tx } from '#platform/app-deps.ts'

interface ReviewRequest {
  readonly accountId: string
  readonly orderId: string
  readonly products: readonly string[]
}

/** Records that a buyer is asked about products; returns those about which they were not asked before. */
export const saveRequests = async (
  tx: Tx,
  { accountId, orderId, products }: ReviewRequest,
): Promise<readonly string[]> => {
  if (products.length === 0) return []
  const rows = await tx.db
    .insertInto('review_request')
    .values(
      products.map((product) => ({
        account_id: accountId,
        product,
        order_id: orderId,
        requested_at: tx.now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'product']).doNothing())
    .returning('product')
    .execute()
  const requested = rows.map(({ product }) => product)
  return products.filter((product) => requested.includes(product))
}

/** What an account was asked, when it is deleted. */
export const deleteRequestsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('review_request').where('account_id', '=', accountId).execute()
}

/** What an account was asked about and when, for its download. */
export const selectRequestsOf = (
  db: AppDeps['database'],
  accountId: string,
): Promise<{ readonly product: string; readonly requested_at: string }[]> =>
  db
    .selectFrom('review_request')
    .select(['product', 'requested_at'])
    .where('account_id', '=', accountId)
    .$narrowType<{ requested_at: NotNull }>()
    .orderBy('requested_at')
    .execute()
