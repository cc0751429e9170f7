import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { seesNames } from '#shared/staff.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Staff } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../tag-endpoints.ts'
import { maxTagged } from '../rules/order-marks.ts'
import { orderSubject } from './desk-order.ts'
import { selectChosen, selectOrderIds } from './desk-order-store.ts'
import { requireNamesFor } from './order-list-handlers.ts'
import { deleteTag, insertTag, selectTags } from './order-tag-store.ts'

/** Tags that are offered. */
const offered = 100

const chosenOrders = async (
  { database }: AppDeps,
  { role }: Staff,
  { ids, filter }: Pick<PayloadOf<typeof endpoints.tagOrders>, 'ids' | 'filter'>,
) => {
  if (filter) requireNamesFor(filter, seesNames(role))
  const wanted = filter ? await selectOrderIds(database, filter, maxTagged + 1) : [...new Set(ids)]
  if (wanted.length === 0)
    throw new ShopError('VALIDATION_ERROR', { fields: { ids: 'Please choose an order.' } })
  if (wanted.length > maxTagged)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `The list has more than ${maxTagged.toLocaleString('en-US')} orders. Filter it further, and tag a part of it.`,
    })
  const orders = await selectChosen(database, wanted)
  if (orders.length < wanted.length)
    throw new ShopError('VALIDATION_ERROR', { fields: { ids: 'Some of these orders do not exist.' } })
  return orders
}

/** Tags of orders: who gave one is kept with it, and each action is an entry of the log. */
export const createTagHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  tagOrders: async (context, { tag, action, ...chosen }) => {
    const actor = staffOf(context)
    const orders = await chosenOrders(deps, actor, chosen)
    const [only] = orders
    const tagged = orders.map(({ id, account_id: accountId }) => ({ id, accountId }))
    const changed = await inTransaction(deps, async (tx) => {
      const ids =
        action === 'add' ? await insertTag(tx, tag, tagged, actor.staffId) : await deleteTag(tx, tag, tagged)
      const about =
        only && orders.length === 1
          ? { subject: orderSubject(only.number), accountId: only.account_id }
          : { subject: 'orders' }
      const name = action === 'add' ? 'orders.tagged' : 'orders.untagged'
      if (ids.length > 0)
        recordAction(
          tx,
          { actor, requestId: context.requestId },
          // Not the tag: it may have a name in it, and the log outlives the account.
          { action: name, ...about, after: { orders: ids.length } },
        )
      return ids
    })
    return { tag, changed: [...changed], chosen: orders.length }
  },
  listOrderTags: async () => ({
    tags: (await selectTags(deps.database, offered)).map(({ tag, orders }) => ({ tag, orders })),
  }),
})
