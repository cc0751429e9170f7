import { orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { refundById } from '#payment/refund/server/refunds.ts'
import { photosOf, previewProblemRefund, problemByNumber, selectPhoto } from '#return/server/problems.ts'
import type { Problem } from '#return/server/problems.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordView } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import { seesNames } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../problem-endpoints.ts'
import type { DeskProblem, ListedProblem } from '../problem-endpoints.ts'
import { orderSubject } from './desk-order.ts'
import { selectDeskProblems } from './desk-problem-store.ts'
import type { StoredDeskProblem } from './desk-problem-store.ts'
import { explained, limitsOf, refundStateTexts, wireGiven } from './refund-limits.ts'
import { reshipRefusalOf } from './reship-check.ts'
import { resolutionEntryOf, resolveAtDesk } from './resolved-problem.ts'
import { wireReported } from './wire-reported.ts'

const perPage = 50

type Handlers = HandlersFor<typeof endpoints>

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const wireListed = (row: StoredDeskProblem, showsNames: boolean): ListedProblem => ({
  number: row.number,
  order_number: row.order_number,
  person: showsNames ? (row.person?.trim() ?? '') : null,
  kind: row.kind,
  wish: row.wish,
  state: row.state,
  reported_at: instantText(row.reported_at),
  lines: row.lines ?? [],
  photos: row.photos,
})

const named = async ({ database }: AppDeps, number: string): Promise<{ one: Problem; order: Order }> => {
  const one = await problemByNumber(database, number)
  if (one === null) throw new ShopError('NOT_FOUND')
  return { one, order: await orderById(database, one.orderId) }
}

const refundOf = async ({ database }: AppDeps, { refundId }: Problem): Promise<DeskProblem['refund']> => {
  const refund = refundId === null ? null : await refundById(database, refundId)
  return (
    refund && {
      id: refund.id,
      amount: wirePrice(splitSum(refund.split), refund.currency),
      currency: refund.currency,
      text: refundStateTexts[refund.state],
      is_refused: refund.state === 'refused',
    }
  )
}

const personOf = ({ shipTo, email }: Order) => ({
  name: `${shipTo.firstName} ${shipTo.lastName}`.trim(),
  email,
})

const createListHandler =
  ({ deps }: PaymentServices): Handlers['listDeskProblems'] =>
  async (context, { state, after }) => {
    const rows = await selectDeskProblems(deps.database, { state, after }, perPage)
    const page = rows.slice(0, perPage)
    const last = page.at(-1)
    const showsNames = seesNames(staffOf(context).role)
    return {
      problems: page.map((row) => wireListed(row, showsNames)),
      older: rows.length > perPage && last ? `${instantText(last.reported_at)}~${last.id}` : null,
    }
  }

/** What people wrote, drew or are called, so that none of it is there for roles that see no names. */
const personalOf = (one: Problem, order: Order, photos: readonly string[], showsNames: boolean) => ({
  person: showsNames ? personOf(order) : null,
  details: showsNames ? one.details : null,
  note: showsNames ? one.note : null,
  photo_count: photos.length,
  photos: showsNames ? [...photos] : [],
})

const createViewHandler =
  ({ deps }: PaymentServices): Handlers['viewDeskProblem'] =>
  async (context, { number }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const { one, order } = await named(deps, number)
    const photos = (await photosOf(deps.database, [one.id])).get(one.id) ?? []
    const by = one.state === 'open' ? null : await resolutionEntryOf(deps, order, one.number)
    const subject = orderSubject(order.number)
    const look = { action: 'problem.viewed', subject, accountId: one.accountId }
    if (showsNames) await recordView(deps, { actor, requestId: context.requestId }, look)
    return {
      ...wireReported(one),
      ...personalOf(one, order, photos, showsNames),
      order_number: order.number,
      account_id: one.accountId,
      wish: one.wish,
      lines: one.lines.map(({ position, quantity }) => ({
        name: order.lines[position]?.name ?? '',
        quantity,
      })),
      resolved_at: one.resolvedAt?.toString() ?? null,
      resolved_by: by?.actor ?? null,
      is_automatic: one.isAutomatic,
      refund: await refundOf(deps, one),
      reship_refusal: await reshipRefusalOf(deps.database, order, one.lines),
    }
  }

const createPhotoHandler =
  ({ deps }: PaymentServices): Handlers['viewDeskProblemPhoto'] =>
  async (context, { number, photo }) => {
    // A photo may show a name, such as that of a label.
    if (!seesNames(staffOf(context).role)) throw new ShopError('NOT_FOUND')
    const { one } = await named(deps, number)
    const own = (await photosOf(deps.database, [one.id])).get(one.id) ?? []
    const jpeg = own.includes(photo) ? await selectPhoto(deps.database, photo) : null
    if (!jpeg) throw new ShopError('NOT_FOUND')
    return { jpeg: jpeg.toString('base64') }
  }

const createPreviewHandler =
  (services: PaymentServices): Handlers['previewDeskProblemRefund'] =>
  async (context, { number }) => {
    const { order, given } = await previewProblemRefund(services, number).catch((thrown: unknown) => {
      throw explained(thrown)
    })
    const cents = splitSum(given.split)
    const action = stepUpActions.refundProblem(number, cents)
    return {
      ...wireGiven(order, given),
      ...(await limitsOf(services.deps.database, staffOf(context), order, { cents, action })),
    }
  }

/** Reports of problems: read, and resolved by the rules of the module return. */
export const createDeskProblemHandlers = (services: PaymentServices): Handlers => ({
  listDeskProblems: createListHandler(services),
  viewDeskProblem: createViewHandler(services),
  viewDeskProblemPhoto: createPhotoHandler(services),
  previewDeskProblemRefund: createPreviewHandler(services),
  refundDeskProblem: async (context, { number, request_id: requestId, amount, note }) => ({
    text: await resolveAtDesk(services, context, { number, kind: 'refund', note, requestId, amount }),
  }),
  reshipDeskProblem: async (context, { number, request_id: requestId, note }) => ({
    text: await resolveAtDesk(services, context, { number, kind: 'reship', note, requestId, amount: '' }),
  }),
  declineDeskProblem: async (context, { number, request_id: requestId, note }) => ({
    text: await resolveAtDesk(services, context, { number, kind: 'decline', note, requestId, amount: '' }),
  }),
})
