import type { RouteObject } from 'react-router'
import * as bulkActionsPage from '#desk/screens/bulk-actions-page.tsx'
import * as bulkPage from '#desk/screens/bulk-page.tsx'
import * as catalogueEntryPage from '#desk/screens/catalogue-entry-page.tsx'
import * as campaignAudiencePage from '#desk/screens/campaign-audience-page.tsx'
import * as campaignFiles from '#desk/screens/campaign-files.ts'
import * as campaignOrdersPage from '#desk/screens/campaign-orders-page.tsx'
import * as campaignResultsPage from '#desk/screens/campaign-results-page.tsx'
import * as campaignRowsPage from '#desk/screens/campaign-rows-page.tsx'
import * as campaignSendPage from '#desk/screens/campaign-send-page.tsx'
import * as campaignWritePage from '#desk/screens/campaign-write-page.tsx'
import * as cataloguePage from '#desk/screens/catalogue-page.tsx'
import * as catalogueVersionPage from '#desk/screens/catalogue-version-page.tsx'
import * as chosenFile from '#desk/screens/chosen-file.ts'
import * as couponBatchFile from '#desk/screens/coupon-batch-file.ts'
import * as couponBatchesPage from '#desk/screens/coupon-batches-page.tsx'
import * as couponPage from '#desk/screens/coupon-page.tsx'
import * as couponsPage from '#desk/screens/coupons-page.tsx'
import * as newCouponPage from '#desk/screens/new-coupon-page.tsx'
import * as disputePage from '#desk/screens/dispute-page.tsx'
import * as evidenceFile from '#desk/screens/evidence-file.ts'
import * as reshipPage from '#desk/screens/reship-page.tsx'
import * as experimentFiles from '#desk/screens/experiment-files.ts'
import * as experimentPage from '#desk/screens/experiment-page.tsx'
import * as experimentsPage from '#desk/screens/experiments-page.tsx'
import * as flagPage from '#desk/screens/flag-page.tsx'
import * as placeChangePage from '#desk/screens/place-change-page.tsx'
import * as placeFiles from '#desk/screens/place-files.ts'
import * as placePage from '#desk/screens/place-page.tsx'
import * as placesPage from '#desk/screens/places-page.tsx'
import * as flagsPage from '#desk/screens/flags-page.tsx'
import * as newExperimentPage from '#desk/screens/new-experiment-page.tsx'
import * as newFlagPage from '#desk/screens/new-flag-page.tsx'
import * as newSurveyPage from '#desk/screens/new-survey-page.tsx'
import * as surveyBranchesPage from '#desk/screens/survey-branches-page.tsx'
import * as surveyOutcomesPage from '#desk/screens/survey-outcomes-page.tsx'
import * as surveyPage from '#desk/screens/survey-page.tsx'
import * as surveyTextsPage from '#desk/screens/survey-texts-page.tsx'
import * as surveysPage from '#desk/screens/surveys-page.tsx'
import * as findPage from '#desk/screens/find-page.tsx'
import * as home from '#desk/screens/home-page.tsx'
import * as actForMemberPage from '#desk/screens/act-for-member-page.tsx'
import * as memberPage from '#desk/screens/member-page.tsx'
import * as workPage from '#desk/screens/work-page.tsx'
import * as renewalsPage from '#desk/screens/renewals-page.tsx'
import * as more from '#desk/screens/more-page.tsx'
import * as addressPage from '#desk/screens/order-address-page.tsx'
import * as orderPage from '#desk/screens/order-page.tsx'
import * as ordersFile from '#desk/screens/orders-file.ts'
import * as newEntryPage from '#desk/screens/new-entry-page.tsx'
import * as ordersPage from '#desk/screens/orders-page.tsx'
import * as chosenSlips from '#desk/screens/chosen-slips.ts'
import * as tagsPage from '#desk/screens/tag-orders-page.tsx'
import * as neighborOrder from '#desk/screens/neighbor-order.ts'
import * as exportFile from '#desk/screens/order-export-file.ts'
import * as exportPage from '#desk/screens/order-export-page.tsx'
import * as exportsPage from '#desk/screens/order-exports-page.tsx'
import * as columnsPage from '#desk/screens/order-columns-page.tsx'
import * as viewsPage from '#desk/screens/order-views-page.tsx'
import * as refusedRefundPage from '#desk/screens/refused-refund-page.tsx'
import * as refundPage from '#desk/screens/refund-page.tsx'
import * as messagePage from '#desk/screens/message-page.tsx'
import * as messagesPage from '#desk/screens/messages-page.tsx'
import * as newPriceIncreasePage from '#desk/screens/new-price-increase-page.tsx'
import * as previewedMembersPage from '#desk/screens/previewed-members-page.tsx'
import * as previewedNoticePage from '#desk/screens/previewed-notice-page.tsx'
import * as increaseMembersPage from '#desk/screens/price-increase-members-page.tsx'
import * as priceIncreasePage from '#desk/screens/price-increase-page.tsx'
import * as priceIncreasesPage from '#desk/screens/price-increases-page.tsx'
import * as pagesPage from '#desk/screens/pages-page.tsx'
import * as newslettersPage from '#desk/screens/newsletters-page.tsx'
import * as suppressionsPage from '#desk/screens/suppressions-page.tsx'
import * as newPagePage from '#desk/screens/new-page-page.tsx'
import * as editedPage from '#desk/screens/edited-page.tsx'
import * as typedPreview from '#desk/screens/typed-preview.ts'
import * as pageVersionsPage from '#desk/screens/page-versions-page.tsx'
import * as uploadsPage from '#desk/screens/uploads-page.tsx'
import * as recallFile from '#desk/screens/recall-file.ts'
import * as recallPage from '#desk/screens/recall-page.tsx'
import * as receiveFilePage from '#desk/screens/receive-file-page.tsx'
import * as stockPage from '#desk/screens/stock-page.tsx'
import * as stockProductPage from '#desk/screens/stock-product-page.tsx'
import * as subscriptionPage from '#desk/screens/subscription-page.tsx'
import * as fulfillmentPage from '#desk/screens/fulfillment-page.tsx'
import * as fulfillmentFiles from '#desk/screens/fulfillment-files.ts'
import * as packPage from '#desk/screens/pack-page.tsx'
import * as problemPage from '#desk/screens/problem-page.tsx'
import * as problemPhoto from '#desk/screens/problem-photo.ts'
import * as problemsPage from '#desk/screens/problems-page.tsx'
import * as reviewsPage from '#desk/screens/reviews-page.tsx'
import * as financePage from '#desk/screens/finance-page.tsx'
import * as financeFiles from '#desk/screens/finance-files.ts'
import * as reconciliationPage from '#desk/screens/reconciliation-page.tsx'
import * as payoutsPage from '#desk/screens/payouts-page.tsx'
import * as payoutPage from '#desk/screens/payout-page.tsx'
import * as ledgerPage from '#desk/screens/ledger-page.tsx'
import * as postingsPage from '#desk/screens/postings-page.tsx'
import * as taxesPage from '#desk/screens/taxes-page.tsx'
import * as taxMovementsPage from '#desk/screens/tax-movements-page.tsx'
import * as documentsPage from '#desk/screens/documents-page.tsx'
import * as disputesPage from '#desk/screens/disputes-page.tsx'
import * as trackingPage from '#desk/screens/tracking-page.tsx'
import * as trackingImportPage from '#desk/screens/tracking-import-page.tsx'
import * as deskReportPage from '#report/screens/desk-report-page.tsx'
import * as reportFiles from '#report/screens/report-files.ts'
import * as reportRowsPage from '#report/screens/report-rows-page.tsx'
import * as appsPage from '#partner/screens/apps-page.tsx'
import * as deliveryPage from '#partner/screens/delivery-page.tsx'
import * as developersPage from '#partner/screens/developers-page.tsx'
import * as keysPage from '#partner/screens/keys-page.tsx'
import * as webhookPage from '#partner/screens/webhook-page.tsx'
import * as approvalsPage from '#desk/screens/approvals-page.tsx'
import * as approvalPage from '#desk/screens/approval-page.tsx'
import * as batchesPage from '#desk/screens/batches-page.tsx'
import * as batchPage from '#desk/screens/batch-page.tsx'
import * as batchFiles from '#desk/screens/batch-files.ts'
import * as returnsPage from '#desk/screens/returns-page.tsx'
import * as receivePage from '#desk/screens/receive-page.tsx'
import * as joinPage from '#staff/screens/join-page.tsx'
import * as personPage from '#staff/screens/person-page.tsx'
import * as signInPage from '#staff/screens/sign-in-page.tsx'
import * as teamLogPage from '#staff/screens/team-log-page.tsx'
import * as teamPage from '#staff/screens/team-page.tsx'

