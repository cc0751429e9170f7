import { createHash } from 'node:crypto'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { readPrice, wirePrice } from '#shared/money.ts'
import { seesNames } from '#shared/staff.ts'
import {
  addRevenue,
  breakEvenPercent,
  leavingShares,
  noRevenue,
  revenueAfterLeaving,
} from '#subscription/renewal/rules/revenue-forecast.ts'
import { previewedRows, previewIncreases } from '#subscription/renewal/server/increase-previews.ts'
import type {
  ForecastRow,
  IncreasePreview,
  NoticeDeps,
  RequestedIncrease,
} from '#subscription/renewal/server/increase-previews.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../price-increase-endpoints.ts'
import type { MailContent } from '#platform/mail.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import { previewedNotice } from '#subscription/renewal/server/previewed-notices.ts'
import type { previewKinds, WantedIncrease } from '../price-increase-endpoints.ts'
import { openRequest } from './approval-requests.ts'
import { countsOf, refusalText } from './increase-approval.ts'
import { selectMemberNames } from './increase-store.ts'
import { wirePart } from './price-increase-handlers.ts'

type Handlers = HandlersFor<typeof endpoints>

/** How the mail of an increase is written, which is of a layer above. */
export interface NoticeMails extends NoticeDeps {
  readonly increaseMail: (content: NoticeContent, subscriptionId: string) => Promise<MailContent>
}

const membersPerPage = 50

const wrong = (field: string, message: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })

type WantedPrice = WantedIncrease['prices'][number]

const requestedPart = (
  { plan_code: planCode, currency, price }: WantedPrice,
  effectiveOn: string,
  position: number,
): RequestedIncrease => {
  const priceCents = readPrice(price, currency)
  if (priceCents === null || priceCents <= 0)
    throw wrong(`prices.${position}.price`, `${planCode}: ${price} is not a price in ${currency}.`)
  return { planCode, currency, effectiveOn, priceCents }
}

/** The prices that were entered. VALIDATION_ERROR for an invalid price, for a plan that is named twice, or for an unknown one. */
const readWanted = async (services: NoticeDeps, { effective_on: day, prices }: WantedIncrease) => {
  const catalogue = await readCatalogue(services.deps)
  const requested = prices.map((price, position) => requestedPart(price, day, position))
  const seen = new Set<string>()
  for (const { planCode, currency } of requested) {
    const plan = catalogue.in(currency).get(planCode)
    if (!plan) throw wrong('prices', `There is no plan ${planCode} in ${currency}.`)
    if (plan.intervalMonths === null) throw wrong('prices', `${planCode} is no subscription.`)
    if (seen.has(`${planCode} ${currency}`))
      throw wrong('prices', `${planCode} has two prices in ${currency}.`)
    seen.add(`${planCode} ${currency}`)
  }
  return { catalogue, requested }
}

/** Names exactly these prices and counts. */
const tokenOf = (requested: readonly RequestedIncrease[], preview: IncreasePreview): string =>
  createHash('sha256')
    .update(JSON.stringify([requested, countsOf(preview)]))
    .digest('hex')

const wireRevenue = ({ revenue }: IncreasePreview, today: Temporal.PlainDate, leaving: number) =>
  revenue.map(({ currency, months }) => {
    const total = months.reduce(addRevenue, noRevenue)
    const price = (cents: number): string => wirePrice(cents, currency)
    return {
      currency,
      months: months.map(({ oldCents, newCents }, at) => ({
        from: today.add({ months: at }).toString(),
        old: price(oldCents),
        new: price(newCents),
      })),
      old: price(total.oldCents),
      new: price(total.newCents),
      difference: price(total.newCents - total.oldCents),
      by_leaving: leavingShares(breakEvenPercent(total)).map((percent) => ({
        percent,
        difference: price(revenueAfterLeaving(total, percent) - total.oldCents),
      })),
      after_leaving: leaving === 0 ? null : price(revenueAfterLeaving(total, leaving)),
      break_even_percent: breakEvenPercent(total),
    }
  })

const wirePlaces = ({ places }: IncreasePreview) =>
  places.map(({ names, rules, ...place }) => ({
    names: [...names],
    rules: [...rules],
    from_days: place.fromDays,
    to_days: place.toDays,
    members: place.members,
    late: place.late,
    first_notice_on: place.firstMailOn,
    last_notice_on: place.lastMailOn,
    example: {
      plan_code: place.example.planCode,
      currency: place.example.currency,
      new_price: wirePrice(place.example.priceCents, place.example.currency),
    },
  }))

const wireParts = (catalogue: Parameters<typeof wirePart>[0], { parts }: IncreasePreview) =>
  parts.map((part) => ({
    ...wirePart(catalogue, part),
    counts: {
      affected: part.counts.affected,
      late: part.counts.late,
      pays_as_much: part.counts.paysAsMuch,
      without_order: part.counts.withoutOrder,
      without_address: part.counts.withoutAddress,
    },
    by_price: part.byPrice.map(({ cents, count }) => ({ price: wirePrice(cents, part.currency), count })),
    refusal: part.refusal === null ? null : refusalText(part, part.refusal),
  }))

