import { z } from 'zod'
import { isShopError, ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import { orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { cardEndingText } from '#payment/card/rules/card.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { needsDecision, refundById } from '#payment/refund/server/refunds.ts'
import type { DecidedRefund } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { refundReasonText } from '#payment/refund/rules/refund.ts'
import { closeRefused, previewRepeated, repeatRefused } from '#refund/server/repeated-refunds.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { actionsAbout, recordAction } from '#staff/server/audits.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type * as endpoints from '../refused-refund-endpoints.ts'
import type { RefusedRefund } from '../refused-refund-endpoints.ts'
import { refusedRefundText } from '../rules/refused-refund-words.ts'
import { timeWords } from '../rules/moment-words.ts'
import { orderSubject } from './desk-order.ts'
import {
  enteredCents,
  explained,
  limitsOf,
  loggedRefund,
  refundStateTexts,
  requireAllowed,
  wireGiven,
} from './refund-limits.ts'

type Handlers = HandlersFor<typeof endpoints>

const repeated = 'refund.repeated'
const closed = 'refund.closed'

/** A refused refund with its order. NOT_FOUND for any other refund. */
const found = async ({ database }: AppDeps, id: string): Promise<{ refused: Refund; order: Order }> => {
  const refused = await refundById(database, id)
  if (refused?.state !== 'refused') throw new ShopError('NOT_FOUND')
  return { refused, order: await orderById(database, refused.orderId) }
}

const Decided = z.object({ refund: z.string(), request: z.string(), as_credit: z.boolean().optional() })

/** The entry of the log of who gave a refund once more, or took it off the list; null where nobody at the desk did. */
const entryOf = async ({ database }: AppDeps, { number }: Order, refundId: string) => {
  const entries = await actionsAbout(database, orderSubject(number), [repeated, closed])
  const all = entries.map((entry) => ({ ...entry, ...Decided.parse(JSON.parse(entry.after)) }))
  return all.find(({ refund }) => refund === refundId) ?? null
}

const sumsOf = ({ split, currency }: Refund) => ({
  amount: wirePrice(splitSum(split), currency),
  to_card: wirePrice(split.cardCents, currency),
  as_credit: wirePrice(split.creditCents, currency),
})

const outcomeOf = async (
  deps: AppDeps,
  order: Order,
  { id, replacedBy }: Refund,
): Promise<RefusedRefund['outcome']> => {
  const given = replacedBy === null ? null : await refundById(deps.database, replacedBy)
  if (given === null) return null
  return {
    id: given.id,
    ...sumsOf(given),
    text: refundStateTexts[given.state],
    is_open: needsDecision(given),
    at: given.requestedAt.toString(),
    by: (await entryOf(deps, order, id))?.actor ?? null,
  }
}

/** Whether its lines were refunded otherwise, so that nothing can be given for it. */
const isNothingLeft = (services: PaymentServices, { orderId, id: refundId }: Refund): Promise<boolean> =>
  previewRepeated(services, { orderId, refundId, asCredit: true }).then(
    () => false,
    (thrown: unknown) => isShopError(thrown) && thrown.data?.['reason'] === 'nothing-left',
  )

const createView =
  (services: PaymentServices): Handlers['viewDeskRefusedRefund'] =>
  async (_context, { id }) => {
    const { deps } = services
    const { refused, order } = await found(deps, id)
    return {
      id,
      order_number: order.number,
      account_id: order.accountId,
      currency: refused.currency,
      ...sumsOf(refused),
      card: order.card === null ? null : cardEndingText(order.card),
      reason: refundReasonText(refused.reason, refused.note) ?? '',
      refusal: refusedRefundText(refused.refusal ?? ''),
      requested_at: refused.requestedAt.toString(),
      is_open: needsDecision(refused),
      can_close: needsDecision(refused) && (await isNothingLeft(services, refused)),
      outcome: await outcomeOf(deps, order, refused),
    }
  }

type Wanted = PayloadOf<typeof endpoints.repeatDeskRefund>

/** The confirmation counts for one refund, one way and one amount. */
const stepUp = ({ id, as_credit: asCredit }: Pick<Wanted, 'id' | 'as_credit'>, cents: number): string =>
  stepUpActions.repeatRefund(id, asCredit ? 'as credit' : 'to the card', cents)

const createPreview =
  (services: PaymentServices): Handlers['previewDeskRepeat'] =>
  async (context, wanted) => {
    const { deps } = services
    const { refused } = await found(deps, wanted.id)
    const again = { orderId: refused.orderId, refundId: refused.id, asCredit: wanted.as_credit }
    const { order, given } = await previewRepeated(services, again)
    const cents = splitSum(given.split)
    const limited = { cents, action: stepUp(wanted, cents) }
    return {
      ...wireGiven(order, given),
      ...(await limitsOf(deps.database, staffOf(context), order, limited)),
    }
  }

/** Within the limits of who does it, with the entry of the log. */
const approveFor =
  (context: RequestContext, wanted: Wanted) =>
  async (tx: Tx, order: Order, refused: Refund, { split, requestKey }: DecidedRefund): Promise<void> => {
    const actor = staffOf(context)
    const cents = splitSum(split)
    const expectedCents = enteredCents(wanted.amount, order.currency)
    await requireAllowed(tx, actor, order, { cents, expectedCents, action: stepUp(wanted, cents) })
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      {
        action: repeated,
        subject: orderSubject(order.number),
        accountId: order.accountId,
        after: {
          refund: refused.id,
          request: wanted.request_id,
          as_credit: wanted.as_credit,
          ...loggedRefund(split, requestKey),
        },
      },
    )
  }

const closedText = 'It is off the list.'

const howText = ({
  action,
  as_credit: asCredit,
}: {
  readonly action: string
  readonly as_credit?: boolean | undefined
}): string => {
  if (action === closed) return 'took it off the list'
  return asCredit ? 'gave it as store credit' : 'tried it again'
}

type Repetition = Pick<Wanted, 'id' | 'request_id'> & {
  readonly action: string
  readonly as_credit?: boolean
}

/** The same form again is done; another person reads who was first. */
const answerToSecond = async (
  deps: AppDeps,
  context: RequestContext,
  { id, action, as_credit: asCredit, request_id: requestId }: Repetition,
  thrown: unknown,
): Promise<{ text: string }> => {
  if (!isShopError(thrown) || thrown.data?.['reason'] !== 'not-refused') throw explained(thrown)
  const { refused, order } = await found(deps, id)
  const entry = await entryOf(deps, order, id)
  const given = refused.replacedBy === null ? null : await refundById(deps.database, refused.replacedBy)
  const isOwn = entry?.staffId === staffOf(context).staffId && entry.request === requestId
  if (isOwn && entry.action === action && entry.as_credit === asCredit && given)
    return { text: action === closed ? closedText : refundStateTexts[given.state] }
  const first = entry
    ? `${entry.actor} ${howText(entry)} on ${timeWords(entry.at)}.`
    : 'Another refund took its place before.'
  throw new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${first} Nothing was refunded a second time.`,
    data: { reason: 'not-refused' },
  })
}

/** Refunds that the processor refused: seen, tried again, given as credit, and closed. */
export const createRefusedRefundHandlers = (services: PaymentServices): Handlers => ({
  viewDeskRefusedRefund: createView(services),
  previewDeskRepeat: createPreview(services),
  repeatDeskRefund: async (context, wanted) => {
    const { deps } = services
    const { refused } = await found(deps, wanted.id)
    const again = { orderId: refused.orderId, refundId: refused.id, asCredit: wanted.as_credit }
    try {
      const { state } = await repeatRefused(services, again, approveFor(context, wanted))
      return { text: refundStateTexts[state] }
    } catch (thrown) {
      return answerToSecond(deps, context, { ...wanted, action: repeated }, thrown)
    }
  },
  closeDeskRefund: async (context, { id, request_id }) => {
    const { deps } = services
    const { refused } = await found(deps, id)
    const by = { actor: staffOf(context), requestId: context.requestId }
    try {
      await closeRefused(services, { orderId: refused.orderId, refundId: id }, (tx, { number, accountId }) =>
        recordAction(tx, by, {
          action: closed,
          subject: orderSubject(number),
          accountId,
          after: { refund: id, request: request_id },
        }),
      )
      return { text: closedText }
    } catch (thrown) {
      return answerToSecond(deps, context, { id, request_id, action: closed }, thrown)
    }
  },
})