type Screen = Pick<RouteObject, 'loader' | 'action'> & {
  readonly default?: RouteObject['Component']
}

const screen = (path: string, { default: Component, loader, action }: Screen): RouteObject => ({
  path,
  ...(Component ? { Component } : {}),
  ...(loader ? { loader } : {}),
  ...(action ? { action } : {}),
})

/** Marks the page that reads barcodes; no other page may ask for the camera. */
export const usesCamera = Symbol('uses the camera')

/** Marks the page that shows drafts in a frame. */
export const framesPreviews = Symbol('shows previews in a frame')

/** Marks the page that shows a picture before it is uploaded. */
export const showsChosenFiles = Symbol('shows chosen files')

/** Every page of the desk. */
export const deskRoutes: RouteObject[] = [
  screen('/desk', home),
  screen('/desk/tasks/:kind', workPage),
  screen('/desk/renewals/:id', renewalsPage),
  screen('/desk/find', findPage),
  screen('/desk/orders', ordersPage),
  screen('/desk/orders.csv', ordersFile),
  screen('/desk/orders/chosen.csv', chosenFile),
  screen('/desk/orders/bulk', bulkActionsPage),
  screen('/desk/orders/bulk/:id', bulkPage),
  screen('/desk/orders/exports', exportsPage),
  screen('/desk/orders/exports/:id', exportPage),
  screen('/desk/orders/exports/:id/orders.csv', exportFile),
  screen('/desk/orders/slips.pdf', chosenSlips),
  screen('/desk/orders/tags', tagsPage),
  screen('/desk/orders/columns', columnsPage),
  screen('/desk/orders/views', viewsPage),
  screen('/desk/orders/:number', orderPage),
  screen('/desk/orders/:number/list/:step', neighborOrder),
  screen('/desk/orders/:number/refund', refundPage),
  screen('/desk/orders/:number/address', addressPage),
  screen('/desk/orders/:number/reship', reshipPage),
  screen('/desk/orders/:number/dispute', disputePage),
  screen('/desk/orders/:number/evidence.pdf', evidenceFile),
  screen('/desk/refunds/:id', refusedRefundPage),
  screen('/desk/members/:id', memberPage),
  screen('/desk/members/:id/act', actForMemberPage),
  screen('/desk/subscriptions/:id', subscriptionPage),
  screen('/desk/fulfillment', fulfillmentPage),
  screen('/desk/fulfillment/slips.pdf', { loader: fulfillmentFiles.slipsFile }),
  screen('/desk/fulfillment/shipments.csv', { loader: fulfillmentFiles.shipmentsFile }),
  screen('/desk/fulfillment/tracking', trackingPage),
  screen('/desk/fulfillment/tracking/:id', trackingImportPage),
  screen('/desk/fulfillment/batches', batchesPage),
  screen('/desk/fulfillment/batches/:number', batchPage),
  screen('/desk/fulfillment/batches/:number/pick-list.pdf', { loader: batchFiles.pickListFile }),
  screen('/desk/fulfillment/batches/:number/slips.pdf', { loader: batchFiles.slipsFile }),
  screen('/desk/fulfillment/batches/:number/labels.pdf', { loader: batchFiles.labelsPdf }),
  screen('/desk/fulfillment/batches/:number/labels.zpl', { loader: batchFiles.labelsZpl }),
  screen('/desk/fulfillment/returns', returnsPage),
  screen('/desk/fulfillment/returns/:number', receivePage),
  { ...screen('/desk/fulfillment/:number', packPage), handle: usesCamera },
  screen('/desk/fulfillment/:number/label.pdf', { loader: fulfillmentFiles.labelFile }),
  screen('/desk/approvals', approvalsPage),
  screen('/desk/approvals/:id', approvalPage),
  screen('/desk/messages', messagesPage),
  screen('/desk/messages/:id', messagePage),
  screen('/desk/problems', problemsPage),
  screen('/desk/problems/:number', problemPage),
  screen('/desk/problems/:number/photos/:photo', problemPhoto),
  screen('/desk/reviews', reviewsPage),
  screen('/desk/catalogue', cataloguePage),
  screen('/desk/catalogue/new', newEntryPage),
  screen('/desk/catalogue/entries/:code', catalogueEntryPage),
  screen('/desk/catalogue/entries/:code/versions/:number', catalogueVersionPage),
  screen('/desk/price-increases', priceIncreasesPage),
  screen('/desk/price-increases/new', newPriceIncreasePage),
  screen('/desk/price-increases/new/members', previewedMembersPage),
  screen('/desk/price-increases/new/notice', previewedNoticePage),
  screen('/desk/price-increases/:id', priceIncreasePage),
  screen('/desk/price-increases/:id/members', increaseMembersPage),
  screen('/desk/stock', stockPage),
  screen('/desk/stock/:product', stockProductPage),
  screen('/desk/stock/receipts/file', receiveFilePage),
  screen('/desk/stock/lots/:lot', recallPage),
  screen('/desk/stock/lots/:lot/recall.csv', recallFile),
  screen('/desk/pages', pagesPage),
  screen('/desk/pages/new', newPagePage),
  { ...screen('/desk/pages/:page', editedPage), handle: framesPreviews },
  screen('/desk/pages/:page/preview', typedPreview),
  screen('/desk/pages/:page/versions', pageVersionsPage),
  { ...screen('/desk/uploads', uploadsPage), handle: showsChosenFiles },
  screen('/desk/newsletters', newslettersPage),
  { ...screen('/desk/newsletters/:id', campaignWritePage), handle: framesPreviews },
  screen('/desk/newsletters/:id/preview.html', { loader: campaignFiles.previewFile }),
  screen('/desk/newsletters/:id/audience', campaignAudiencePage),
  screen('/desk/newsletters/:id/send', campaignSendPage),
  screen('/desk/newsletters/:id/results', campaignResultsPage),
  screen('/desk/newsletters/:id/results/:of', campaignRowsPage),
  screen('/desk/newsletters/:id/results/:of/copies.csv', { loader: campaignFiles.copiesFile }),
  screen('/desk/newsletters/:id/clicks.csv', { loader: campaignFiles.clicksFile }),
  screen('/desk/newsletters/:id/orders', campaignOrdersPage),
  screen('/desk/newsletters/:id/orders.csv', { loader: campaignFiles.ordersFile }),
  screen('/desk/suppressions', suppressionsPage),
  screen('/desk/coupons', couponsPage),
  screen('/desk/coupons/new', newCouponPage),
  screen('/desk/coupons/batches', couponBatchesPage),
  screen('/desk/coupons/batches/:id/codes.csv', couponBatchFile),
  screen('/desk/coupons/codes/:code', couponPage),
  screen('/desk/experiments', experimentsPage),
  screen('/desk/experiments/new', newExperimentPage),
  screen('/desk/experiments/:name', experimentPage),
  screen('/desk/experiments/:name/results.csv', { loader: experimentFiles.resultsFile }),
  screen('/desk/experiments/:name/days.csv', { loader: experimentFiles.daysFile }),
  screen('/desk/surveys', surveysPage),
  screen('/desk/surveys/new', newSurveyPage),
  screen('/desk/surveys/:name', surveyPage),
  screen('/desk/surveys/:name/branches', surveyBranchesPage),
  screen('/desk/surveys/:name/outcomes', surveyOutcomesPage),
  screen('/desk/surveys/:name/texts/:language', surveyTextsPage),
  screen('/desk/flags', flagsPage),
  screen('/desk/flags/new', newFlagPage),
  screen('/desk/flags/:name', flagPage),
  screen('/desk/places', placesPage),
  screen('/desk/places/change', placeChangePage),
  screen('/desk/places/places.json', { loader: placeFiles.placesFile }),
  screen('/desk/places/tax-rates.json', { loader: placeFiles.ratesFile }),
  screen('/desk/places/:part/:key', placePage),
  screen('/desk/report', deskReportPage),
  screen('/desk/report/rows', reportRowsPage),
  screen('/desk/report/rows.csv', { loader: reportFiles.rowsFile }),
  screen('/desk/report/:part', deskReportPage),
  screen('/desk/report/:part/report.csv', { loader: reportFiles.reportFile }),
  screen('/desk/finance', financePage),
  screen('/desk/finance/reconciliation', reconciliationPage),
  screen('/desk/finance/payouts', payoutsPage),
  screen('/desk/finance/payouts.csv', { loader: financeFiles.payoutsFile }),
  screen('/desk/finance/payouts/:id', payoutPage),
  screen('/desk/finance/payouts/:id/parts.csv', { loader: financeFiles.payoutPartsFile }),
  screen('/desk/finance/ledger', ledgerPage),
  screen('/desk/finance/ledger.csv', { loader: financeFiles.ledgerFile }),
  screen('/desk/finance/ledger/:account', postingsPage),
  screen('/desk/finance/ledger/:account/postings.csv', { loader: financeFiles.postingsFile }),
  screen('/desk/finance/taxes', taxesPage),
  screen('/desk/finance/taxes.csv', { loader: financeFiles.taxesFile }),
  screen('/desk/finance/taxes/:month', taxMovementsPage),
  screen('/desk/finance/taxes/:month/movements.csv', { loader: financeFiles.taxMovementsFile }),
  screen('/desk/finance/invoices', documentsPage),
  screen('/desk/finance/invoices.csv', { loader: financeFiles.documentsFile }),
  screen('/desk/finance/disputes', disputesPage),
  screen('/desk/finance/disputes.csv', { loader: financeFiles.disputesFile }),
  screen('/desk/developers', developersPage),
  screen('/desk/developers/keys', keysPage),
  screen('/desk/developers/apps', appsPage),
  screen('/desk/developers/webhooks/:id', webhookPage),
  screen('/desk/developers/webhooks/:id/deliveries/:event', deliveryPage),
  screen('/desk/more', more),
  screen('/desk/sign-in', signInPage),
  screen('/desk/join/:token', joinPage),
  screen('/desk/person', personPage),
  screen('/desk/team', teamPage),
  screen('/desk/team/log', teamLogPage),
]
