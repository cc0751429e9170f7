import { accountRoutes } from '#account/server/account-handlers.ts'
import { signOutHere } from '#account/server/account-services.ts'
import { matchesPassword } from '#account/server/passwords.ts'
import { actorOf } from '#account/server/sessions.ts'
import { withAgentAccess } from '#agent/server/agent-access.ts'
import type { AgentAccessDeps } from '#agent/server/agent-access.ts'
import { agentRoutes } from '#agent/server/agent-handlers.ts'
import type { AgentDeps } from '#agent/server/agent-handlers.ts'
import { recipientsOf } from '#analytics/server/create-destinations.ts'
import { analyticsRoutes } from '#analytics/server/visits.ts'
import { cartRoutes } from '#cart/server/cart-handlers.ts'
import { catalogueRoutes } from '#catalogue/server/catalogue-handlers.ts'
import { checkoutRoutes } from '#checkout/server/checkout-handlers.ts'
import { cartsInPayment } from '#checkout/server/checkouts.ts'
import { walletRoutes } from '#checkout/wallet/server/wallet-handlers.ts'
import { consentRoutes } from '#consent/server/consents.ts'
import { contactRoutes } from '#contact/server/messages.ts'
import { contentRoutes } from '#content/server/pages.ts'
import { couponRoutes } from '#coupon/server/coupon-handlers.ts'
import { deskEndpoints } from '#desk/server/desk-handlers.ts'
import { devToolsRoutes } from '#dev-tools/server/dev-tools-handlers.ts'
import { experimentRoutes } from '#experiment/server/experiments.ts'
import { giftRoutes } from '#gift/server/gift-handlers.ts'
import { invoiceRoutes } from '#invoice/server/invoice-handlers.ts'
import { completeByDataFile } from '#location/server/address-completion.ts'
import { locationRoutes } from '#location/server/location-handlers.ts'
import { loyaltyRoutes } from '#loyalty/server/loyalty-routes.ts'
import { newsletterRoutes } from '#newsletter/server/newsletter-routes.ts'
import { orderRoutes } from '#order/server/order-handlers.ts'
import { isOwnOrder } from '#order/server/orders.ts'
import { partnerDeskRoutes } from '#partner/server/desk-handlers.ts'
import { partnerRoutes } from '#partner/server/partner-handlers.ts'
import { withStoredReplies } from '#partner/server/stored-replies.ts'
import { paymentRoutes } from '#payment/server/payment-handlers.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import type { Route } from '#platform/route.ts'
import { certificateRoutes } from '#certificate/server/certificate-handlers.ts'
import { reviewRoutes } from '#review/server/review-handlers.ts'
import { deskReportRoutes } from '#report/server/desk-handlers.ts'
import { reportRoutes } from '#report/server/report-handlers.ts'
import { shippingRoutes } from '#pricing/server/shipping-handlers.ts'
import { changeRoutes } from '#subscription/change/server/change-handlers.ts'
import { owedOrderRoutes } from '#subscription/owed-order/server/owed-handlers.ts'
import { subscriptionRoutes } from '#subscription/server/subscription-handlers.ts'
import { paysSubscription } from '#subscription/server/subscriptions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { staffRoutes } from '#staff/server/staff-handlers.ts'
import { withRefusedActions } from '#staff/server/refused-actions.ts'
import { surveyRoutes } from '#survey/server/survey-handlers.ts'
import { problemRoutes } from '#return/server/problem-handlers.ts'
import { returnRoutes } from '#return/server/return-handlers.ts'
import { withdrawalRoutes } from '#withdrawal/server/withdrawal-handlers.ts'
import { cancelOrder } from '#withdrawal/server/withdrawals.ts'
import { withRateLimits } from '../web/http/rate-limits.ts'
import { withSecurityLog } from '../web/http/security-log.ts'
import { accountDeps } from './account-deps.ts'
import { isScreen } from '../web/routing/known-addresses.ts'
import { localOnly, withLocalDemoSignIn } from './guarded-routes.ts'
import { createCardPayments } from './card-payments.ts'
import { readShopOutbox, timeMachineDeps } from './dev-tools.ts'
import { renderMail } from '#platform/render-mail.ts'
import { noticeDocument } from '#subscription/mails/subscription-mail-jobs.ts'
import type { Shop } from './shop.ts'

type Modules = Omit<Shop, 'close'>

const shoppingRoutes = (modules: Modules): readonly Route[] => {
  const { deps, content } = modules
  return [
    ...contentRoutes(content, deps),
    ...catalogueRoutes(deps),
    ...couponRoutes(deps),
    ...locationRoutes({ completion: completeByDataFile(modules.cityFiles), log: deps.log }),
    ...shippingRoutes(deps),
    ...cartRoutes({ deps, cartsInPayment }),
  ]
}

