import { lockAccount } from '#account/server/accounts.ts'
import { agentCookieName, startStaffVisit } from '#agent/server/agents.ts'
import { recordAction } from '#staff/server/audits.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import { localAddress } from '#shared/locale-path.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../impersonation-endpoints.ts'

/** What acting for a member needs. */
export interface ImpersonationServices {
  readonly deps: AppDeps
  readonly signOutOfShop: (context: RequestContext) => Promise<void>
}

/** Acting inside the member's own pages. */
export const createImpersonationHandlers = ({
  deps,
  signOutOfShop,
}: ImpersonationServices): HandlersFor<typeof endpoints> => ({
  startDeskImpersonation: async (context, { id: accountId, reason, minutes }) => {
    const staff = staffOf(context)
    const { token, locale } = await inTransaction(deps, async (tx) => {
      const account = await lockAccount(tx.db, accountId)
      if (account === null) throw new ShopError('NOT_FOUND')
      await requireStepUp(tx, staff, stepUpActions.impersonate(accountId, minutes))
      const entry = {
        action: 'member.act-started',
        subject: `account:${accountId}`,
        accountId,
        after: { minutes },
        reason,
      }
      recordAction(tx, { actor: staff, requestId: context.requestId }, entry)
      const token = await startStaffVisit(tx, { staff, accountId, reason, minutes })
      return { token, locale: account.locale }
    })
    await signOutOfShop(context)
    // Strict, as the desk's own cookie: one is never sent without the other.
    const cookie = { httpOnly: true, isStrict: true, maxAge: minutes * 60 }
    context.cookies.set(agentCookieName(deps.publicUrl), token, cookie)
    return { url: `${deps.publicUrl}${localAddress('/account/home', locale)}` }
  },
})
