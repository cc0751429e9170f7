import { accountById } from '#account/server/accounts.ts'
import { recordAction, recordView } from '#staff/server/audits.ts'
import { lastShippedOf } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { seesNames } from '#shared/staff.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import {
  changesOf,
  choicesOf,
  commitChange,
  previewChange,
  wireSubscription,
} from '#subscription/change/server/changes.ts'
import type { ChangeDeps } from '#subscription/change/server/changes.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { withValidReason } from '#subscription/change/rules/cancellation-reasons.ts'
import type { CancellationReasons } from '#subscription/change/rules/cancellation-reasons.ts'
import { subscriptionOf, subscriptionsOf } from '#subscription/server/subscriptions.ts'
import type { Subscription, SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { wirePrice } from '#shared/money.ts'
import { comingOrders } from '#subscription/renewal/rules/coming-orders.ts'
import type * as endpoints from '../subscription-endpoints.ts'
import type { DeskSubscription, ComingOrder } from '../subscription-endpoints.ts'
import { retriedText } from '../rules/parked-words.ts'
import { parkedFacts, retryRenewal } from './parked-renewals.ts'
import { findSubscription } from './search-store.ts'

/** What showing and changing subscriptions needs. */
export interface SubscriptionServices extends ChangeDeps {
  readonly cancellationReasons: CancellationReasons
}

const subjectOf = (id: string): string => `subscription:${id}`

/** Whose subscription it is. NOT_FOUND, also when the account was deleted. */
const ownerOf = async ({ deps }: SubscriptionServices, id: string) => {
  const [found] = await findSubscription(deps.database, id)
  const account = found ? await accountById(deps.database, found.account_id) : null
  if (!found || account === null) throw new ShopError('NOT_FOUND')
  return {
    accountId: found.account_id,
    email: account.email,
    name: `${account.firstName} ${account.lastName}`.trim(),
  }
}

type Changes = DeskSubscription['changes']

/** Roles that see no names do not read what staff wrote: it may have a name in it. */
const changesFor = (changes: Changes, showsNames: boolean): Changes =>
  showsNames
    ? changes
    : changes.map((change) => ({ ...change, staff: change.staff && { ...change.staff, reason: '' } }))

/** This many orders to come are shown. */
const shown = 6

/** The next orders of a subscription, as they would be charged. */
const comingOf = ({ id, terms, facts, name, plan }: Subscription): readonly ComingOrder[] => {
  if (facts === null) return []
  const ordersLeft = facts.ending?.ordersLeft ?? null
  return comingOrders({ terms, renewal: facts.renewal, ordersLeft }, shown).map(({ on, price, isLast }) => ({
    subscription_id: id,
    on: on.toString(),
    name,
    product: plan?.productId ?? terms.planCode,
    quantity: terms.quantity,
    currency: price.currency,
    total: wirePrice(price.totals.totalCents, price.currency),
    is_last: isLast,
  }))
}

/** The next orders of a member, of all subscriptions, by day. NOT_FOUND. */
const comingOrdersOf = async (services: SubscriptionDeps, accountId: string) => {
  if ((await accountById(services.deps.database, accountId)) === null) throw new ShopError('NOT_FOUND')
  const all = (await subscriptionsOf(services, accountId)).flatMap(comingOf)
  return {
    orders: all.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)).slice(0, shown),
    today: dateIn(services.deps.clock.now(), brand.timeZone).toString(),
  }
}

const viewSubscription = async (
  services: SubscriptionServices,
  id: string,
  showsNames: boolean,
): Promise<DeskSubscription> => {
  const { accountId, email, name } = await ownerOf(services, id)
  const subscription = await subscriptionOf(services, accountId, id)
  const { address, payment_problem: problem, ...wire } = wireSubscription(subscription)
  const shippedAt = (await lastShippedOf(services.deps.database, [id])).get(id)
  return {
    account_id: accountId,
    person: showsNames ? { name, email, address } : null,
    subscription: wire,
    product: subscription.plan?.productId ?? subscription.terms.planCode,
    parked: await parkedFacts(services.deps, id, showsNames),
    payment_problem: problem?.message ?? null,
    coming: [...comingOf(subscription)],
    last_shipped_on: shippedAt === undefined ? null : dateIn(shippedAt, brand.timeZone).toString(),
    today: subscription.today.toString(),
    changes: changesFor((await changesOf(services.deps, accountId, id)).changes, showsNames),
  }
}

/** The parts of the change that are logged: never an address. */
const loggedChange = (change: Change): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries<unknown>(change).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )

const byOf = (context: RequestContext) => ({ actor: staffOf(context), requestId: context.requestId })

const createRetryHandler =
  (services: SubscriptionServices): HandlersFor<typeof endpoints>['retryDeskRenewal'] =>
  async (context, { id, request_id: requestId }) => {
    const { accountId } = await ownerOf(services, id)
    const outcome = await retryRenewal(services.deps, context, { id, accountId, requestId })
    return { outcome, text: retriedText(outcome) }
  }

/** Subscriptions of members, and what staff change of them for the member: by the member's own functions. */
export const createSubscriptionHandlers = (services: SubscriptionServices): HandlersFor<typeof endpoints> => {
  const { deps, cancellationReasons: reasons } = services
  return {
    listDeskComingOrders: (_context, { id }) => comingOrdersOf(services, id),
    viewDeskSubscription: async (context, { id }) => {
      const showsNames = seesNames(staffOf(context).role)
      const view = await viewSubscription(services, id, showsNames)
      const look = { action: 'subscription.viewed', subject: subjectOf(id), accountId: view.account_id }
      if (showsNames) await recordView(deps, byOf(context), look)
      return view
    },
    viewDeskSubscriptionChoices: async (_context, { id }) => {
      const { accountId } = await ownerOf(services, id)
      const { cards: _cards, ...choices } = await choicesOf(services, accountId, id)
      return choices
    },
    retryDeskRenewal: createRetryHandler(services),
    previewDeskChange: async (_context, { id, change }) =>
      previewChange(services, await ownerOf(services, id), id, withValidReason(reasons, change)),
    changeDeskSubscription: async (context, payload) => {
      const { id, change, preview_token: token, request_id, reason } = payload
      const member = await ownerOf(services, id)
      const made = await commitChange(services, member, id, withValidReason(reasons, change), {
        request_id,
        token,
        staff: { name: staffOf(context).name, reason },
        note: async (tx) =>
          recordAction(tx, byOf(context), {
            action: 'subscription.changed',
            subject: subjectOf(id),
            accountId: member.accountId,
            after: loggedChange(change),
            reason,
          }),
      })
      return { change_id: made.change_id, charge_in_flight: made.charge_in_flight }
    },
  }
}
