import { lockAccount } from '#account/server/accounts.ts'
import { lockedOrder, orderByNumber, reship } from '#order/server/orders.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { ShopError } from '#shared/errors.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../follow-up-endpoints.ts'
import { orderSubject } from './desk-order.ts'
import { insertNote, selectNotes, selectRemarks } from './note-store.ts'
import { isReshipped, loggedUnits, requireReship } from './reship-check.ts'

const createReshipHandler = (deps: AppDeps): Handler<typeof endpoints.reshipDeskOrder> => {
  return async (context, { number, units, reason, request_id: requestId }) => {
    const actor = staffOf(context)
    const { id } = await orderByNumber(deps.database, number)
    await inTransaction(deps, async (tx) => {
      // Of two people at the same moment the second one finds what the first one did.
      const order = await lockedOrder(tx, id)
      if (await isReshipped(tx, order.id, requestId, units)) return
      await requireReship(tx, order, units)
      await reship(tx, order, units, requestId)
      const after = { units: loggedUnits(units) }
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'order.reshipped',
          subject: orderSubject(order.number),
          accountId: order.accountId,
          after,
          reason,
        },
      )
    })
    return { success: true }
  }
}

/** Whom a note is about; NOT_FOUND for nobody. */
const subjectOf = async (
  { database }: AppDeps,
  about: Pick<PayloadOf<typeof endpoints.addDeskNote>, 'order_number' | 'account_id'>,
) => {
  const order = about.order_number ? await orderByNumber(database, about.order_number) : null
  const accountId = order?.accountId ?? about.account_id ?? null
  if (accountId === null) throw new ShopError('NOT_FOUND')
  return { accountId, orderNumber: order?.number ?? null }
}

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

/** What was written about an order, and its tags, the newest first. */
const remarksAboutOrder = async ({ database }: AppDeps, orderNumber: string) =>
  (await selectRemarks(database, orderNumber)).map(({ kind, id, text, staff_name: by, at }) => ({
    kind: kind ?? '',
    id: id ?? '',
    text: text ?? '',
    by: by ?? '',
    at: instantText(at ?? ''),
    order_number: orderNumber,
  }))

/** What was written about a member and their orders, the newest first. */
const remarksAboutMember = async ({ database }: AppDeps, accountId: string) => {
  const rows = await selectNotes(database, accountId)
  const staff = rows.length === 0 ? [] : await listStaff(database)
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    kind: 'note',
    id: row.id,
    text: row.text,
    by: names.get(row.staff_id) ?? '',
    at: instantText(row.noted_at),
    order_number: row.order_number,
  }))
}

const remarksOf = (
  deps: AppDeps,
  { order_number: orderNumber, account_id: accountId }: PayloadOf<typeof endpoints.listDeskNotes>,
) => {
  if (orderNumber) return remarksAboutOrder(deps, orderNumber)
  return accountId ? remarksAboutMember(deps, accountId) : []
}

const createNoteHandlers = (deps: AppDeps) => {
  const addDeskNote: Handler<typeof endpoints.addDeskNote> = async (context, payload) => {
    const actor = staffOf(context)
    const { accountId, orderNumber } = await subjectOf(deps, payload)
    await inTransaction(deps, async (tx) => {
      const note = {
        id: payload.request_id,
        accountId,
        orderNumber,
        staffId: actor.staffId,
        text: payload.text,
      }
      // Under its lock: a note that comes while the account is deleted would stay behind.
      if ((await lockAccount(tx.db, accountId)) === null) throw new ShopError('NOT_FOUND')
      if (!(await insertNote(tx, note))) return
      const subject = orderNumber === null ? `account:${accountId}` : orderSubject(orderNumber)
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        { action: 'note.written', subject, accountId },
      )
    })
    return { success: true }
  }
  const listDeskNotes: Handler<typeof endpoints.listDeskNotes> = async (_context, payload) => {
    const written = await remarksOf(deps, payload)
    return {
      notes: written.filter(({ kind }) => kind === 'note').map(({ kind: _kind, ...note }) => note),
      tags: written.flatMap(({ kind, text, by, at }) => (kind === 'tag' ? [{ tag: text, by, at }] : [])),
    }
  }
  return { addDeskNote, listDeskNotes }
}

/** What follows an order: sending it again, and what the team notes. */
export const createFollowUpHandlers = ({ deps }: { readonly deps: AppDeps }) => ({
  reshipDeskOrder: createReshipHandler(deps),
  ...createNoteHandlers(deps),
})
