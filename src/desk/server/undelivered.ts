import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { decidedKindsFor } from '../rules/approval.ts'
import { undeliveredKinds, workKindsFor, workTitle } from '../rules/work-kinds.ts'
import type { WorkKind } from '../rules/work-kinds.ts'
import { selectWorkGroups } from './work-store.ts'
import type { WorkRow, WorkView } from './work-store.ts'

/** The worklist as it is now, for one person. */
export const workViewOf = ({ clock }: AppDeps, { staffId, role }: Staff): WorkView => {
  const now = clock.now()
  return { now, today: dateIn(now, brand.timeZone), staffId, decides: decidedKindsFor(role) }
}

/** How many packages wait for somebody because they do not arrive, as lines of the worklist. */
export const undeliveredWork = async (deps: AppDeps, actor: Staff) => {
  const kinds = workKindsFor(actor.role).filter((kind) => undeliveredKinds.includes(kind))
  const groups = await selectWorkGroups(deps.database, kinds, workViewOf(deps, actor))
  return groups.map(({ kind, count }) => ({ kind, title: workTitle(kind, count) }))
}

/** What a person can do with a package that does not arrive, on pages of their own; nothing for other work. */
export const undeliveredActions = (
  kind: WorkKind,
  { order_number: number }: WorkRow,
  role: Staff['role'],
) => {
  if (number === null || !undeliveredKinds.includes(kind)) return []
  const order = `/desk/orders/${encodeURIComponent(number)}`
  return [
    ...(allows(role, 'orders:ship') ? [{ label: 'Send again…', href: `${order}/reship` }] : []),
    ...(allows(role, 'orders:refund') ? [{ label: 'Refund…', href: `${order}/refund` }] : []),
  ]
}
