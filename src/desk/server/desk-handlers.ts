import { recordView } from '#staff/server/audits.ts'
import type { FileStorage } from '#platform/file-storage.ts'
import type { LivePages } from '#content/server/pages.ts'
import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import type { DisputeServices } from '#dispute/server/disputes.ts'
import type { Taxes } from '#pricing/server/taxes.ts'
import { seesNames } from '#shared/staff.ts'
import type { NoticeDeps } from '#subscription/renewal/server/increase-previews.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import * as approvalEndpoints from '../approval-endpoints.ts'
import * as batchEndpoints from '../batch-endpoints.ts'
import * as bulkEndpoints from '../bulk-endpoints.ts'
import * as disputeEndpoints from '../dispute-endpoints.ts'
import * as exportEndpoints from '../export-endpoints.ts'
import * as financeEndpoints from '../finance-endpoints.ts'
import * as followUpEndpoints from '../follow-up-endpoints.ts'
import * as fulfillmentEndpoints from '../fulfillment-endpoints.ts'
import * as homeEndpoints from '../home-endpoints.ts'
import * as memberAccountEndpoints from '../member-account-endpoints.ts'
import * as impersonationEndpoints from '../impersonation-endpoints.ts'
import * as messageEndpoints from '../message-endpoints.ts'
import * as orderListEndpoints from '../order-list-endpoints.ts'
import * as pageEndpoints from '../page-endpoints.ts'
import * as pageVersionEndpoints from '../page-version-endpoints.ts'
import * as pictureEndpoints from '../picture-endpoints.ts'
import * as priceIncreaseEndpoints from '../price-increase-endpoints.ts'
import * as reconciliationEndpoints from '../reconciliation-endpoints.ts'
import * as campaignEndpoints from '../campaign-endpoints.ts'
import * as suppressionEndpoints from '../suppression-endpoints.ts'
import * as surveyEndpoints from '../survey-endpoints.ts'
import * as catalogueEndpoints from '../catalogue-endpoints.ts'
import * as couponEndpoints from '../coupon-endpoints.ts'
import * as refusedRefundEndpoints from '../refused-refund-endpoints.ts'
import * as returnEndpoints from '../return-endpoints.ts'
import * as problemEndpoints from '../problem-endpoints.ts'
import * as reviewEndpoints from '../review-endpoints.ts'
import * as searchEndpoints from '../search-endpoints.ts'
import * as experimentEndpoints from '../experiment-endpoints.ts'
import * as placeEndpoints from '../place-endpoints.ts'
import * as flagEndpoints from '../flag-endpoints.ts'
import * as stockEndpoints from '../stock-endpoints.ts'
import * as subscriptionEndpoints from '../subscription-endpoints.ts'
import * as tagEndpoints from '../tag-endpoints.ts'
import * as trackingEndpoints from '../tracking-endpoints.ts'
import * as viewEndpoints from '../view-endpoints.ts'
import { createOrderActionHandlers } from './order-action-handlers.ts'
import { createApprovalHandlers } from './approval-handlers.ts'
import { createBatchHandlers } from './batch-handlers.ts'
import { createBulkHandlers } from './bulk-handlers.ts'
import { deskOrder, orderSubject } from './desk-order.ts'
import { createCampaignHandlers } from './campaign-handlers.ts'
import { createCampaignSendHandlers } from './campaign-send-handlers.ts'
import { createDisputeHandlers } from './dispute-handlers.ts'
import { createDeskExperimentHandlers } from './experiment-handlers.ts'
import type { FlagServices } from './flag-approval.ts'
import { createDeskFlagHandlers } from './flag-handlers.ts'
import { createExportHandlers } from './export-handlers.ts'
import { createFinanceHandlers } from './finance-handlers.ts'
import { createFollowUpHandlers } from './follow-up-handlers.ts'
import { createIncreasePreviewHandlers } from './increase-preview-handlers.ts'
import type { NoticeMails } from './increase-preview-handlers.ts'
import { createIncreaseHandlers } from './price-increase-handlers.ts'
import type { CarrierServices } from '#order/server/orders.ts'
import { createFulfillmentHandlers } from './fulfillment-handlers.ts'
import { createHomeHandlers } from './home-handlers.ts'
import { createImpersonationHandlers } from './impersonation-handlers.ts'
import type { ImpersonationServices } from './impersonation-handlers.ts'
import { createLedgerHandlers } from './ledger-handlers.ts'
import { createMessageHandlers } from './message-handlers.ts'
import { createChoiceHandlers, createListHandlers } from './order-list-handlers.ts'
import type { PageServices } from './page-checks.ts'
import { createPageHandlers } from './page-handlers.ts'
import { createPagePublishHandlers } from './page-publish-handlers.ts'
import { createPageVersionHandlers } from './page-version-handlers.ts'
import { createPictureHandlers } from './picture-handlers.ts'
import { createDeskPlaceHandlers } from './place-handlers.ts'
import { createReconciliationHandlers } from './reconciliation-handlers.ts'
import { createRefundHandlers } from './refund-handlers.ts'
import { createDeskCatalogueHandlers } from './catalogue-handlers.ts'
import { createDeskCouponHandlers } from './coupon-handlers.ts'
import { createRefusedRefundHandlers } from './refused-refund-handlers.ts'
import { createReturnHandlers } from './return-handlers.ts'
import { createDeskProblemHandlers } from './problem-handlers.ts'
import { createReviewHandlers } from './review-handlers.ts'
import { createDeskStockHandlers } from './stock-handlers.ts'
import { createRecallHandlers } from './recall-handlers.ts'
import * as recallEndpoints from '../recall-endpoints.ts'
import type { Lot } from '#certificate/rules/certificate.ts'
import { createMemberAccountHandlers } from './member-account-handlers.ts'
import { createMemberHandlers } from './member-handlers.ts'
import { createSubscriptionHandlers } from './subscription-handlers.ts'
import type { SubscriptionServices } from './subscription-handlers.ts'
import { createSuppressionHandlers } from './suppression-handlers.ts'
import { createDeskSurveyHandlers } from './survey-handlers.ts'
import type { SurveyServices } from './survey-handlers.ts'
import { createTagHandlers } from './tag-handlers.ts'
import { createTrackingHandlers } from './tracking-handlers.ts'
import { createViewsHandlers } from './saved-view-handlers.ts'

