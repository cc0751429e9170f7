import type { Kysely } from 'kysely'
import { lockPayer, lockedOrder, reship } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { leftPartsOf, openRefund, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { centsOfUnits, paidParts, unitsLeft } from '#pricing/rules/refund-lines.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { withdrawalOf } from '#withdrawal/server/withdrawals.ts'
import { isReportedUnderWay, mayResolveItself, problemOffer } from '../rules/problem-offer.ts'
import type {
  NoProblem,
  ProblemKind,
  ProblemOffer,
  ProblemState,
  ProblemWish,
} from '../rules/problem-offer.ts'
import type { ProblemPolicy } from '../rules/problem-policy.ts'
import type { ReturnedLine } from '../rules/return-offer.ts'
import { insertPhotos } from './problem-photo-store.ts'
import {
  claimAutomatic,
  endProblem,
  insertProblem,
  selectProblem,
  selectProblemByNumber,
  selectProblemsOf,
} from './problem-store.ts'
import type { Problem } from './problem-store.ts'
import { selectReturnsOf } from './return-store.ts'
import { soldShipmentsOf } from './returns.ts'

export type { Problem } from './problem-store.ts'
export {
  eraseProblemTexts,
  selectOpenProblems as openProblems,
  selectProblem as problemById,
  selectProblemByNumber as problemByNumber,
  selectProblemsOf as problemsOf,
  selectProblemsOfAccount as problemsOfAccount,
} from './problem-store.ts'
export {
  forgetPhotosBefore,
  forgetPhotosOf,
  selectPhoto,
  selectPhotoIds as photosOf,
} from './problem-photo-store.ts'

/** What problems need in addition to payments. */
export interface ProblemServices extends PaymentServices {
  readonly problems: ProblemPolicy
}

/** Why nothing can be reported, as its buyer reads it. */
export const problemRefusals = {
  gift: 'The recipient has the gift. Please contact us about it.',
  withdrawn: 'You withdrew from this contract. Send everything back, and we’ll refund you.',
  'not-shipped': 'Nothing from this order has shipped yet.',
  'too-late': 'It’s too late to report this here. Please contact us.',
  settled: 'Everything in this order was already refunded, returned or reported.',
} as const satisfies Record<NoProblem, string>

const partsOf = ({ lines, totals }: Order) => paidParts(lines, totals)

type Policy = Pick<ProblemServices, 'problems'>

/** What can be reported of an order now. */
export const problemOfferFor = async (
  db: Kysely<Database>,
  { problems: policy }: Policy,
  order: Order,
  now: Temporal.Instant,
): Promise<ProblemOffer> => {
  const left = await leftPartsOf(db, { orderId: order.id, parts: partsOf(order) })
  return problemOffer({
    kind: order.kind,
    isWithdrawn: (await withdrawalOf(db, order.id)) !== null,
    shipments: await soldShipmentsOf(db, order),
    unrefunded: left.flatMap(({ position, quantity }) => (position === null ? [] : [{ position, quantity }])),
    returns: await selectReturnsOf(db, order.id),
    problems: await selectProblemsOf(db, order.id),
    today: dateIn(now, brand.timeZone),
    policy,
  })
}

const checkLines = (requested: readonly ReturnedLine[], offered: readonly ReturnedLine[]): void => {
  const isPossible = ({ position, quantity }: ReturnedLine): boolean =>
    quantity <= (offered.find((line) => line.position === position)?.quantity ?? 0)
  const isOnce = new Set(requested.map(({ position }) => position)).size === requested.length
  if (requested.length === 0 || !isOnce || !requested.every(isPossible))
    throw new ShopError('VALIDATION_ERROR', { fields: { lines: 'Please choose what it’s about.' } })
}

/** How a problem is resolved: as its buyer wishes, or not at all; with words for its buyer. */
export interface Resolution {
  readonly kind: ProblemWish | 'decline'
  readonly note: string | null
}

const endStates = { reship: 'reshipped', refund: 'refunded', decline: 'declined' } as const

const nothingLeft = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: 'Everything of it has been refunded meanwhile; decline it.' })

/** Resolves an open problem under the lock of its order: never more than is not refunded by now. */
const resolveLocked = async (
  tx: Tx,
  one: Problem,
  { kind, note }: Resolution,
  isAutomatic: boolean,
): Promise<Refund | null> => {
  const end = { state: endStates[kind], isAutomatic, note, refundId: null, shipmentId: null }
  tx.publish({ kind: 'problem-resolved', problemId: one.id })
  if (kind === 'decline') {
    await endProblem(tx, one.id, end)
    return null
  }
  const payer = await lockPayer(tx, one.orderId)
  const units = unitsLeft(await leftPartsOf(tx.db, payer), one.lines)
  if (units.length === 0) throw nothingLeft()
  if (kind === 'reship') {
    const shipmentId = await reship(tx, await lockedOrder(tx, one.orderId), units)
    await endProblem(tx, one.id, { ...end, shipmentId })
    return null
  }
  const choice = { kind: 'parts', units, shippingCents: null, sum: null } as const
  const requestKey = `problem:${one.id}`
  const refund = await openRefund(tx, { ...payer, requestKey, choice, reason: 'problem', note })
  await endProblem(tx, one.id, { ...end, refundId: refund.id })
  return refund
}

