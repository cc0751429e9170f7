import { lockSuppression, removeSuppression, suppressedAddresses } from '#newsletter/server/suppressions.ts'
import type { Suppression } from '#newsletter/server/suppressions.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { allows, seesNames } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import type * as endpoints from '../suppression-endpoints.ts'
import { shownEmail } from './campaign-handlers.ts'

const perPage = 50

const wireSuppression = (one: Suppression, role: StaffRole) => ({
  id: one.id,
  email: shownEmail(role, one.email),
  reason: one.reason,
  // What a mail server answers may repeat the address.
  detail: seesNames(role) ? one.detail : '',
  source: one.source,
  at: one.at.toString(),
  may_be_removed: one.reason !== 'complaint' && allows(role, 'newsletters:change'),
})

/** Addresses that get no newsletter. */
export const createSuppressionHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  listDeskSuppressions: async (context, { after }) => {
    const { role } = staffOf(context)
    const rows = await suppressedAddresses(deps.database, after, perPage)
    const page = rows.slice(0, perPage)
    const last = page.at(-1)
    return {
      suppressions: page.map((one) => wireSuppression(one, role)),
      older: rows.length > perPage && last ? `${last.at.toString()}~${last.id}` : null,
    }
  },
  removeDeskSuppression: async (context, { id, reason }) => {
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const one = await lockSuppression(tx, id)
      if (!one) throw new ShopError('NOT_FOUND')
      if (one.reason === 'complaint')
        throw new ShopError('ACTION_NOT_ALLOWED', {
          detail: 'Who complained gets no newsletter any more. The address stays on the list.',
        })
      await removeSuppression(tx.db, one.email)
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'suppression.removed',
          subject: `suppression:${id}`,
          before: { reason: one.reason },
          reason,
        },
      )
    })
    return { done: true }
  },
})
