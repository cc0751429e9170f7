import { isAccessEnded } from '#account/server/accounts.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import { pageChallengeOf, paymentMethodOf } from '#payment/charge/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { localAddress } from '#shared/locale-path.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as owedEndpoints from '../owed-endpoints.ts'
import { problemMessage } from '#subscription/dunning/rules/dunning.ts'
import { createCardLinks } from '#subscription/dunning/server/card-links.ts'
import { declinedCards } from '#subscription/dunning/server/dunning-cases.ts'
import { selectCase } from '#subscription/dunning/server/dunning-store.ts'
import { confirmationOf } from './confirmation.ts'
import { chargeByLink, owedOrderOf } from './owed-order.ts'
import type { OwedOrder } from './owed-order.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { payOwed } from './pay-owed.ts'
import type { OwedPayment } from './pay-owed.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import { readShownTotals } from '#pricing/rules/shown-totals.ts'
import { toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import { isInFlight } from '#subscription/renewal/server/open-cycles.ts'

type OwedReply = ReplyOf<typeof owedEndpoints.viewOwedOrder>

const totalsOf = ({ dunningCase, cycle, upcoming, row }: OwedOrder) => {
  const isPaid = dunningCase.state === 'recovered'
  const { lines, totals, currency } = isPaid ? cycle.quote : upcoming.price
  return {
    plan_name: lines[0]?.name ?? '',
    lines: lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      subtotal: wirePrice(lineSubtotal(line), currency),
    })),
    ...wireTotals(totals, currency),
    to_pay: wirePrice(toPayCents(totals), currency),
    currency,
    next_order_on: isPaid ? row.nextOrderOn : (upcoming.nextDates[1]?.toString() ?? null),
  }
}

const statusOf = async (
  services: RenewalDeps,
  { dunningCase, cycle }: Pick<OwedOrder, 'dunningCase' | 'cycle'>,
): Promise<Pick<OwedReply, 'status' | 'challenge_url'>> => {
  if (dunningCase.state === 'recovered') return { status: 'paid', challenge_url: null }
  if (!isInFlight(cycle)) return { status: 'owed', challenge_url: null }
  const charge = await chargeByLink(services.deps.database, cycle)
  return charge?.state === 'challenge'
    ? { status: 'challenge', challenge_url: charge.challengeUrl }
    : { status: 'pending', challenge_url: null }
}

const shownStatus = async (services: RenewalDeps, owed: OwedOrder) => {
  const charge = isInFlight(owed.cycle) ? await chargeByLink(services.deps.database, owed.cycle) : null
  return { ...(await statusOf(services, owed)), page_challenge: await pageChallengeOf(services, charge) }
}

interface Shown {
  readonly token: string
  readonly total: string
  readonly credit?: string | null | undefined
}

const payBy = async (
  services: RenewalDeps,
  { caseId, locale }: { readonly caseId: string; readonly locale: Locale },
  { token, total, credit }: Shown,
  means: OwedPayment['means'],
) => {
  const shownIn = (currency: Currency) => readShownTotals({ total, credit: credit ?? undefined }, currency)
  const returnPath = localAddress(`/update-card/${token}`, locale)
  await payOwed(services, { caseId, means, shownIn, returnPath })
  return statusOf(services, await owedOrderOf(services, services.deps.database, caseId))
}

/** The endpoints behind the link that requests a new card. */
export const owedOrderRoutes = (services: RenewalDeps, gate: CardGate): readonly Route[] => {
  const { deps } = services
  /** A new password, or signing out everywhere, ends links from before. */
  const caseOf = async (token: string) => {
    const linkedCase = createCardLinks(deps).read(token, deps.clock.now())
    const dunningCase = linkedCase && (await selectCase(deps.database, linkedCase.caseId))
    if (!linkedCase || !dunningCase) throw new ShopError('LINK_EXPIRED')
    const isEnded = await isAccessEnded(deps.database, dunningCase.accountId, linkedCase.issuedAt)
    if (isEnded) throw new ShopError('LINK_EXPIRED')
    return dunningCase
  }
  return routes(owedEndpoints, {
    viewOwedOrder: async (_context, { token }) => {
      const owed = await owedOrderOf(services, deps.database, (await caseOf(token)).id)
      const { dunningCase, row } = owed
      const card = await paymentMethodOf(deps.database, row.accountId, row.paymentMethodId)
      if (!card) throw new ShopError('LINK_EXPIRED')
      const declined = (await declinedCards(deps.database, [dunningCase]))(dunningCase) ?? card
      return {
        ...(await shownStatus(services, owed)),
        ...totalsOf(owed),
        card: { brand: declined.brand, last4: declined.last4 },
        problem: problemMessage(dunningCase.declineKind, 'en'),
        can_confirm: (await confirmationOf(services, owed)) !== null,
        next_try_on: dunningCase.state === 'open' ? row.nextAttemptOn : null,
        next_try_card: { brand: card.brand, last4: card.last4 },
      }
    },
    payOwedOrder: async (context, { card, ...shown }) => {
      const { id: caseId, accountId } = await caseOf(shown.token)
      const cardTry = await gate.read(context, shown, { requestId: caseId, cardToken: card.token, accountId })
      const means = { kind: 'card', token: card.token, cardTry } as const
      return payBy(services, { caseId, locale: context.locale }, shown, means)
    },
    confirmOwedOrder: async ({ locale }, shown) => {
      const { id: caseId } = await caseOf(shown.token)
      return payBy(services, { caseId, locale }, shown, { kind: 'confirm' })
    },
  })
}
