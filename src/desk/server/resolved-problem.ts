import { z } from 'zod'
import { isShopError, ShopError } from '#shared/errors.ts'
import { splitSum } from '#shared/payment-split.ts'
import { orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { problemByNumber, resolveProblem } from '#return/server/problems.ts'
import type { ProblemWish } from '#return/rules/problem-offer.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { actionsAbout, recordAction } from '#staff/server/audits.ts'
import type { StoredEntry } from '#staff/server/audits.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { timeWords } from '../rules/moment-words.ts'
import { orderSubject } from './desk-order.ts'
import { enteredCents, explained, loggedRefund, refundStateTexts, requireAllowed } from './refund-limits.ts'
import { loggedUnits, requireReship } from './reship-check.ts'

/** An action on a report, as a form asks for it. */
export interface WantedResolution {
  /** In capitals. */
  readonly number: string
  readonly kind: ProblemWish | 'decline'
  readonly note: string | null
  /** Of the form: sent again it is the same action. */
  readonly requestId: string
  /** The amount of the preview of a refund. */
  readonly amount: string
}

const actions = {
  refund: 'problem.refunded',
  reship: 'problem.reshipped',
  decline: 'problem.declined',
} as const satisfies Readonly<Record<WantedResolution['kind'], string>>

const Resolved = z.object({ problem: z.string(), request: z.string() })

/** The entry of the log of who resolved a report; null while it is open, and where the shop or a command did it. */
export const resolutionEntryOf = async (
  { database }: AppDeps,
  order: Pick<Order, 'number'>,
  number: string,
): Promise<(StoredEntry & z.output<typeof Resolved>) | null> => {
  const entries = await actionsAbout(database, orderSubject(order.number), Object.values(actions))
  const all = entries.map((entry) => ({ ...entry, ...Resolved.parse(JSON.parse(entry.after)) }))
  return all.find(({ problem }) => problem === number) ?? null
}

const doneTexts = {
  reship: 'It is sent again, free of charge. Its shipment waits to be packed, and the buyer gets a mail.',
  decline: 'It is declined. The buyer gets a mail with your words.',
} as const

/** What became of it, as a sentence. */
const doneText = (kind: WantedResolution['kind'], refund: Refund | null): string => {
  if (kind !== 'refund') return doneTexts[kind]
  return refund === null ? 'The refund is recorded.' : refundStateTexts[refund.state]
}

const pastTexts: ReadonlyMap<string, string> = new Map([
  [actions.refund, 'refunded it'],
  [actions.reship, 'sent it again'],
  [actions.decline, 'declined it'],
])

/** The same form again is done; another person reads who was first. */
const answerToSecond = async (
  deps: AppDeps,
  context: RequestContext,
  { number, kind, requestId }: WantedResolution,
  thrown: unknown,
): Promise<string> => {
  if (!isShopError(thrown) || thrown.data?.['reason'] !== 'resolved')
    throw kind === 'refund' ? explained(thrown) : thrown
  const one = await problemByNumber(deps.database, number)
  const entry = one && (await resolutionEntryOf(deps, await orderById(deps.database, one.orderId), number))
  const isOwn = entry?.staffId === staffOf(context).staffId && entry.request === requestId
  if (isOwn && entry.action === actions[kind]) return doneText(kind, null)
  const first = entry
    ? `${entry.actor} ${pastTexts.get(entry.action) ?? 'resolved it'} on ${timeWords(entry.at)}.`
    : thrown.detail
  throw new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${first} Nothing was done a second time.`,
    data: { reason: 'resolved' },
  })
}

/** The limits of who does it, and the entry of the log, in the transaction of the action. */
const hooksOf = (context: RequestContext, { number, kind, note, requestId, amount }: WantedResolution) => {
  const actor = staffOf(context)
  let given: Readonly<Record<string, string | number>> = {}
  return {
    approveRefund: async (tx: Tx, order: Order, { split, requestKey }: DecidedRefund): Promise<void> => {
      const cents = splitSum(split)
      given = loggedRefund(split, requestKey)
      const expectedCents = enteredCents(amount, order.currency)
      const action = stepUpActions.refundProblem(number, cents)
      await requireAllowed(tx, actor, order, { cents, expectedCents, action })
    },
    approveReship: async (tx: Tx, order: Order, units: Parameters<typeof loggedUnits>[0]): Promise<void> => {
      given = { units: loggedUnits(units) }
      await requireReship(tx, order, units)
    },
    also: (tx: Tx, { number: order, accountId }: Order): void =>
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: actions[kind],
          subject: orderSubject(order),
          accountId,
          after: { problem: number, request: requestId, ...given },
          reason: note ?? '',
        },
      ),
  }
}

/** Resolves a report by the rules of the module return, with the limits and the entry of the log of who does it. */
export const resolveAtDesk = async (
  services: PaymentServices,
  context: RequestContext,
  wanted: WantedResolution,
): Promise<string> => {
  const { number, kind, note } = wanted
  try {
    const refund = await resolveProblem(services, number, { kind, note }, hooksOf(context, wanted))
    return doneText(kind, refund)
  } catch (thrown) {
    return answerToSecond(services.deps, context, wanted, thrown)
  }
}