const createPreview =
  (services: NoticeDeps): Handlers['previewDeskPriceIncrease'] =>
  async (_context, { leaving, ...wanted }) => {
    const { catalogue, requested } = await readWanted(services, wanted)
    const preview = await previewIncreases(services, requested)
    const isRefused = preview.parts.some(({ refusal }) => refusal !== null)
    return {
      parts: wireParts(catalogue, preview),
      places: wirePlaces(preview),
      notices: [...preview.mails],
      first_orders: [...preview.firstOrders],
      revenue: wireRevenue(preview, dateIn(services.deps.clock.now(), brand.timeZone), leaving),
      preview_token: tokenOf(requested, preview),
      can_ask: !isRefused && preview.parts.some(({ counts }) => counts.affected > 0),
    }
  }

type PreviewKind = (typeof previewKinds)[number]

const isOfKind =
  (kind: PreviewKind) =>
  ({ outcome }: ForecastRow): boolean => {
    if (kind === 'affected') return outcome.kind === 'increased'
    if (kind === 'late') return outcome.kind === 'increased' && outcome.isLate
    return outcome.kind === kind
  }

const createPreviewedMembers =
  (services: NoticeDeps): Handlers['listPreviewedMembers'] =>
  async (context, { kind, after, effective_on, ...price }) => {
    const { requested } = await readWanted(services, { effective_on, prices: [price] })
    const [one] = requested
    if (!one) throw new ShopError('NOT_FOUND')
    const page = { after: after ?? null, limit: membersPerPage }
    const rows = await previewedRows(services, one, isOfKind(kind), page)
    const shown = rows.slice(0, membersPerPage)
    const names = seesNames(staffOf(context).role)
      ? await selectMemberNames(
          services.deps.database,
          shown.map(({ subscription }) => subscription.accountId),
        )
      : new Map<string, string>()
    return {
      members: shown.map(({ subscription: { id, accountId, terms }, outcome }) => ({
        subscription_id: id,
        name: names.get(accountId) ?? null,
        quantity: terms.quantity,
        currency: terms.currency,
        price: wirePrice(terms.unitPriceCents, terms.currency),
        notice_on: outcome.kind === 'increased' ? outcome.mailOn : null,
        from_on: outcome.kind === 'increased' ? outcome.orderOn : null,
        is_late: outcome.kind === 'increased' && outcome.isLate,
      })),
      older: rows.length > membersPerPage ? (shown.at(-1)?.subscription.id ?? null) : null,
    }
  }

const createNotice =
  (services: NoticeMails): Handlers['viewPreviewedNotice'] =>
  async (context, { effective_on, rules, ...price }) => {
    const { requested } = await readWanted(services, { effective_on, prices: [price] })
    const [one] = requested
    const notice = one && (await previewedNotice(services, one, rules))
    if (!notice) throw new ShopError('NOT_FOUND')
    // The card belongs to a member whose name not every role may see.
    const content = seesNames(staffOf(context).role)
      ? notice.content
      : { ...notice.content, card: { ...notice.content.card, last4: '····' } }
    const { subject, text } = await services.increaseMail(content, notice.subscriptionId)
    return { subject, text, notice_on: notice.mailOn }
  }

/** A person has to have read how many it touches. */
const requireTypedNumber = (typed: number, { parts }: IncreasePreview): void => {
  const affected = parts.reduce((sum, { counts }) => sum + counts.affected, 0)
  if (typed !== affected)
    throw wrong(
      'affected',
      'This is not the number of subscriptions that are affected. Please read it in the preview.',
    )
}

const createRequest =
  (services: NoticeDeps): Handlers['requestDeskPriceIncrease'] =>
  async (context, { preview_token: token, request_id: requestId, reason, affected, ...wanted }) => {
    const { requested } = await readWanted(services, wanted)
    const preview = await previewIncreases(services, requested)
    const refused = preview.parts.find(({ refusal }) => refusal !== null)
    if (refused?.refusal)
      throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusalText(refused, refused.refusal) })
    if (preview.parts.every(({ counts }) => counts.affected === 0))
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'Nobody pays less than that, so nothing would change.',
      })
    if (tokenOf(requested, preview) !== token)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'What was previewed has changed meanwhile. Please look at the preview again.',
      })
    requireTypedNumber(affected, preview)
    const prices = requested.map(({ planCode, currency, priceCents }) => ({
      plan_code: planCode,
      currency,
      price_cents: priceCents,
    }))
    return openRequest(services.deps, context, {
      kind: 'price-increase',
      requestId,
      order: null,
      payload: { effective_on: wanted.effective_on, prices, counts: countsOf(preview) },
      sum: null,
      shipments: null,
      reason,
    })
  }

/** The wizard of a price increase: its dry run, the subscriptions behind each number, and asking a second person. */
export const createIncreasePreviewHandlers = (
  services: NoticeMails,
): Pick<
  Handlers,
  'previewDeskPriceIncrease' | 'listPreviewedMembers' | 'viewPreviewedNotice' | 'requestDeskPriceIncrease'
> => ({
  viewPreviewedNotice: createNotice(services),
  previewDeskPriceIncrease: createPreview(services),
  listPreviewedMembers: createPreviewedMembers(services),
  requestDeskPriceIncrease: createRequest(services),
})
