import { accountById } from '#account/server/accounts.ts'
import { creditOf } from '#credit/server/credits.ts'
import { auditEntries, recordLook } from '#staff/server/audits.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { TaxProvider } from '#pricing/rules/tax-rate.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { seesNames } from '#shared/staff.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import { createActHandlers } from './act-handlers.ts'
import { deskOrder, orderSubject } from './desk-order.ts'
import { countDeskOrders, placeOf, selectDeskOrders, selectDeskOrdersOf } from './desk-order-store.ts'
import { createRefundHandlers } from './refund-handlers.ts'
import { selectSubscriptionsOf } from './search-store.ts'
import { search } from './search.ts'
import { wireDeskOrder } from './wire-desk-order.ts'

export interface DeskServices extends PaymentServices {
  readonly taxes: TaxProvider
}

/** Counting goes no further: a list is looked at, not added up. */
const maxCounted = 10_000

/** A filter by email would say to a role without names that a person is there. */
const requireNamesFor = (q: string | undefined, showsNames: boolean): void => {
  if (q?.includes('@') && !showsNames)
    throw new ShopError('VALIDATION_ERROR', { fields: { q: 'Your role finds orders by their number.' } })
}

const createListHandlers = ({ deps }: DeskServices) => {
  const listDeskOrders: Handler<typeof endpoints.listDeskOrders> = async (context, { limit, ...filter }) => {
    const showsNames = seesNames(staffOf(context).role)
    requireNamesFor(filter.q, showsNames)
    const { rows, hasMore } = await selectDeskOrders(deps.database, filter, limit)
    const [first, last] = [rows.at(0), rows.at(-1)]
    const isBackwards = filter.before !== undefined
    const hasNewer = isBackwards ? hasMore : filter.after !== undefined
    const hasOlder = isBackwards || hasMore
    return {
      orders: rows.map((row) => wireDeskOrder(row, showsNames)),
      newer: hasNewer && first ? placeOf(first, filter.sort) : null,
      older: hasOlder && last ? placeOf(last, filter.sort) : null,
    }
  }
  const countHandler: Handler<typeof endpoints.countDeskOrders> = async (context, filter) => {
    requireNamesFor(filter.q, seesNames(staffOf(context).role))
    const { count, cents } = await countDeskOrders(deps.database, filter, maxCounted)
    const isMore = count > maxCounted
    return { count: Math.min(count, maxCounted), is_more: isMore, total: isMore ? null : wirePrice(cents) }
  }
  return { listDeskOrders, countDeskOrders: countHandler }
}

const createViewHandlers = ({ deps }: DeskServices) => {
  const viewDeskOrder: Handler<typeof endpoints.viewDeskOrder> = async (context, { number }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const order = await deskOrder(deps, number, showsNames)
    const look = { act: 'order.viewed', subject: orderSubject(order.number), accountId: order.account_id }
    if (showsNames) await recordLook(deps, { actor, requestId: context.requestId }, look)
    return order
  }
  const viewDeskMember: Handler<typeof endpoints.viewDeskMember> = async (context, { id }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const account = await accountById(deps.database, id)
    if (account === null) throw new ShopError('NOT_FOUND')
    const subject = `account:${id}`
    if (showsNames)
      await recordLook(
        deps,
        { actor, requestId: context.requestId },
        {
          act: 'member.viewed',
          subject,
          accountId: id,
        },
      )
    const [orders, subscriptions, credit, looked] = await Promise.all([
      selectDeskOrdersOf(deps.database, id, 50),
      selectSubscriptionsOf(deps.database, id),
      creditOf(deps.database, id),
      auditEntries(deps.database, { subject, before: null, limit: 20 }),
    ])
    return {
      id,
      name: showsNames ? `${account.firstName} ${account.lastName}`.trim() : null,
      email: showsNames ? account.email : null,
      subscriptions: subscriptions.map(({ id: subscriptionId, plan_code: plan, state, next_order_on }) => ({
        id: subscriptionId,
        plan,
        state,
        next_order_on,
      })),
      orders: orders.map((row) => wireDeskOrder(row, showsNames)),
      credit: wirePrice(credit),
      looked: looked.map(({ at, actor: who, act, reason }) => ({
        at: at.toString(),
        actor: who,
        act,
        reason,
      })),
    }
  }
  const searchDesk: Handler<typeof endpoints.searchDesk> = async (context, { q }) => ({
    found: await search(deps.database, staffOf(context), q),
  })
  return { viewDeskOrder, viewDeskMember, searchDesk }
}

/** The endpoints of orders, members and the search at the desk. */
export const deskEndpoints = (services: DeskServices): readonly Route[] =>
  routes(endpoints, {
    ...createListHandlers(services),
    ...createViewHandlers(services),
    ...createActHandlers(services),
    ...createRefundHandlers(services),
  })
