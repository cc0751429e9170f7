import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import type { Subscription, SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { bankRecordText } from '#dispute/rules/bank-record.ts'
import { bankRecordOf } from '#dispute/server/disputes.ts'
import { threadState } from '#contact/rules/message.ts'
import { suppressionText } from '#newsletter/rules/suppression.ts'
import { suppressionOf } from '#newsletter/server/suppressions.ts'
import { threadOf } from '#contact/server/threads.ts'
import { problemsOfAccount } from '#return/server/problems.ts'
import { allows, seesNames } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { accountById, accountsById } from '#account/server/accounts.ts'
import { creditIn } from '#credit/rules/credit-use.ts'
import { availableCredit } from '#credit/server/credits.ts'
import { auditEntries, recordView, viewsOf } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import type * as endpoints from '../search-endpoints.ts'
import type { Found } from '../search-endpoints.ts'
import { selectDeskOrdersOf } from './desk-order-store.ts'
import { search } from './search.ts'
import { wireDeskOrder } from './desk-order.ts'
import { wireReported } from './wire-reported.ts'

const creditsOf = async (db: AppDeps['database'], id: string) => {
  const balances = await availableCredit(db, [id])
  return shopCurrencies
    .map((currency) => ({ currency, cents: creditIn(balances, id, currency) }))
    .filter(({ currency, cents }) => cents > 0 || currency === defaultCurrency)
    .map(({ currency, cents }) => ({ currency, amount: wirePrice(cents, currency) }))
}

const wireSubscriptionRow = ({ id, name, terms, plan, nextOrderOn }: Subscription) => ({
  id,
  plan: `${terms.quantity > 1 ? `${terms.quantity} × ` : ''}${name}`,
  state: terms.state,
  price: wirePrice(terms.unitPriceCents * terms.quantity, terms.currency),
  currency: terms.currency,
  product: plan?.productId ?? terms.planCode,
  next_order_on: nextOrderOn,
})

/** The conversation with a member, for roles that answer messages. */
const threadWith = async ({ database }: AppDeps, role: StaffRole, email: string) => {
  const thread = allows(role, 'messages') ? await threadOf(database, email) : null
  return thread && { id: thread.id, state: threadState(thread), last_at: thread.lastAt.toString() }
}

const mailRecordOf = async ({ database }: AppDeps, email: string, showsDetail: boolean) => {
  const one = await suppressionOf(database, email)
  return one && suppressionText(one.reason, showsDetail ? one.detail : '')
}

const bankRecordFor = async ({ database }: AppDeps, role: StaffRole, id: string) => {
  const record = allows(role, 'orders:read') ? await bankRecordOf(database, id) : null
  return record && bankRecordText(record)
}

const problemsFor = async ({ database }: AppDeps, role: StaffRole, id: string) =>
  allows(role, 'orders:read') ? (await problemsOfAccount(database, id)).map(wireReported).toReversed() : []

/** What the desk knows of a member beside name and email. */
const recordsOf = async (services: SubscriptionDeps, id: string, showsNames: boolean) => {
  const { database } = services.deps
  const subscriptions = await subscriptionsOf(services, id)
  const looked = await auditEntries(database, { subject: `account:${id}`, before: null, limit: 20 })
  return {
    subscriptions: subscriptions.map(wireSubscriptionRow),
    orders: (await selectDeskOrdersOf(database, id, 50)).map((row) => wireDeskOrder(row, showsNames)),
    credit: await creditsOf(database, id),
    looked: looked.map(({ at, actor, action, reason }) => ({
      at: at.toString(),
      actor,
      action,
      // Staff wrote it, so it may have a name in it.
      reason: showsNames ? reason : '',
    })),
  }
}

/** How many things are listed. */
const most = 8

const actions = ['member.viewed', 'order.viewed'] as const

/**
 * The members and orders that a person opened last, the latest first: from the audit log, so that nothing more is stored.
 * Nothing for roles that see no names, of whose views there are no entries.
 */
const recentViews = async ({ database }: AppDeps, actor: Staff): Promise<Found[]> => {
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

/** Members, and the search. */
export const createMemberHandlers = (services: SubscriptionDeps) => {
  const { deps } = services
  const viewDeskMember: Handler<typeof endpoints.viewDeskMember> = async (context, { id }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const account = await accountById(deps.database, id)
    if (account === null) throw new ShopError('NOT_FOUND')
    const look = { action: 'member.viewed', subject: `account:${id}`, accountId: id }
    if (showsNames) await recordView(deps, { actor, requestId: context.requestId }, look)
    return {
      id,
      name: showsNames ? `${account.firstName} ${account.lastName}`.trim() : null,
      email: showsNames ? account.email : null,
      mail_record: await mailRecordOf(deps, account.email, showsNames),
      problems: await problemsFor(deps, actor.role, id),
      bank_record: await bankRecordFor(deps, actor.role, id),
      thread: await threadWith(deps, actor.role, account.email),
      ...(await recordsOf(services, id, showsNames)),
    }
  }
  const searchDesk: Handler<typeof endpoints.searchDesk> = async (context, { q }) => {
    const actor = staffOf(context)
    return q === ''
      ? { found: [], recent: await recentViews(deps, actor) }
      : { found: await search(deps.database, actor, q), recent: [] }
  }
  return { viewDeskMember, searchDesk }
}
