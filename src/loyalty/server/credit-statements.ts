import type { CreditReason } from '#credit/rules/credit-journals.ts'
import { creditIn } from '#credit/rules/credit-use.ts'
import { availableCredit, creditStatement } from '#credit/server/credits.ts'
import { orderNumbers } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { viewCredit } from '../endpoints.ts'

/** A line of a statement of credit, as its text needs it. */
interface CreditLine {
  readonly kind: CreditReason | 'used' | 'refunded' | 'lapsed'
  readonly note: string
  readonly orderNumber: string | null
}

/** The description of a line of credit, for the member. */
const creditText = ({ kind, note, orderNumber }: CreditLine): string => {
  switch (kind) {
    case 'refer-friend':
      return 'A friend ordered with your link'
    case 'came-by-friend':
      return 'You were referred by a friend'
    case 'operator':
      return note === '' ? 'Credit from us' : note
    case 'used':
      return orderNumber === null ? 'Used for an order' : `Used for order ${orderNumber}`
    case 'refunded':
      return orderNumber === null ? 'Refunded' : `Refunded from order ${orderNumber}`
    case 'lapsed':
      return 'Account closed'
    default:
      return kind satisfies never
  }
}

/** A member's statement of credit as wire object; for the endpoint and for the member's download. */
export const statementOf = async (
  database: AppDeps['database'],
  accountId: string,
): Promise<ReplyOf<typeof viewCredit>['entries']> => {
  const entries = await creditStatement(database, accountId)
  const ids = entries.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const numbers = await orderNumbers(database, accountId, ids)
  return entries.map(({ at, kind, note, orderId, currency, cents, balanceCents }) => ({
    at,
    kind,
    description: creditText({ kind, note, orderNumber: numbers.get(orderId ?? '') ?? null }),
    amount: wirePrice(cents, currency),
    currency,
    balance: wirePrice(balanceCents, currency),
  }))
}

/** Answers `viewCredit`. */
export const createViewCredit =
  ({ database }: Pick<AppDeps, 'database'>): Handler<typeof viewCredit> =>
  async ({ actor }) => {
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const { accountId } = actor
    const entries = await statementOf(database, accountId)
    const balances = await availableCredit(database, [accountId])
    const creditFor = (currency: Currency) => ({
      currency,
      available: wirePrice(creditIn(balances, accountId, currency), currency),
      entries: entries.filter((entry) => entry.currency === currency),
    })
    const others = new Set(entries.map(({ currency }) => currency).filter((one) => one !== defaultCurrency))
    return { ...creditFor(defaultCurrency), others: [...others].toSorted().map(creditFor) }
  }