/** A report with its photos as the shop has drawn them. */
export interface Report {
  readonly order: Order
  readonly requestId: string
  readonly kind: ProblemKind
  readonly wish: ProblemWish
  readonly details: string
  readonly lines: readonly ReturnedLine[]
  readonly photos: readonly Buffer[]
}

const isAutomatic = async (tx: Tx, policy: ProblemPolicy, order: Order, lines: readonly ReturnedLine[]) => {
  const left = await leftPartsOf(tx.db, { orderId: order.id, parts: partsOf(order) })
  const returns = await selectReturnsOf(tx.db, order.id)
  const facts = {
    refundCents: centsOfUnits(left, lines),
    currency: order.currency,
    isHeld: order.isHeld,
    hasOpenReturn: returns.some(({ state }) => state === 'requested'),
    isUnderWay: isReportedUnderWay(
      await soldShipmentsOf(tx.db, order),
      lines,
      dateIn(tx.now, brand.timeZone),
    ),
    policy,
  }
  return mayResolveItself(facts) && (await claimAutomatic(tx, order.accountId, policy.automatic_every_days))
}

interface Reported {
  readonly id: string
  readonly refund: Refund | null
}

const write = async (
  tx: Tx,
  policy: ProblemPolicy,
  report: Report,
  mayBeAutomatic: boolean,
): Promise<Reported> => {
  const order = await lockedOrder(tx, report.order.id)
  const problems = await selectProblemsOf(tx.db, order.id)
  const earlier = problems.find(({ requestId }) => requestId === report.requestId)
  if (earlier) return { id: earlier.id, refund: null }
  const offer = await problemOfferFor(tx.db, { problems: policy }, order, tx.now)
  if (offer.kind === 'none')
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: problemRefusals[offer.reason],
      data: { reason: offer.reason },
    })
  checkLines(report.lines, offer.lines)
  const { requestId, kind, wish, details, lines } = report
  const id = tx.ids.uuid()
  const about = { id, orderId: order.id, accountId: order.accountId, reportedAt: tx.now }
  const number = `${order.number}-P${problems.length + 1}`
  await insertProblem(tx, { ...about, number, requestId, kind, wish, details, lines })
  await insertPhotos(tx, about, report.photos)
  const one = await selectProblem(tx.db, id)
  if (one && mayBeAutomatic && (await isAutomatic(tx, policy, order, lines)))
    return { id, refund: await resolveLocked(tx, one, { kind: wish, note: null }, true) }
  tx.publish({ kind: 'problem-reported', problemId: id })
  return { id, refund: null }
}

/**
 * Records what is wrong with an order, once for a request; resolved at once where the policy says so, else an operator decides.
 * ACTION_NOT_ALLOWED with the reason in `data.reason`; VALIDATION_ERROR on `lines`.
 */
export const reportProblem = async (services: ProblemServices, report: Report): Promise<Problem> => {
  const { deps, problems: policy } = services
  const attempt = (mayBeAutomatic: boolean): Promise<Reported> =>
    inTransaction(deps, (tx) => write(tx, policy, report, mayBeAutomatic))
  // What is out of stock cannot be sent again now: an operator sees to it.
  const { id, refund } = await attempt(true).catch((thrown: unknown) => {
    if (isShopError(thrown) && thrown.code === 'ITEM_NOT_AVAILABLE') return attempt(false)
    throw thrown
  })
  deps.reachCrashPoint('problem: recorded')
  if (refund) await settleRefund(services, refund)
  return found(await selectProblem(deps.database, id))
}

const found = (one: Problem | null): Problem => {
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

const resolvedBefore: Readonly<Record<Exclude<ProblemState, 'open'>, string>> = {
  reshipped: 'It was sent again before.',
  refunded: 'It was refunded before.',
  declined: 'It was declined before.',
}

/**
 * An operator resolves a problem that waits. Of two at the same moment the first one to hold the order does. NOT_FOUND;
 * ACTION_NOT_ALLOWED with the reason as a sentence; ITEM_NOT_AVAILABLE.
 */
export const resolveProblem = async (
  services: PaymentServices,
  number: string,
  resolution: Resolution,
): Promise<Refund | null> => {
  const { deps } = services
  const { id, orderId } = found(await selectProblemByNumber(deps.database, number.toUpperCase()))
  const refund = await inTransaction(deps, async (tx) => {
    await lockedOrder(tx, orderId)
    const one = found(await selectProblem(tx.db, id))
    if (one.state !== 'open') throw new ShopError('ACTION_NOT_ALLOWED', { detail: resolvedBefore[one.state] })
    return resolveLocked(tx, one, resolution, false)
  })
  deps.reachCrashPoint('problem: recorded')
  return refund && settleRefund(services, refund)
}
