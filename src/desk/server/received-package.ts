import { orderByNumber, orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { ReceivedLine } from '#order/rules/arrival.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { isShort, receiptProblem } from '#return/rules/received-lines.ts'
import type { ReturnedLine } from '#return/rules/return-offer.ts'
import {
  awaitedLinesOf,
  previewReceipt,
  receivableOf,
  receiveReturn,
  sentLinesOf,
} from '#return/server/received-returns.ts'
import { returnByNumber } from '#return/server/returns.ts'
import type { OrderReturn } from '#return/server/returns.ts'
import { confirmReturn, inspectionOf, previewConfirmedReturn } from '#withdrawal/server/confirmed-returns.ts'
import { withdrawalOf } from '#withdrawal/server/withdrawals.ts'
import type { Withdrawal } from '#withdrawal/server/withdrawals.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'

/** A package that is expected back, or came: of a return, or of a withdrawal, which has the number of its order. */
export type ReturnPackage =
  | { readonly kind: 'return'; readonly order: Order; readonly one: OrderReturn }
  | { readonly kind: 'withdrawal'; readonly order: Order; readonly withdrawal: Withdrawal }

type Db = Tx['db'] | AppDeps['database']

export const packageNamed = async ({ database }: AppDeps, number: string): Promise<ReturnPackage> => {
  const name = number.toUpperCase()
  const one = await returnByNumber(database, name)
  if (one) return { kind: 'return', order: await orderById(database, one.orderId), one }
  const order = await orderByNumber(database, name)
  const withdrawal = await withdrawalOf(database, order.id)
  if (withdrawal?.kind !== 'withdraw') throw new ShopError('NOT_FOUND')
  return { kind: 'withdrawal', order, withdrawal }
}

/** What is to come of each line, and what can be in the package. */
export const expectedIn = async (
  database: Db,
  found: ReturnPackage,
): Promise<{ readonly announced: readonly ReturnedLine[]; readonly most: readonly ReturnedLine[] }> => {
  const { order } = found
  if (found.kind === 'return')
    return { announced: found.one.lines, most: await receivableOf(database, order, found.one) }
  return { announced: await awaitedLinesOf(database, order), most: await sentLinesOf(database, order) }
}

/** What of each line was found; null before it was received. */
export const foundIn = async (
  { database }: AppDeps,
  found: ReturnPackage,
): Promise<readonly ReceivedLine[] | null> => {
  if (found.kind === 'withdrawal')
    return found.withdrawal.state === 'closed' ? inspectionOf(database, found.withdrawal.id) : null
  if (found.one.state !== 'received') return null
  return found.one.lines.map(({ position, receivedQuantity, restockedQuantity, note }) => {
    const restocked = restockedQuantity ?? receivedQuantity ?? 0
    return { position, restocked, writtenOff: (receivedQuantity ?? 0) - restocked, note }
  })
}

/** What somebody counted in a package. */
export interface CountedPackage {
  readonly lines: readonly ReceivedLine[]
  readonly otherContents: string | null
  readonly message: string | null
  readonly despiteMissing: boolean
}

/**
 * VALIDATION_ERROR for a count that cannot be, for missing units of a withdrawal, and for no message to the member about them.
 */
export const checkCount = async (
  db: Db,
  found: ReturnPackage,
  { lines, otherContents, message, despiteMissing }: CountedPackage,
): Promise<void> => {
  const { announced, most } = await expectedIn(db, found)
  const names = found.order.lines.map(({ name }) => name)
  const problem = receiptProblem(lines, most, names)
  if (problem !== null) throw new ShopError('VALIDATION_ERROR', { fields: { lines: problem } })
  if (!isShort(lines, announced, otherContents)) return
  if (found.kind === 'withdrawal' && !despiteMissing)
    throw new ShopError('VALIDATION_ERROR', {
      fields: {
        despite_missing:
          'Something of this withdrawal is missing, and its refund is made once, for everything. Wait for the rest, or say that it is refunded all the same.',
      },
    })
  if (message === null || message.length < 3)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { message: 'Please tell the member what was missing, or what else was in the package.' },
    })
}

const receiptOf = ({ one }: { readonly one: OrderReturn }, counted: CountedPackage) => ({
  number: one.number,
  contents: { kind: 'counted', lines: counted.lines } as const,
  otherContents: counted.otherContents,
  message: counted.message,
})

/** What receiving the package would refund, by the decision of receiving it. */
export const previewPackage = async (
  services: PaymentServices,
  found: ReturnPackage,
  counted: CountedPackage,
): Promise<GivenRefund | null> =>
  found.kind === 'return'
    ? (await previewReceipt(services, receiptOf(found, counted))).given
    : previewConfirmedReturn(services, found.order)

interface PackageHooks {
  readonly approve: (tx: Tx, order: Order, given: DecidedRefund | null) => Promise<void>
  readonly also: (tx: Tx, order: Order) => void
}

export const receivePackage = (
  services: PaymentServices,
  found: ReturnPackage,
  counted: CountedPackage,
  { approve, also }: PackageHooks,
): Promise<Refund | null> => {
  if (found.kind === 'return') return receiveReturn(services, receiptOf(found, counted), { approve, also })
  const { lines, otherContents, message } = counted
  const count = async () => ({ lines, otherContents })
  return confirmReturn(services, found.order.number, { count, note: message, approve, also })
}
