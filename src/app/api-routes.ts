import * as cartEndpoints from '#cart/endpoints.ts'
import * as cartGiftEndpoints from '#cart/gift-endpoints.ts'
import { createCartHandlers } from '#cart/server/cart-handlers.ts'
import * as catalogueEndpoints from '#catalogue/endpoints.ts'
import { createCatalogueHandlers } from '#catalogue/server/catalogue-handlers.ts'
import * as checkoutEndpoints from '#checkout/endpoints.ts'
import { createCheckoutHandlers } from '#checkout/server/checkout-handlers.ts'
import { cartsInPayment } from '#checkout/server/checkouts.ts'
import * as contentEndpoints from '#content/endpoints.ts'
import { createContentHandlers } from '#content/server/pages.ts'
import * as couponEndpoints from '#coupon/endpoints.ts'
import { createCouponHandlers } from '#coupon/server/coupon-handlers.ts'
import * as invoiceEndpoints from '#invoice/endpoints.ts'
import { createInvoiceHandlers } from '#invoice/server/invoice-handlers.ts'
import * as locationEndpoints from '#location/endpoints.ts'
import { createLocationHandlers } from '#location/server/location-handlers.ts'
import * as loyaltyEndpoints from '#loyalty/endpoints.ts'
import { createViewCredit } from '#loyalty/server/credit-statement.ts'
import * as orderEndpoints from '#order/endpoints.ts'
import { createOrderHandlers } from '#order/server/order-handlers.ts'
import { isOwnOrder } from '#order/server/orders.ts'
import * as paymentEndpoints from '#payment/endpoints.ts'
import { createBillingHandlers } from '#payment/server/billing-handlers.ts'
import { createPaymentHandlers } from '#payment/server/payment-handlers.ts'
import * as shippingEndpoints from '#shipping/endpoints.ts'
import { createShippingHandlers } from '#shipping/server/shipping-handlers.ts'
import * as subscriptionEndpoints from '#subscription/endpoints.ts'
import * as choiceEndpoints from '#subscription/choice-endpoints.ts'
import * as changeEndpoints from '#subscription/change-endpoints.ts'
import * as owedEndpoints from '#subscription/owed-endpoints.ts'
import { createChangeHandlers } from '#subscription/server/change-handlers.ts'
import { createOwedHandlers } from '#subscription/server/owed-handlers.ts'
import { createSubscriptionHandlers } from '#subscription/server/subscription-handlers.ts'
import type { CancelOrder } from '#subscription/server/undo-order.ts'
import * as withdrawalEndpoints from '#withdrawal/endpoints.ts'
import { createWithdrawalHandlers } from '#withdrawal/server/withdrawal-handlers.ts'
import { cancelOrder } from '#withdrawal/server/withdrawals.ts'
import * as devToolsEndpoints from '#dev-tools/endpoints.ts'
import { createDevToolsHandlers } from '#dev-tools/server/dev-tools-handlers.ts'
import { accountRoutes } from './account-routes.ts'
import { agentRoutes } from './agent-routes.ts'
import { withAgentAccess } from './agent-access.ts'
import { giftRoutes } from './gift-routes.ts'
import { route } from '../platform/route.ts'
import type { Route } from '../platform/route.ts'
import { createCardPayments } from './card-payments.ts'
import { withRateLimits } from '../web/http/rate-limits.ts'
import { withSecurityLog } from './security-log.ts'
import type { Shop } from './shop.ts'
import { visitorRoutes, contactRoutes } from './visitor-routes.ts'
import { withLocalDemoSignIn, localOnly } from './local-routes.ts'
import { readShopOutbox, timeMachineDeps } from './dev-tools.ts'

type Modules = Omit<Shop, 'routes' | 'close'>

