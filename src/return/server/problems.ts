import type { Kysely } from 'kysely'
import { lockedOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { leftPartsOf, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { centsOfUnits, paidParts } from '#pricing/rules/refund-lines.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { withdrawalOf } from '#withdrawal/server/withdrawals.ts'
import { isReportedUnderWay, mayResolveItself, problemOffer } from '../rules/problem-offer.ts'
import type { NoProblem, ProblemKind, ProblemOffer, ProblemWish } from '../rules/problem-offer.ts'
import type { ProblemPolicy } from '../rules/problem-policy.ts'
import type { ReturnedLine } from '../rules/return-offer.ts'
import { insertPhotos } from './problem-photo-store.ts'
import { claimAutomatic, insertProblem, selectProblem, selectProblemsOf } from './problem-store.ts'
import type { Problem } from './problem-store.ts'
import { selectReturnsOf } from './return-store.ts'
import { foundProblem, resolveLocked } from './resolve-problem.ts'
import { soldShipmentsOf } from './returns.ts'

export type { Problem } from './problem-store.ts'
export { previewProblemRefund, resolveProblem } from './resolve-problem.ts'
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
  const resolution = { kind: wish, note: null }
  if (one && mayBeAutomatic && (await isAutomatic(tx, policy, order, lines)))
    return { id, refund: await resolveLocked(tx, order, one, resolution, { isAutomatic: true }) }
  tx.publish({ kind: 'problem-reported', problemId: id })
  return { id, refund: null }
}

/** What is out of stock, or disputed by a bank, cannot be sent again or refunded now: an operator sees to it. */
const isForOperators = (thrown: unknown): boolean =>
  isShopError(thrown) &&
  (thrown.code === 'ITEM_NOT_AVAILABLE' ||
    thrown.data?.['reason'] === 'disputed' ||
    thrown.data?.['reason'] === 'dispute-lost')

/**
 * Records what is wrong with an order, once for a request; resolved at once where the policy says so, else an operator decides.
 * ACTION_NOT_ALLOWED with the reason in `data.reason`; VALIDATION_ERROR on `lines`.
 */
export const reportProblem = async (services: ProblemServices, report: Report): Promise<Problem> => {
  const { deps, problems: policy } = services
  const attempt = (mayBeAutomatic: boolean): Promise<Reported> =>
    inTransaction(deps, (tx) => write(tx, policy, report, mayBeAutomatic))
  const { id, refund } = await attempt(true).catch((thrown: unknown) => {
    if (isForOperators(thrown)) return attempt(false)
    throw thrown
  })
  deps.reachCrashPoint('problem: recorded')
  if (refund) await settleRefund(services, refund)
  return foundProblem(await selectProblem(deps.database, id))
}
