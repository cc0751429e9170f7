import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { actionsAbout, recordAction } from '#staff/server/audits.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { timeWords } from '../rules/moment-words.ts'
import { orderSubject } from './desk-order.ts'
import { checkCount, packageNamed, previewPackage, receivePackage } from './received-package.ts'
import type { CountedPackage, ReturnPackage } from './received-package.ts'
import { enteredCents, loggedRefund, requireAllowed, requireSame } from './refund-limits.ts'

/** Its own number, or that of its order. */
export const numberOf = (found: ReturnPackage): string =>
  found.kind === 'return' ? found.one.number : found.order.number

const actionOf = ({ kind }: ReturnPackage): string => `${kind}.received`

const ReceiptEntry = z.object({ number: z.string(), request: z.string() })

/** The entry of the log of who received a package; null where a command did it. */
export const receiptEntryOf = async ({ database }: AppDeps, found: ReturnPackage) => {
  const entries = await actionsAbout(database, orderSubject(found.order.number), [actionOf(found)])
  const own = entries.map((entry) => ({ ...entry, ...ReceiptEntry.parse(JSON.parse(entry.after)) }))
  return own.find(({ number }) => number === numberOf(found)) ?? null
}

/** Why a package cannot be received, as a sentence with who was first; null when it can. */
export const refusalOf = async (deps: AppDeps, found: ReturnPackage): Promise<string | null> => {
  const state = found.kind === 'return' ? found.one.state : found.withdrawal.state
  if (state === 'received' || state === 'closed') {
    const entry = await receiptEntryOf(deps, found)
    return entry ? `${entry.actor} received it on ${timeWords(entry.at)}.` : 'It was received before.'
  }
  const isSeen = found.kind === 'return' && (found.one.label?.travel ?? null) !== null
  return state === 'canceled' && !isSeen
    ? 'It was canceled. If its package is here all the same, refund what came by line at the order.'
    : null
}

/** Units of all lines. */
export const sumOf = (lines: CountedPackage['lines'], what: 'restocked' | 'writtenOff'): number =>
  lines.reduce((sum, line) => sum + line[what], 0)

interface ReceiptAction {
  readonly actor: Staff
  /** Of the request, for the log. */
  readonly requestId: string
  /** Of the form, or of the request for a second person. */
  readonly requestKey: string
  /** For which the passkey is used above a sum. */
  readonly stepUp: (cents: Cents) => string
  /** Called before anything is written; refuses by throwing. */
  readonly before?: (tx: Tx) => Promise<void>
}

/**
 * Receives what was counted, by somebody who may, with its entry of the log; `amount` is that of the preview. Null when nothing is
 * refunded for it.
 */
export const giveReceipt = (
  services: PaymentServices,
  { actor, requestId, requestKey, stepUp, before }: ReceiptAction,
  found: ReturnPackage,
  counted: CountedPackage,
  amount: string,
): Promise<Refund | null> => {
  const number = numberOf(found)
  let refund: Readonly<Record<string, string | number>> = { cents: 0 }
  return receivePackage(services, found, counted, {
    approve: async (tx: Tx, order: Order, given: DecidedRefund | null): Promise<void> => {
      await before?.(tx)
      await checkCount(tx.db, found, counted)
      const cents = given === null ? 0 : splitSum(given.split)
      if (given !== null) refund = loggedRefund(given.split, given.requestKey)
      const expectedCents = enteredCents(amount, order.currency)
      await requireAllowed(tx, actor, order, { cents, expectedCents, action: stepUp(cents) })
    },
    also: (tx: Tx, { number: order, accountId }: Order): void =>
      recordAction(
        tx,
        { actor, requestId },
        {
          action: actionOf(found),
          subject: orderSubject(order),
          accountId,
          after: {
            number,
            request: requestKey,
            ...refund,
            restocked: sumOf(counted.lines, 'restocked'),
            written_off: sumOf(counted.lines, 'writtenOff'),
            has_other_contents: counted.otherContents !== null,
          },
          reason: counted.message ?? '',
        },
      ),
  })
}

/** What receiving a package would refund; TOTAL_CHANGED for another sum than was previewed, a sentence when it was received before. */
export const expectedReceipt = async (
  services: PaymentServices,
  number: string,
  counted: CountedPackage,
  amount: string,
) => {
  const { deps } = services
  const found = await packageNamed(deps, number)
  const refusal = await refusalOf(deps, found)
  if (refusal !== null) throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusal })
  await checkCount(deps.database, found, counted)
  const given = await previewPackage(services, found, counted)
  const cents = given === null ? 0 : splitSum(given.split)
  const { order } = found
  requireSame(cents, enteredCents(amount, order.currency), order.currency)
  return { found, order, cents, given }
}
