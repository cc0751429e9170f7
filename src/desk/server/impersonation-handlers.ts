import { accountById } from '#account/server/accounts.ts'
import { authorizeImpersonation, listAgents } from '#agent/server/agents.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../impersonation-endpoints.ts'

/** The agent that a person of staff is, by the email. ACTION_NOT_ALLOWED for nobody. */
const agentOfStaff = async ({ database }: AppDeps, staffId: string): Promise<string> => {
  const email = (await listStaff(database)).find(({ id }) => id === staffId)?.email ?? ''
  const agent = (await listAgents(database)).find((one) => one.email === email && !one.dismissed)
  if (agent) return agent.id
  throw new ShopError('ACTION_NOT_ALLOWED', {
    detail: `To act inside the member’s pages you need an agent’s password. An operator makes one with: npm run shop -- agent add ${email} --name <your name>`,
  })
}

/** Acting inside the member's own pages. */
export const createImpersonationHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  authorizeDeskImpersonation: async (context, { id: accountId, reason, minutes }) => {
    const actor = staffOf(context)
    if ((await accountById(deps.database, accountId)) === null) throw new ShopError('NOT_FOUND')
    const agentId = await agentOfStaff(deps, actor.staffId)
    const token = await inTransaction(deps, async (tx) => {
      const entry = {
        action: 'member.act-authorized',
        subject: `account:${accountId}`,
        accountId,
        after: { minutes },
        reason,
      }
      recordAction(tx, { actor, requestId: context.requestId }, entry)
      return authorizeImpersonation(tx, { agentId, accountId, reason, minutes })
    })
    return { path: `/agent/${token}` }
  },
})