export interface DeskServices
  extends DisputeServices, SubscriptionServices, CarrierServices, FlagServices, SurveyServices {
  readonly taxes: Taxes
  readonly jurisdictions: NoticeDeps['jurisdictions']
  readonly nameable: Nameable
  readonly pages: LivePages
  readonly storage: FileStorage
  /** The lots with a certificate. */
  readonly lots: readonly Lot[]
  /** Ends the session of a member that this browser has in the shop. */
  readonly signOutOfShop: ImpersonationServices['signOutOfShop']
  readonly isScreen: PageServices['isScreen']
  readonly increaseMail: NoticeMails['increaseMail']
}

const createViewHandlers = ({ deps, lots }: DeskServices) => {
  const viewDeskOrder: Handler<typeof endpoints.viewDeskOrder> = async (context, { number }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const { order, entries } = await deskOrder(deps, number, showsNames, lots)
    const look = { action: 'order.viewed', subject: orderSubject(order.number), accountId: order.account_id }
    if (showsNames) await recordView(deps, { actor, requestId: context.requestId }, look, entries)
    return order
  }
  return { viewDeskOrder }
}

const newsletterRoutes = (services: DeskServices): readonly Route[] => [
  ...routes(campaignEndpoints, {
    ...createCampaignHandlers(services),
    ...createCampaignSendHandlers(services),
  }),
  ...routes(suppressionEndpoints, createSuppressionHandlers(services.deps)),
]