const cartRoutes = ({ deps, catalogueEntries: entries }: Modules): readonly Route[] => {
  const cart = createCartHandlers({ deps, entries, cartsInPayment })
  return [
    route(cartEndpoints.viewCart, cart.viewCart),
    route(cartEndpoints.addCartItem, cart.addCartItem),
    route(cartEndpoints.setCartItem, cart.setCartItem),
    route(cartEndpoints.removeCartItem, cart.removeCartItem),
    route(cartEndpoints.clearCart, cart.clearCart),
    route(cartEndpoints.setPromoCode, cart.setPromoCode),
    route(cartEndpoints.removePromoCode, cart.removePromoCode),
    route(cartEndpoints.redeemCoupon, cart.redeemCoupon),
    route(cartGiftEndpoints.setGift, cart.setGift),
    route(cartGiftEndpoints.saveGiftDraft, cart.saveGiftDraft),
    route(cartEndpoints.saveDraft, cart.saveDraft),
    route(cartEndpoints.takeVaginalOffer, cart.takeVaginalOffer),
  ]
}

const shoppingRoutes = ({ deps, content, catalogueEntries }: Modules): readonly Route[] => {
  const pages = createContentHandlers(content, deps)
  const catalogue = createCatalogueHandlers(deps, catalogueEntries)
  const coupon = createCouponHandlers(deps)
  const location = createLocationHandlers()
  return [
    route(contentEndpoints.readContentPage, pages.readContentPage),
    route(contentEndpoints.listArticles, pages.listArticles),
    route(catalogueEndpoints.listPlans, catalogue.listPlans),
    route(catalogueEndpoints.listCatalogueEntries, catalogue.listCatalogueEntries),
    route(couponEndpoints.viewCouponPlans, coupon.viewCouponPlans),
    route(couponEndpoints.viewCoupon, coupon.viewCoupon),
    route(locationEndpoints.findLocation, location.findLocation),
    route(shippingEndpoints.shippingRates, createShippingHandlers().shippingRates),
  ]
}

const purchaseRoutes = ({
  deps,
  services,
  identityOf,
  cancellationReasons,
  flags,
  cardGate,
}: Modules): readonly Route[] => {
  const checkout = createCheckoutHandlers(services, identityOf, cardGate)
  const order = createOrderHandlers(deps)
  const invoice = createInvoiceHandlers(deps, (accountId, orderId) =>
    isOwnOrder(deps.database, accountId, orderId),
  )
  const subscription = createSubscriptionHandlers(services, cancellationReasons, { deps, flags })
  return [
    route(checkoutEndpoints.previewPurchase, checkout.previewPurchase),
    route(checkoutEndpoints.purchase, checkout.purchase),
    route(checkoutEndpoints.viewPurchase, checkout.viewPurchase),
    route(paymentEndpoints.viewCardEntry, createPaymentHandlers(services, cardGate).viewCardEntry),
    route(orderEndpoints.listOrders, order.listOrders),
    route(orderEndpoints.listUnconfirmedOrders, order.listUnconfirmedOrders),
    route(orderEndpoints.confirmOrder, order.confirmOrder),
    route(orderEndpoints.viewOrder, order.viewOrder),
    route(orderEndpoints.findGuestOrder, order.findGuestOrder),
    route(invoiceEndpoints.viewInvoice, invoice.viewInvoice),
    route(invoiceEndpoints.viewInvoiceByKey, invoice.viewInvoiceByKey),
    route(invoiceEndpoints.viewInvoicePdf, invoice.viewInvoicePdf),
    route(invoiceEndpoints.findGuestInvoice, invoice.findGuestInvoice),
    route(subscriptionEndpoints.listSubscriptions, subscription.listSubscriptions),
    route(subscriptionEndpoints.viewSubscription, subscription.viewSubscription),
    route(subscriptionEndpoints.listPlanSubscriptions, subscription.listPlanSubscriptions),
    route(choiceEndpoints.viewSubscriptionChoices, subscription.viewSubscriptionChoices),
    route(subscriptionEndpoints.listSubscriptionChanges, subscription.listSubscriptionChanges),
    route(choiceEndpoints.listCancellationReasons, subscription.listCancellationReasons),
  ]
}

