import { isShopError, ShopError } from '#shared/errors.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import { unitsIn } from '#order/rules/arrival.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../return-endpoints.ts'
import type { ListedReturn } from '../return-endpoints.ts'
import { returnLabelText } from '../rules/return-label-text.ts'
import { findReturns, selectAwaitedReturns } from './desk-return-store.ts'
import type { StoredDeskReturn } from './desk-return-store.ts'
import { giveReceipt, numberOf, receiptEntryOf, refusalOf, sumOf } from './receipt-action.ts'
import { checkCount, expectedIn, foundIn, packageNamed, previewPackage } from './received-package.ts'
import type { CountedPackage, ReturnPackage } from './received-package.ts'
import { explained, limitsOf, refundStateTexts, wireGiven } from './refund-limits.ts'

const perPage = 50

const states = {
  requested: 'awaited',
  'awaiting-return': 'awaited',
  received: 'received',
  closed: 'received',
  canceled: 'canceled',
  expired: 'expired',
} as const

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const wireWay = (row: StoredDeskReturn): Omit<ListedReturn, 'lines'> => ({
  kind: row.kind,
  number: row.number,
  order: row.order_number,
  person: row.person.trim(),
  state: states[row.state],
  reason: row.reason,
  requested_at: instantText(row.requested_at),
  due_on: row.due_on,
  label: returnLabelText(row.travel, row.label_state),
  tracking: row.tracking,
})

const createListHandler =
  ({ deps }: PaymentServices): Handler<typeof endpoints.listDeskReturns> =>
  async (_context, { q, after }) => {
    const rows = q
      ? await findReturns(deps.database, q, perPage)
      : await selectAwaitedReturns(deps.database, after, perPage)
    const page = rows.slice(0, perPage)
    const last = page.at(-1)
    return {
      returns: page.map((row) => ({ ...wireWay(row), lines: row.lines ?? [] })),
      older: rows.length > perPage && last ? `${instantText(last.requested_at)}~${last.id}` : null,
    }
  }

const createViewHandler =
  ({ deps }: PaymentServices): Handler<typeof endpoints.viewDeskReturn> =>
  async (_context, { number }) => {
    const found = await packageNamed(deps, number)
    const [row] = await findReturns(deps.database, numberOf(found), 1)
    if (!row) throw new ShopError('NOT_FOUND')
    const { announced, most } = await expectedIn(deps.database, found)
    const received = await foundIn(deps, found)
    const isReturn = found.kind === 'return'
    return {
      ...wireWay(row),
      refusal: await refusalOf(deps, found),
      lines: found.order.lines.map(({ planCode, name, stock }, position) => {
        const own = received?.find((line) => line.position === position)
        return {
          position,
          sku: planCode,
          name,
          product: stock.product,
          announced: announced.find((line) => line.position === position)?.quantity ?? 0,
          most: most.find((line) => line.position === position)?.quantity ?? 0,
          found: own ? { restocked: own.restocked, written_off: own.writtenOff, note: own.note } : null,
        }
      }),
      other_contents: isReturn ? found.one.otherContents : found.withdrawal.otherContents,
      message: isReturn ? found.one.message : null,
    }
  }

type Counted = PayloadOf<typeof endpoints.previewDeskReceipt>

/** What a form says was in the package. */
export const countedOf = (payload: Counted): CountedPackage => ({
  lines: payload.lines
    .map(({ written_off: writtenOff, ...line }) => ({ ...line, writtenOff }))
    .filter((line) => unitsIn(line) > 0 || line.note !== null),
  otherContents: payload.other_contents,
  message: payload.message,
  despiteMissing: payload.despite_missing,
})

const createPreviewHandler =
  (services: PaymentServices): Handler<typeof endpoints.previewDeskReceipt> =>
  async (context, payload) => {
    const { deps } = services
    const found = await packageNamed(deps, payload.number)
    const counted = countedOf(payload)
    await checkCount(deps.database, found, counted)
    const given = await previewPackage(services, found, counted)
    const cents = given === null ? 0 : splitSum(given.split)
    const action = stepUpActions.receive(numberOf(found), cents)
    return {
      ...wireGiven(found.order, given),
      restocked: sumOf(counted.lines, 'restocked'),
      written_off: sumOf(counted.lines, 'writtenOff'),
      ...(await limitsOf(deps.database, staffOf(context), found.order, { cents, action })),
    }
  }

/** The form that was sent before by the same person is done; another one reads who was first. */
const answerToSecond = async (
  deps: AppDeps,
  context: RequestContext,
  found: ReturnPackage,
  requestId: string,
  thrown: unknown,
): Promise<{ text: string }> => {
  if (!isShopError(thrown) || thrown.data?.['reason'] !== 'received') throw explained(thrown)
  const entry = await receiptEntryOf(deps, found)
  const isOwn = entry?.staffId === staffOf(context).staffId && entry.request === requestId
  if (isOwn) return { text: 'It is received.' }
  throw new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${(await refusalOf(deps, await packageNamed(deps, numberOf(found)))) ?? thrown.detail} Nothing was refunded or counted twice.`,
    data: { reason: 'received' },
  })
}

/** What became of a package, as a sentence. */
export const receiptText = (refund: Refund | null): string =>
  refund === null ? 'It is received, and nothing is refunded.' : refundStateTexts[refund.state]

const createReceiveHandler =
  (services: PaymentServices): Handler<typeof endpoints.receiveDeskReturn> =>
  async (context, payload) => {
    const { deps } = services
    const found = await packageNamed(deps, payload.number)
    const counted = countedOf(payload)
    try {
      const number = numberOf(found)
      const action = {
        actor: staffOf(context),
        requestId: context.requestId,
        requestKey: payload.request_id,
        stepUp: (cents: Cents) => stepUpActions.receive(number, cents),
      }
      const refund = await giveReceipt(services, action, found, counted, payload.amount)
      return {
        text: receiptText(refund),
      }
    } catch (thrown) {
      return answerToSecond(deps, context, found, payload.request_id, thrown)
    }
  }

/** Packages that come back: found, looked at, counted and refunded. */
export const createReturnHandlers = (services: PaymentServices): HandlersFor<typeof endpoints> => ({
  listDeskReturns: createListHandler(services),
  viewDeskReturn: createViewHandler(services),
  previewDeskReceipt: createPreviewHandler(services),
  receiveDeskReturn: createReceiveHandler(services),
})
