import * as cartCalls from '#cart/calls.ts'
import * as cartGiftCalls from '#cart/gift-calls.ts'
import { createCartHandlers } from '#cart/server/cart-handlers.ts'
import * as catalogueCalls from '#catalogue/calls.ts'
import { createCatalogueHandlers } from '#catalogue/server/catalogue-handlers.ts'
import * as checkoutCalls from '#checkout/calls.ts'
import { createCheckoutHandlers } from '#checkout/server/checkout-handlers.ts'
import { beingBought } from '#checkout/server/checkouts.ts'
import * as contentCalls from '#content/calls.ts'
import { createContentHandlers } from '#content/server/pages.ts'
import * as couponCalls from '#coupon/calls.ts'
import { createCouponHandlers } from '#coupon/server/coupon-handlers.ts'
import * as invoiceCalls from '#invoice/calls.ts'
import { createInvoiceHandlers } from '#invoice/server/invoice-handlers.ts'
import * as locationCalls from '#location/calls.ts'
import { createLocationHandlers } from '#location/server/location-handlers.ts'
import * as loyaltyCalls from '#loyalty/calls.ts'
import { createViewCredit } from '#loyalty/server/credit-statement.ts'
import * as orderCalls from '#order/calls.ts'
import { createOrderHandlers } from '#order/server/order-handlers.ts'
import { isOwnOrder } from '#order/server/orders.ts'
import * as paymentCalls from '#payment/calls.ts'
import { createBillingHandlers } from '#payment/server/billing-handlers.ts'
import { createPaymentHandlers } from '#payment/server/payment-handlers.ts'
import * as subscriptionCalls from '#subscription/calls.ts'
import * as choiceCalls from '#subscription/choice-calls.ts'
import * as changeCalls from '#subscription/change-calls.ts'
import * as owedCalls from '#subscription/owed-calls.ts'
import { createChangeHandlers } from '#subscription/server/change-handlers.ts'
import { createOwedHandlers } from '#subscription/server/owed-handlers.ts'
import { createSubscriptionHandlers } from '#subscription/server/subscription-handlers.ts'
import type { CancelOrder } from '#subscription/server/undo-order.ts'
import * as withdrawalCalls from '#withdrawal/calls.ts'
import { createWithdrawalHandlers } from '#withdrawal/server/withdrawal-handlers.ts'
import { cancelOrder } from '#withdrawal/server/withdrawals.ts'
import * as workbenchCalls from '#workbench/calls.ts'
import { createWorkbenchHandlers } from '#workbench/server/workbench-handlers.ts'
import { bindAccount } from './account-calls.ts'
import { bindAgent } from './agent-calls.ts'
import { admitAgents } from './agent-edge.ts'
import { bindGifts } from './gift-calls.ts'
import { bind } from './bound-calls.ts'
import type { BoundCall } from './bound-calls.ts'
import { createCardPayments } from './card-payments.ts'
import { limitCalls } from './limits.ts'
import { logGuesses } from './security-log.ts'
import type { Shop } from './shop.ts'
import { bindVisits, bindWriting } from './visitor-calls.ts'
import { demoOnThisMachine, onThisMachine } from './this-machine-calls.ts'
import { readShopOutbox, timeMachineTools } from './workbench-tools.ts'

type Rooms = Omit<Shop, 'calls' | 'close'>

const bindCartCalls = ({ world, catalogueEntries: entries }: Rooms): readonly BoundCall[] => {
  const cart = createCartHandlers({ world, entries, beingBought })
  return [
    bind(cartCalls.viewCart, cart.viewCart),
    bind(cartCalls.addCartItem, cart.addCartItem),
    bind(cartCalls.setCartItem, cart.setCartItem),
    bind(cartCalls.removeCartItem, cart.removeCartItem),
    bind(cartCalls.clearCart, cart.clearCart),
    bind(cartCalls.setPromoCode, cart.setPromoCode),
    bind(cartCalls.removePromoCode, cart.removePromoCode),
    bind(cartCalls.redeemCoupon, cart.redeemCoupon),
    bind(cartGiftCalls.setGift, cart.setGift),
    bind(cartGiftCalls.saveGiftDraft, cart.saveGiftDraft),
    bind(cartCalls.keepDraft, cart.keepDraft),
    bind(cartCalls.takeVaginalOffer, cart.takeVaginalOffer),
  ]
}

const bindShopping = ({ world, content, catalogueEntries }: Rooms): readonly BoundCall[] => {
  const pages = createContentHandlers(content, world)
  const catalogue = createCatalogueHandlers(world, catalogueEntries)
  const coupon = createCouponHandlers(world)
  const location = createLocationHandlers()
  return [
    bind(contentCalls.readContentPage, pages.readContentPage),
    bind(contentCalls.listArticles, pages.listArticles),
    bind(catalogueCalls.listPlans, catalogue.listPlans),
    bind(catalogueCalls.listCatalogueEntries, catalogue.listCatalogueEntries),
    bind(couponCalls.viewCouponPlans, coupon.viewCouponPlans),
    bind(couponCalls.viewCoupon, coupon.viewCoupon),
    bind(locationCalls.findLocation, location.findLocation),
    bind(locationCalls.shippingRates, location.shippingRates),
  ]
}