const pageRoutes = (services: DeskServices): readonly Route[] => [
  ...routes(pageEndpoints, {
    ...createPageHandlers(services),
    ...createPagePublishHandlers(services),
  }),
  ...routes(pageVersionEndpoints, createPageVersionHandlers(services)),
  ...routes(pictureEndpoints, createPictureHandlers(services)),
  ...newsletterRoutes(services),
]

const experimentRoutes = (services: DeskServices): readonly Route[] => [
  ...routes(experimentEndpoints, createDeskExperimentHandlers(services)),
  ...routes(flagEndpoints, createDeskFlagHandlers(services)),
  ...routes(placeEndpoints, createDeskPlaceHandlers(services.deps)),
  ...routes(surveyEndpoints, createDeskSurveyHandlers(services)),
]

const stockRoutes = ({ deps, lots }: DeskServices): readonly Route[] => [
  ...routes(stockEndpoints, createDeskStockHandlers(deps, lots)),
  ...routes(recallEndpoints, createRecallHandlers(deps, lots)),
]

/** What goes wrong with an order, and what follows it. */
const afterSaleRoutes = (services: DeskServices): readonly Route[] => [
  ...routes(disputeEndpoints, createDisputeHandlers(services)),
  ...routes(followUpEndpoints, createFollowUpHandlers(services)),
  ...routes(problemEndpoints, createDeskProblemHandlers(services)),
  ...routes(refusedRefundEndpoints, createRefusedRefundHandlers(services)),
  ...routes(returnEndpoints, createReturnHandlers(services)),
]

const memberRoutes = (services: DeskServices): readonly Route[] => [
  ...routes(searchEndpoints, createMemberHandlers(services)),
  ...routes(memberAccountEndpoints, createMemberAccountHandlers(services.deps)),
]

/** The endpoints of orders, members and the search at the desk. */
export const deskEndpoints = (services: DeskServices): readonly Route[] => [
  ...routes(endpoints, {
    ...createListHandlers(services.deps),
    ...createViewHandlers(services),
    ...createOrderActionHandlers(services),
    ...createRefundHandlers(services),
  }),
  ...memberRoutes(services),
  ...afterSaleRoutes(services),
  ...routes(homeEndpoints, createHomeHandlers(services)),
  ...routes(viewEndpoints, createViewsHandlers(services)),
  ...routes(catalogueEndpoints, createDeskCatalogueHandlers(services)),
  ...pageRoutes(services),
  ...routes(priceIncreaseEndpoints, {
    ...createIncreaseHandlers(services.deps),
    ...createIncreasePreviewHandlers(services),
  }),
  ...stockRoutes(services),
  ...experimentRoutes(services),
  ...routes(couponEndpoints, createDeskCouponHandlers(services.deps)),
  ...routes(reviewEndpoints, createReviewHandlers(services.deps)),
  ...routes(subscriptionEndpoints, createSubscriptionHandlers(services)),
  ...routes(impersonationEndpoints, createImpersonationHandlers(services)),
  ...routes(fulfillmentEndpoints, createFulfillmentHandlers(services)),
  ...routes(approvalEndpoints, createApprovalHandlers(services)),
  ...routes(bulkEndpoints, createBulkHandlers(services.deps)),
  ...routes(exportEndpoints, createExportHandlers(services.deps)),
  ...routes(tagEndpoints, createTagHandlers(services.deps)),
  ...routes(orderListEndpoints, createChoiceHandlers(services.deps)),
  ...routes(batchEndpoints, createBatchHandlers(services)),
  ...routes(financeEndpoints, {
    ...createLedgerHandlers(services.deps),
    ...createFinanceHandlers(services.deps),
  }),
  ...routes(reconciliationEndpoints, createReconciliationHandlers(services)),
  ...routes(trackingEndpoints, createTrackingHandlers(services.deps)),
  ...routes(messageEndpoints, createMessageHandlers(services.deps)),
]