const subscriptionChangeRoutes = ({
  services,
  cancellationReasons,
  flags,
  cardGate,
}: Modules): readonly Route[] => {
  const cancel: CancelOrder = (orderId, also) => cancelOrder(services, orderId, also)
  const changes = createChangeHandlers(services, cancellationReasons, { deps: services.deps, flags }, cancel)
  const owed = createOwedHandlers(services, cardGate)
  return [
    route(changeEndpoints.previewChange, changes.previewChange),
    route(changeEndpoints.changeSubscription, changes.changeSubscription),
    route(changeEndpoints.updateSubscription, changes.updateSubscription),
    route(changeEndpoints.moveBillingDate, changes.moveBillingDate),
    route(changeEndpoints.reactivateSubscription, changes.reactivateSubscription),
    route(changeEndpoints.cancelSubscription, changes.cancelSubscription),
    route(changeEndpoints.changeShippingAddress, changes.changeShippingAddress),
    route(changeEndpoints.skipNextOrder, changes.skipNextOrder),
    route(changeEndpoints.unskipOrder, changes.unskipOrder),
    route(changeEndpoints.pauseSubscription, changes.pauseSubscription),
    route(changeEndpoints.resumeSubscription, changes.resumeSubscription),
    route(changeEndpoints.orderNow, changes.orderNow),
    route(changeEndpoints.addOneTime, changes.addOneTime),
    route(changeEndpoints.removeOneTime, changes.removeOneTime),
    route(changeEndpoints.undoChange, changes.undoChange),
    route(changeEndpoints.cancelChargedOrder, changes.cancelChargedOrder),
    route(owedEndpoints.viewOwedOrder, owed.viewOwedOrder),
    route(owedEndpoints.payOwedOrder, owed.payOwedOrder),
  ]
}

const billingRoutes = ({ services, identityOf, cardGate }: Modules): readonly Route[] => {
  const billing = createBillingHandlers(services, createCardPayments(services), identityOf, cardGate)
  const withdrawal = createWithdrawalHandlers(services)
  return [
    route(paymentEndpoints.changeBilling, billing.changeBilling),
    route(loyaltyEndpoints.viewCredit, createViewCredit(services.deps)),
    route(paymentEndpoints.viewCardRequest, billing.viewCardRequest),
    route(withdrawalEndpoints.previewWithdrawal, withdrawal.previewWithdrawal),
    route(withdrawalEndpoints.withdraw, withdrawal.withdraw),
  ]
}

/** Only with the sandbox processor and, unless the operator opens it, from this machine: nobody moves the clock of a shop that takes real money. */
const devToolsRoutes = (modules: Modules): readonly Route[] => {
  if (modules.settings.processor.kind !== 'sandbox') return []
  const devTools = createDevToolsHandlers(timeMachineDeps(modules), () => readShopOutbox(modules))
  return [
    route(devToolsEndpoints.viewOutbox, devTools.viewOutbox),
    route(devToolsEndpoints.viewClock, devTools.viewClock),
    route(devToolsEndpoints.moveClock, devTools.moveClock),
  ].map((devRoute) => localOnly(devRoute, modules.settings))
}

/** Every call of the shop with its handler: the one table that router, pages and tests read. */
export const createRoutes = (modules: Modules): readonly Route[] =>
  withSecurityLog(
    modules.deps.log,
    withAgentAccess(
      modules.deps,
      withRateLimits(modules.deps, [
        ...shoppingRoutes(modules),
        ...cartRoutes(modules),
        ...withLocalDemoSignIn(accountRoutes(modules), modules.settings),
        ...agentRoutes(modules),
        ...purchaseRoutes(modules),
        ...giftRoutes(modules.deps),
        ...billingRoutes(modules),
        ...subscriptionChangeRoutes(modules),
        ...contactRoutes(modules),
        ...visitorRoutes(modules),
        ...devToolsRoutes(modules),
      ]),
    ),
  )
