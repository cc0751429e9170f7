import { accountsById } from '#account/server/accounts.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { allows, seesNames } from '#shared/staff.ts'
import { viewsOf } from '#staff/server/audits.ts'
import type { Found } from '../search-endpoints.ts'

/** How many things are listed. */
const most = 8

const actions = ['member.viewed', 'order.viewed'] as const

/**
 * The members and orders that a person opened last, the latest first: from the audit log, so that nothing more is stored.
 * Nothing for roles that see no names, of whose views there are no entries.
 */
export const recentViews = async ({ database }: AppDeps, actor: Staff): Promise<Found[]> => {
  if (!seesNames(actor.role)) return []
  const subjects = await viewsOf(database, { staffId: actor.staffId, actions, limit: 100 })
  const latest = [...new Set(subjects)].slice(0, most)
  const idOf = (subject: string, kind: string): string | null =>
    subject.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : null
  const accounts = await accountsById(
    database,
    latest.flatMap((subject) => idOf(subject, 'account') ?? []),
  )
  return latest.flatMap((subject): Found[] => {
    const number = idOf(subject, 'order')
    if (number !== null && allows(actor.role, 'orders:read'))
      return [{ kind: 'order', title: number, detail: '', state: '', href: `/desk/orders/${number}` }]
    const account = accounts.get(idOf(subject, 'account') ?? '')
    if (!account || !allows(actor.role, 'members:read')) return []
    const name = `${account.firstName} ${account.lastName}`.trim()
    const href = `/desk/members/${account.id}`
    return [{ kind: 'member', title: name || account.email, detail: account.email, state: '', href }]
  })
}