/** Purchases and what follows them. */
const orderingRoutes = (modules: Modules): readonly Route[] => {
  const { deps, services, identityOf, cancellationReasons, reasonTexts, flags, cardGate } = modules
  return [
    ...checkoutRoutes(services, identityOf, cardGate),
    ...walletRoutes(services, identityOf, cardGate),
    ...orderRoutes({ deps, cartsInPayment }),
    ...invoiceRoutes(deps, (accountId, orderId) => isOwnOrder(deps.database, accountId, orderId)),
    ...giftRoutes(deps),
    ...withdrawalRoutes(services),
    ...returnRoutes(services),
    ...problemRoutes(services),
    ...reviewRoutes(deps),
    ...certificateRoutes(deps, modules.lots),
    ...paymentRoutes({
      services,
      subscriptions: createCardPayments(services),
      isCardInUse: paysSubscription,
      identityOf,
      cardGate,
    }),
    ...subscriptionRoutes(services),
    ...changeRoutes({
      services,
      cancellationReasons,
      reasonTexts,
      experiments: { deps, flags },
      cancelOrder: (orderId, also) => cancelOrder(services, orderId, also),
    }),
    ...owedOrderRoutes(services, cardGate),
  ]
}

/** Ends the session that this browser has in the shop, also where the request is one at the desk. */
const signOutOf =
  ({ deps, sessionCookie }: Pick<Modules, 'deps' | 'sessionCookie'>): AgentDeps['signOut'] =>
  async (context) => {
    const actor = await actorOf(deps, context.cookies.get(sessionCookie))
    await signOutHere({ deps }, { ...context, actor })
  }

/** Accounts, and what visitors answer, allow and are shown. */
const visitorRoutes = (modules: Modules): readonly Route[] => {
  const { deps, settings, flags, surveys, metrics, destinations } = modules
  return [
    ...withLocalDemoSignIn(accountRoutes(deps, accountDeps(modules)), settings),
    ...agentRoutes(deps, { matchesPassword, signOut: signOutOf(modules) }),
    ...consentRoutes(deps, recipientsOf(destinations)),
    ...experimentRoutes({ deps, flags, forDevelopers: settings.processor.kind === 'sandbox' }),
    ...analyticsRoutes({ deps, destinations, count: metrics.browser.count }),
    ...surveyRoutes(deps, surveys),
    ...loyaltyRoutes({ deps, flags, surveys }),
    ...contactRoutes(deps, createHumanCheck(deps, settings.turnstile)),
    ...newsletterRoutes(deps),
    ...reportRoutes(deps),
  ]
}

/** The desk, where staff work. */
const deskRoutes = ({
  deps,
  sessionCookie,
  services,
  cancellationReasons,
  settings,
  nameable,
  content,
  flags,
  storage,
  surveys,
  lots,
}: Modules): readonly Route[] => [
  ...staffRoutes(deps),
  ...deskEndpoints({
    ...services,
    cancellationReasons,
    flags,
    nameable,
    pages: content,
    storage,
    surveys,
    lots: lots('en'),
    isScreen,
    signOutOfShop: signOutOf({ deps, sessionCookie }),
    increaseMail: (content, subscriptionId) =>
      renderMail(noticeDocument(services, { kind: 'price-increase', subscriptionId, content, locale: 'en' })),
  }),
  ...deskReportRoutes(deps),
  ...partnerDeskRoutes({ deps, isSandbox: settings.processor.kind === 'sandbox' }),
]

/**
 * Only with the sandbox processor and, unless the operator opens it, from this machine: nobody moves the clock of a
 * shop with real payments.
 */
const localRoutes = (modules: Modules): readonly Route[] => {
  if (modules.settings.processor.kind !== 'sandbox') return []
  return devToolsRoutes(timeMachineDeps(modules), () => readShopOutbox(modules)).map((devRoute) =>
    localOnly(devRoute, modules.settings),
  )
}

/** What staff write for a member inside the member's own pages is in the log of the desk too. */
const logStaffWrite: AgentAccessDeps['logStaffWrite'] = (tx, requestId, write) => {
  const { staff: actor, accountId, endpoint, action, subject } = write
  recordAction(
    tx,
    { actor, requestId },
    {
      action: 'member.acted',
      subject: `account:${accountId}`,
      accountId,
      after: { endpoint, action, subject },
    },
  )
}

/** Every endpoint of the shop with its handler: the one table that router, pages and tests read. */
export const createRoutes = (modules: Modules): readonly Route[] => {
  const routes = [
    ...shoppingRoutes(modules),
    ...orderingRoutes(modules),
    ...visitorRoutes(modules),
    ...withRefusedActions(modules.deps, deskRoutes(modules)),
    ...withStoredReplies(modules.deps, partnerRoutes(modules.deps)),
    ...localRoutes(modules),
  ]
  const limited = withRateLimits(modules.deps, routes, modules.settings)
  const access = { deps: modules.deps, logStaffWrite }
  return withSecurityLog(modules.deps.log, withAgentAccess(access, limited))
}