const bindBuying = ({
  world,
  tools,
  identityOf,
  cancellationReasons,
  flags,
  cardGate,
}: Rooms): readonly BoundCall[] => {
  const checkout = createCheckoutHandlers(tools, identityOf, cardGate)
  const order = createOrderHandlers(world)
  const invoice = createInvoiceHandlers(world, (accountId, orderId) =>
    isOwnOrder(world.database, accountId, orderId),
  )
  const subscription = createSubscriptionHandlers(tools, cancellationReasons, { world, flags })
  return [
    bind(checkoutCalls.previewPurchase, checkout.previewPurchase),
    bind(checkoutCalls.purchase, checkout.purchase),
    bind(checkoutCalls.viewPurchase, checkout.viewPurchase),
    bind(paymentCalls.viewCardEntry, createPaymentHandlers(tools, cardGate).viewCardEntry),
    bind(orderCalls.listOrders, order.listOrders),
    bind(orderCalls.listUnconfirmedOrders, order.listUnconfirmedOrders),
    bind(orderCalls.confirmOrder, order.confirmOrder),
    bind(orderCalls.viewOrder, order.viewOrder),
    bind(orderCalls.findGuestOrder, order.findGuestOrder),
    bind(invoiceCalls.viewInvoice, invoice.viewInvoice),
    bind(invoiceCalls.viewInvoiceByKey, invoice.viewInvoiceByKey),
    bind(invoiceCalls.viewInvoicePdf, invoice.viewInvoicePdf),
    bind(invoiceCalls.findGuestInvoice, invoice.findGuestInvoice),
    bind(subscriptionCalls.listSubscriptions, subscription.listSubscriptions),
    bind(subscriptionCalls.viewSubscription, subscription.viewSubscription),
    bind(subscriptionCalls.listPlanSubscriptions, subscription.listPlanSubscriptions),
    bind(choiceCalls.viewSubscriptionChoices, subscription.viewSubscriptionChoices),
    bind(subscriptionCalls.listSubscriptionChanges, subscription.listSubscriptionChanges),
    bind(choiceCalls.listCancellationReasons, subscription.listCancellationReasons),
  ]
}

const bindChanges = ({ tools, cancellationReasons, flags, cardGate }: Rooms): readonly BoundCall[] => {
  const cancel: CancelOrder = (orderId, also) => cancelOrder(tools, orderId, also)
  const changes = createChangeHandlers(tools, cancellationReasons, { world: tools.world, flags }, cancel)
  const owed = createOwedHandlers(tools, cardGate)
  return [
    bind(changeCalls.previewChange, changes.previewChange),
    bind(changeCalls.changeSubscription, changes.changeSubscription),
    bind(changeCalls.updateSubscription, changes.updateSubscription),
    bind(changeCalls.moveBillingDate, changes.moveBillingDate),
    bind(changeCalls.reactivateSubscription, changes.reactivateSubscription),
    bind(changeCalls.cancelSubscription, changes.cancelSubscription),
    bind(changeCalls.changeShippingAddress, changes.changeShippingAddress),
    bind(changeCalls.skipNextOrder, changes.skipNextOrder),
    bind(changeCalls.unskipOrder, changes.unskipOrder),
    bind(changeCalls.pauseSubscription, changes.pauseSubscription),
    bind(changeCalls.resumeSubscription, changes.resumeSubscription),
    bind(changeCalls.orderNow, changes.orderNow),
    bind(changeCalls.addOneTime, changes.addOneTime),
    bind(changeCalls.removeOneTime, changes.removeOneTime),
    bind(changeCalls.undoChange, changes.undoChange),
    bind(changeCalls.cancelChargedOrder, changes.cancelChargedOrder),
    bind(owedCalls.viewOwedOrder, owed.viewOwedOrder),
    bind(owedCalls.payOwedOrder, owed.payOwedOrder),
  ]
}

const bindPaying = ({ tools, identityOf, cardGate }: Rooms): readonly BoundCall[] => {
  const billing = createBillingHandlers(tools, createCardPayments(tools), identityOf, cardGate)
  const withdrawal = createWithdrawalHandlers(tools)
  return [
    bind(paymentCalls.changeBilling, billing.changeBilling),
    bind(loyaltyCalls.viewCredit, createViewCredit(tools.world)),
    bind(paymentCalls.viewCardRequest, billing.viewCardRequest),
    bind(withdrawalCalls.previewWithdrawal, withdrawal.previewWithdrawal),
    bind(withdrawalCalls.withdraw, withdrawal.withdraw),
  ]
}

/** Only with the sandbox processor and, unless the operator opens it, from this machine: nobody moves the clock of a shop that takes real money. */
const bindWorkbench = (rooms: Rooms): readonly BoundCall[] => {
  if (rooms.settings.processor.kind !== 'sandbox') return []
  const workbench = createWorkbenchHandlers(timeMachineTools(rooms), () => readShopOutbox(rooms))
  return [
    bind(workbenchCalls.viewOutbox, workbench.viewOutbox),
    bind(workbenchCalls.viewClock, workbench.viewClock),
    bind(workbenchCalls.moveClock, workbench.moveClock),
  ].map((bound) => onThisMachine(bound, rooms.settings))
}

/** Every call of the shop with its handler: the one table that router, pages and tests read. */
export const bindCalls = (rooms: Rooms): readonly BoundCall[] =>
  logGuesses(
    rooms.world.log,
    admitAgents(
      rooms.world,
      limitCalls(rooms.world, [
        ...bindShopping(rooms),
        ...bindCartCalls(rooms),
        ...demoOnThisMachine(bindAccount(rooms), rooms.settings),
        ...bindAgent(rooms),
        ...bindBuying(rooms),
        ...bindGifts(rooms.world),
        ...bindPaying(rooms),
        ...bindChanges(rooms),
        ...bindWriting(rooms),
        ...bindVisits(rooms),
        ...bindWorkbench(rooms),
      ]),
    ),
  )
