import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { ShopError } from '#shared/errors.ts'
import { allows, seesNames } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { readFilter, viewQuery } from '../rules/order-filter.ts'
import type * as endpoints from '../view-endpoints.ts'
import { deleteView, selectViewsFor, upsertView } from './saved-view-store.ts'
import type { NewView } from './saved-view-store.ts'

/** Views of one person; a longer list is not looked through. */
const maxViews = 40

/** The query that a view stores: without the page of the list. VALIDATION_ERROR for parameters that the list does not know. */
const requireQuery = (text: string): string => {
  const { filter, unknown } = readFilter(new URLSearchParams(text))
  if (unknown.length > 0)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { query: `The list does not know this: ${unknown.join(', ')}.` },
    })
  return viewQuery(filter)
}

const namesSomebody = (query: string): boolean => /@|%40|(?:^|&)tag=/i.test(query)

/** A filter by email or by a tag would say to a role without names that the person is there. */
const listedFor = async ({ database }: AppDeps, { staffId, role }: Staff) => {
  const rows = await selectViewsFor(database, staffId)
  return seesNames(role) ? rows : rows.filter(({ query }) => !namesSomebody(query))
}

/** Refuses to share with the team what a role saves for itself only, and more views than one looks through. */
const requireSavable = async (
  { database }: AppDeps,
  { staffId, role }: Staff,
  view: NewView,
): Promise<void> => {
  if (view.isShared && !allows(role, 'orders:refund'))
    throw new ShopError('FORBIDDEN', { detail: 'Your role saves views for itself only.' })
  const rows = await selectViewsFor(database, staffId)
  const others = rows.filter((row) => row.staff_id === staffId && row.name !== view.name)
  if (others.length >= maxViews)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `You have ${maxViews} views. Please delete one first.`,
    })
}

/** Views of orders under a name. */
export const createViewsHandlers = ({ deps }: { readonly deps: AppDeps }) => {
  const listSavedViews: Handler<typeof endpoints.listSavedViews> = async (context) => {
    const actor = staffOf(context)
    const names = new Map((await listStaff(deps.database)).map(({ id, name }) => [id, name]))
    const rows = await listedFor(deps, actor)
    return {
      views: rows.map(({ id, name, query, is_shared, staff_id: by }) => ({
        id,
        name,
        query,
        is_shared,
        is_own: by === actor.staffId,
        by: names.get(by) ?? '',
      })),
    }
  }
  const saveView: Handler<typeof endpoints.saveView> = async (context, { name, is_shared, query }) => {
    const actor = staffOf(context)
    const view = { staffId: actor.staffId, name, query: requireQuery(query), isShared: is_shared }
    await requireSavable(deps, actor, view)
    const id = await inTransaction(deps, async (tx) => {
      const saved = await upsertView(tx, view)
      const entry = { action: 'view.saved', subject: `view:${saved}`, after: { shared: is_shared } }
      recordAction(tx, { actor, requestId: context.requestId }, entry)
      return saved
    })
    return { id }
  }
  const deleteSavedView: Handler<typeof endpoints.deleteSavedView> = async (context, { id }) => {
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const gone = await deleteView(tx, { id, staffId: actor.staffId, isOwner: actor.role === 'owner' })
      if (!gone) throw new ShopError('NOT_FOUND')
      const entry = { action: 'view.deleted', subject: `view:${id}`, before: { shared: gone.is_shared } }
      recordAction(tx, { actor, requestId: context.requestId }, entry)
    })
    return { success: true }
  }
  return { listSavedViews, saveView, deleteSavedView }
}
