/** Transactions of the desk that the month does not reach, and why no crash can interrupt them harmfully (`transactions.ts`). */
export const aloneAtDesk: readonly (readonly [name: string, why: string])[] = [
  [
    'src/desk/server/place-handlers.ts createDeskPlaceHandlers',
    'one commit for a version of the places and its audit entry; again it was made of a version that is over',
  ],
  ['src/desk/server/place-approval.ts approvePlaces', 'the same, with the decision in it'],
  [
    'src/desk/server/campaign-approval.ts approveCampaign',
    'one commit that decides and schedules a newsletter once; no money is in it',
  ],
  [
    'src/desk/server/campaign-handlers.ts createListHandlers',
    'one commit, an empty draft with its audit entry; again it is another one, which is sent to nobody',
  ],
  [
    'src/desk/server/campaign-handlers.ts save',
    'one commit for a version and its audit entry; another one was made of a version that is over',
  ],
  [
    'src/desk/server/campaign-send-handlers.ts schedule',
    'one commit with its audit entry; again it is scheduled already',
  ],
  [
    'src/desk/server/campaign-send-handlers.ts createTestHandler',
    'one commit with its mail as a job; again staff get another test copy',
  ],
  [
    'src/desk/server/campaign-send-handlers.ts createCampaignSendHandlers',
    'one commit that cancels, stops or continues, with its audit entry',
  ],
  [
    'src/desk/server/suppression-handlers.ts createSuppressionHandlers',
    'one commit with its audit entry; again the address is not there',
  ],
  [
    'src/desk/server/experiment-handlers.ts save',
    'one commit for a version and its audit entry; another one was made of a version that is over',
  ],
  ['src/desk/server/experiment-handlers.ts createDeskExperimentHandlers', 'the same'],
  ['src/desk/server/flag-handlers.ts change', 'the same'],
  ['src/desk/server/flag-approval.ts approveRollout', 'the same, with the decision in it'],
  [
    'src/desk/server/stock-actions.ts doAction',
    'one commit for a movement, a delivery or an alarm with its audit entry; once for a form',
  ],
  [
    'src/desk/server/stock-actions.ts createReceiptActions',
    'one commit for every row of a file with its audit entries; once for a form',
  ],
  [
    'src/desk/server/member-account-handlers.ts createMemberAccountHandlers',
    'one commit that ends a session with its audit entry; again it has ended',
  ],
  ['src/desk/server/stock-forecast.ts forecast', 'one commit, set to what is forecast'],
  [
    'src/desk/server/stock-forecast.ts reviewStock',
    'one commit with its mail; done by the next look if it is lost',
  ],
  ['src/desk/server/guardrail-stops.ts stop', 'the same; done by the next look if it is lost'],
  ['src/desk/server/follow-up-handlers.ts createNoteHandlers', 'one commit, once for a request'],
  [
    'src/desk/server/fulfillment-handlers.ts createFileHandlers',
    'one commit, an entry of the audit log, before the carrier is asked',
  ],
  ['src/desk/server/fulfillment-handlers.ts recordExport', 'one commit, an entry of the audit log'],
  [
    'src/desk/server/approval-requests.ts openRequest',
    'one commit, one request for a form, with its audit entry; no money is in it',
  ],
  [
    'src/desk/server/approval-handlers.ts approveImport',
    'one commit that decides and starts a file once, with its job and its audit entries',
  ],
  [
    'src/desk/server/approval-handlers.ts createApprovalHandlers',
    'one commit that refuses or withdraws, with its audit entry; no money is in it',
  ],
  [
    'src/desk/server/page-approval.ts approvePage',
    'one commit that decides and publishes or schedules a page; no money is in it',
  ],
  ['src/desk/server/page-handlers.ts createNewHandler', 'one commit, one draft for an address'],
  ['src/desk/server/page-publish-handlers.ts createPublishHandler', 'one commit with its audit entry'],
  ['src/desk/server/page-publish-handlers.ts createWithdrawHandler', 'one commit with its audit entry'],
  [
    'src/desk/server/page-publish-handlers.ts createPagePublishHandlers',
    'one commit that drops a draft, with its audit entry',
  ],
  [
    'src/desk/server/page-publish-handlers.ts createPagePublishHandlers',
    'one commit; again it is based on the same version',
  ],
  [
    'src/desk/server/page-publish-handlers.ts createPagePublishHandlers',
    'one commit that cancels a schedule, with its audit entry',
  ],
  ['src/desk/server/page-version-handlers.ts createPageVersionHandlers', 'one commit, one draft of a page'],
  [
    'src/desk/server/picture-handlers.ts createPictureHandlers',
    'one commit after the files are stored; again they are the same files and the same row',
  ],
  [
    'src/desk/server/batch-handlers.ts change',
    'one commit with its audit entry; a batch has no money and no state of a shipment',
  ],
  [
    'src/desk/server/bulk-approval.ts approveBulk',
    'one commit that decides and starts an action once, with its job and its audit entries',
  ],
  ['src/desk/server/bulk-handlers.ts createPrepare', 'one commit, once for a request; nothing is done by it'],
  [
    'src/desk/server/bulk-handlers.ts createStart',
    'one commit that starts an action once, with its job and its audit entry',
  ],
  [
    'src/desk/server/bulk-handlers.ts createBulkHandlers',
    'one commit that ends an action, with its audit entry; what is done stays',
  ],
  [
    'src/desk/server/run-bulk.ts doOnOrder',
    'one commit for an order, with its result; killed after it, the job goes on with the next one (`test/crash/bulk-action.test.ts`)',
  ],
  [
    'src/desk/server/run-bulk.ts processOrder',
    'one commit, the result of an order on which nothing was done',
  ],
  [
    'src/desk/server/run-bulk.ts finish',
    'one commit that ends an action; done by its next job if it is lost',
  ],
  ['src/desk/server/run-bulk.ts runBulk', 'one commit, the next job; lost, this one runs again'],
  [
    'src/desk/server/write-export.ts writePart',
    'one commit for a part, with where the next one begins; killed after it, the job goes on there (`test/crash/bulk-action.test.ts`)',
  ],
  ['src/desk/server/write-export.ts writeExport', 'one commit, the next job; lost, this one runs again'],
  [
    'src/desk/server/export-handlers.ts createStartHandlers',
    'one commit, once for a request, with its job and its audit entry',
  ],
  ['src/desk/server/export-handlers.ts recordFile', 'one commit, an entry of the audit log'],
  [
    'src/desk/server/write-export.ts refuse',
    'one commit that ends a file without any of it; lost, the job runs again',
  ],
  ['src/desk/server/export-handlers.ts recordDownload', 'one commit with its audit entry; no money is in it'],
  [
    'src/desk/server/survey-changes.ts publish',
    'one commit with its audit entry; sent again, its version is not the latest any more',
  ],
  ['src/desk/server/tag-handlers.ts createTagHandlers', 'one commit with its audit entry; no money is in it'],
  ['src/desk/server/batch-handlers.ts makeBatch', 'one commit, one batch for a request'],
  [
    'src/desk/server/import-tracking.ts importTracking',
    'one commit, how far the file is; lost, its last rows are read again and are the same shipments',
  ],
  [
    'src/desk/server/reconcile-period.ts recordReconciliation',
    'one commit, the result of a command; no money is in it',
  ],
  [
    'src/desk/server/reconcile-period.ts runReconciliation',
    'one commit, the result; lost, its job compares again',
  ],
  [
    'src/desk/server/reconciliation-handlers.ts createReconciliationHandlers',
    'one commit that asks for a comparison, with its job and its audit entry',
  ],
  ['src/desk/server/tracking-handlers.ts createTrackingHandlers', 'one commit, the rows of a file'],
  [
    'src/desk/server/tracking-handlers.ts createTrackingHandlers',
    'one commit that starts a file once, with its job and its audit entry',
  ],
  ['src/desk/server/saved-view-handlers.ts createViewsHandlers', 'one commit, once for a name'],
  ['src/desk/server/saved-view-handlers.ts createViewsHandlers', 'one commit, the view is deleted'],
  [
    'src/desk/server/order-action-handlers.ts createAddressHandlers',
    'writes nothing; it locks what the correction would lock',
  ],
  ['src/desk/server/catalogue-handlers.ts publish', 'one commit; again the version is another'],
  [
    'src/desk/server/increase-approval.ts approveIncrease',
    'one commit that decides and schedules an increase once, with its audit entry; notices and charges follow by due work',
  ],
  [
    'src/desk/server/price-increase-handlers.ts createStop',
    'one commit that undoes an increase once, with its mails as jobs and its audit entry',
  ],
]
