import { formatPrice } from '#shared/money.ts'
import { allows, seesNames } from '#shared/staff.ts'
import type { Staff } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { idRange } from '../rules/id-range.ts'
import { problemAddress, problemKindText } from '../rules/problem-words.ts'
import type { Found } from '../search-endpoints.ts'
import {
  findCharges,
  findCoupons,
  findInvoices,
  findMembers,
  findOrders,
  findProblems,
  findReturns,
  findShipments,
  findSimilarMembers,
  findSubscriptions,
} from './search-store.ts'

type Db = AppDeps['database']

const orderLink = (number: string): string => `/desk/orders/${encodeURIComponent(number)}`

const mostMembers = 8

type FoundMember = Awaited<ReturnType<typeof findMembers>>[number]

const memberRow = ({ id, email, first_name: first, last_name: last }: FoundMember): Found => ({
  kind: 'member',
  title: `${first} ${last}`.trim() || email,
  detail: email,
  state: '',
  href: `/desk/members/${id}`,
})

/** Members whose names begin like the text, and after a few of them those whose names are like it; an email that is found is the one. */
const members = async (db: Db, text: string): Promise<Found[]> => {
  const found = await findMembers(db, text)
  if (found.length >= mostMembers || (found.length > 0 && text.includes('@'))) return found.map(memberRow)
  const known = new Set(found.map(({ id }) => id))
  const similar = (await findSimilarMembers(db, text)).filter(({ id }) => !known.has(id))
  return [
    ...found.map(memberRow),
    ...similar.map((member) => ({ ...memberRow(member), kind: 'similar-member' as const })),
  ].slice(0, mostMembers)
}

/** By the beginning of the id; nothing of it is a person's. */
const subscriptions = async (db: Db, text: string): Promise<Found[]> => {
  const range = idRange(text)
  if (range === null) return []
  return (await findSubscriptions(db, range)).map(({ id, state, plan_code: plan }) => ({
    kind: 'subscription',
    title: `Subscription to ${plan}`,
    detail: `${id.slice(0, 8)}, ${state}`,
    state: '',
    href: `/desk/subscriptions/${id}`,
  }))
}

const orders = async (db: Db, text: string, showsNames: boolean): Promise<Found[]> =>
  (await findOrders(db, text)).map(({ number, person, total_cents: cents, currency }) => ({
    kind: 'order',
    title: number,
    detail: showsNames ? `${person}, ${formatPrice(cents, currency)}` : formatPrice(cents, currency),
    state: '',
    href: orderLink(number),
  }))

const charges = async (db: Db, text: string, showsNames: boolean): Promise<Found[]> =>
  (await findCharges(db, text)).map(
    ({ order_number: number, amount_cents: cents, currency, state, email }) => ({
      kind: 'charge',
      title: formatPrice(cents, currency),
      detail: `Card ending ${text}${showsNames ? `, ${email}` : ''}`,
      state,
      href: number === null ? null : orderLink(number),
    }),
  )

const invoices = async (db: Db, text: string): Promise<Found[]> =>
  (await findInvoices(db, text)).map(({ number, order_number: order, total_cents: cents, currency }) => ({
    kind: 'invoice',
    title: number,
    detail: `Order ${order}, ${formatPrice(cents, currency)}`,
    state: '',
    href: orderLink(order),
  }))

const shipments = async (db: Db, text: string): Promise<Found[]> =>
  (await findShipments(db, text)).map(({ tracking, order_number: order, state }) => ({
    kind: 'shipment',
    title: tracking,
    detail: `Order ${order}`,
    state,
    href: orderLink(order),
  }))

const problems = async (db: Db, text: string): Promise<Found[]> =>
  (await findProblems(db, text)).map(({ number, order_number: order, kind, state }) => ({
    kind: 'problem',
    title: number,
    detail: `Order ${order}, ${problemKindText(kind).toLowerCase()}`,
    state,
    href: problemAddress(number),
  }))

const returns = async (db: Db, text: string): Promise<Found[]> =>
  (await findReturns(db, text)).map(({ number, order_number: order, state }) => ({
    kind: 'return',
    title: number,
    detail: `Order ${order}`,
    state,
    href: `/desk/fulfillment/returns/${encodeURIComponent(number)}`,
  }))

const coupons = async (db: Db, text: string): Promise<Found[]> =>
  (await findCoupons(db, text)).map(({ code }) => ({
    kind: 'coupon',
    title: code,
    detail: '',
    state: '',
    href: `/desk/coupons/codes/${encodeURIComponent(code)}`,
  }))

/**
 * What begins like the text, and members who are spelled almost like it, as far as the role sees it. Who sees no names finds nobody by name or email: what is found
 * would say that the member is there.
 */
export const search = async (db: Db, { role }: Pick<Staff, 'role'>, text: string): Promise<Found[]> => {
  if (text.length < 2) return []
  const showsNames = seesNames(role)
  const seesOrders = allows(role, 'orders:read')
  const seesMembers = allows(role, 'members:read') && showsNames
  const found = await Promise.all([
    seesMembers ? members(db, text) : [],
    allows(role, 'members:read') ? subscriptions(db, text) : [],
    seesOrders ? orders(db, text, showsNames) : [],
    seesOrders && /^\d{4}$/.test(text) ? charges(db, text, showsNames) : [],
    seesOrders ? invoices(db, text) : [],
    seesOrders ? shipments(db, text) : [],
    seesOrders ? problems(db, text) : [],
    allows(role, 'orders:ship') ? returns(db, text) : [],
    coupons(db, text),
  ])
  return found.flat()
}
