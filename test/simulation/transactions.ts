import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aloneAtDesk } from './desk-transactions.ts'

/** Modules that write neither money nor subscriptions; a new module is one that does until it is named here. */
const withoutMoney = [
  'account', 'agent', 'analytics', 'cart', 'catalogue', 'consent', 'contact', 'content', 'experiment', 'newsletter',
  'partner', 'report', 'review', 'survey',
] // prettier-ignore

/**
 * Transactions that the month does not reach, and why no crash can interrupt them harmfully. Each is complete by
 * itself: what it writes is complete or absent, nothing external happens between it and another write, and the same
 * request again changes nothing.
 */
export const alone: readonly (readonly [name: string, why: string])[] = [
  ...aloneAtDesk,
  [
    'src/order/server/order-labels.ts requestLabels',
    'one commit for each label that is wanted; again it is the same label',
  ],
  [
    'src/payment/payout/server/payouts.ts readCompleteBalance',
    'one commit after which the balance is read from its beginning; done by the next reading if it is lost',
  ],
  ['src/order/server/due-orders.ts noticeLateOrders', 'one commit, once per order; the mail is a job of it'],
  ['src/gift/server/change-gift.ts correctGift', 'one commit, set to what is asked'],
  ['src/gift/server/change-gift.ts resendLink', 'one commit; the mail is a job of it'],
  ['src/gift/server/claim-gift.ts notifyGiver', 'one commit, once per country; the mail is a job of it'],
  ['src/loyalty/server/points.ts completeProfile', 'one commit, once per account'],
  ['src/loyalty/server/points.ts createCustomAction', 'one commit, once per account and action'],
  [
    'src/loyalty/server/referrals.ts reviewReferrals',
    'one commit for points and credit of both sides, found again if lost',
  ],
  ['src/loyalty/server/referrals.ts createReferralHandlers', 'one commit, one code per account'],
  ['src/order/server/order-ledger.ts backfillLedger', 'one commit for orders from before there were books'],
  ['src/order/server/order-handlers.ts createOrderHandlers', 'one commit, once per order; no money is in it'],
  ['src/order/server/fulfillment.ts packOrder', 'one commit; again it changes nothing'],
  // The month does these three at the desk; the trace of a promise that is passed on has only the line of its caller.
  ['src/order/server/fulfillment.ts handOver', 'one commit; again it is the same shipment'],
  ['src/order/server/holds.ts holdByOperator', 'one commit; again it is the same hold'],
  ['src/order/server/holds.ts releaseByOperator', 'one commit; again there is nothing to release'],
  ['src/order/server/carrier-events.ts applyToOrder', 'one commit; again it moves nothing'],
  [
    'src/order/server/label-work.ts voidDue',
    'one commit after the carrier said so; asked again it says the same',
  ],
  [
    'src/order/server/order-labels.ts printLabel',
    'one commit that wants a label; there is one of a shipment',
  ],
  ['src/order/server/order-labels.ts giveToCarrier', 'one commit; again it changes nothing'],
  [
    'src/payment/refund/server/waiting-refunds.ts releaseWaiting',
    'one commit after which the refund is settled as every refund is; done by the next look if it is lost',
  ],
  [
    'src/dispute/server/fraud-warnings.ts readFraudWarning',
    'one commit, once per warning; the webhook comes again if it is lost',
  ],
  ['src/dispute/server/answer-dispute.ts note', 'one commit, an entry of the history'],
  [
    'src/dispute/server/answer-dispute.ts answering',
    'one commit that takes the answer for one operator; the clock gives it back if its process ends',
  ],
  ['src/dispute/server/answer-dispute.ts answering', 'one commit that gives it back'],
  ['src/dispute/server/disputes.ts remindOfEvidence', 'one commit, once per dispute; the mail is its job'],
  ['src/dispute/server/subscription-jobs.ts createDisputeJobs', 'one commit; to resume is a job of it'],
  [
    'src/refund/server/operator-refunds.ts previewOperatorRefund',
    'writes nothing; it locks what the refund would lock',
  ],
  [
    'src/refund/server/repeated-refunds.ts previewRepeated',
    'writes nothing; it locks what the refund would lock',
  ],
  [
    'src/refund/server/repeated-refunds.ts closeRefused',
    'one commit with its audit entry; again it is closed before',
  ],
  [
    'src/refund/server/dashboard-refunds.ts recordOutside',
    'one commit for a refund that the processor made; lost, the webhook comes again, and it is recorded once',
  ],
  [
    'src/refund/server/dashboard-refunds.ts recordOutside',
    'the same once more, after what was in flight is settled',
  ],
  [
    'src/refund/server/dashboard-refunds.ts undo',
    'one commit that reverses a refund; lost, the webhook comes again, and it is reversed once',
  ],
  ['src/payment/server/billing-handlers.ts useSavedCard', 'one commit, set to what is asked'],
  [
    'src/payment/server/settlement.ts updateSavedCard',
    'one commit, set to what the processor says; no money is in it',
  ],
  [
    'src/order/server/correct-address.ts correctAddress',
    'one commit with its audit entry; no money is in it',
  ],
  [
    'src/staff/server/staff-handlers.ts createAddStaffPasskey',
    'one commit with its audit entry; no money is in it',
  ],
  ['src/staff/server/staff-handlers.ts createDeskSignIn', 'one commit that opens a session'],
  [
    'src/staff/server/staff-handlers.ts createOwnHandlers',
    'one commit with its audit entry; no money is in it',
  ],
  ['src/coupon/server/managed-coupons.ts createCoupon', 'one commit; again the code is taken'],
  ['src/coupon/server/managed-coupons.ts changeCoupon', 'one commit; again the version is another'],
  [
    'src/coupon/server/managed-coupons.ts nameCouponPeople',
    'one commit with its audit entry; again nobody is added or removed',
  ],
  [
    'src/location/server/places.ts openPlaces',
    'one commit at the first start, once; lost, the next start does it',
  ],
  ['src/coupon/server/coupon-batches.ts requestBatch', 'one commit with its job and its audit entry'],
  ['src/coupon/server/coupon-batches.ts makeBatchCodes', 'the job makes what is missing'],
  ['src/staff/server/staff-handlers.ts createOwnHandlers', 'the same for another action'],
  ['src/staff/server/staff-handlers.ts createOwnHandlers', 'the same for a third one'],
  ['src/staff/server/staff-handlers.ts createStepUp', 'one commit; lost, the passkey is asked again'],
  ['src/staff/server/staff-passkeys.ts consumeChallenge', 'one commit; lost, the passkey is asked again'],
  ['src/staff/server/staff-passkeys.ts createChallenge', 'one commit; lost, the passkey is asked again'],
  ['src/staff/server/staff-sessions.ts saveStepUp', 'one commit; lost, the passkey is asked again'],
  [
    'src/staff/server/team-handlers.ts createPeopleHandlers',
    'one commit with its audit entry; no money is in it',
  ],
  [
    'src/withdrawal/server/confirmed-returns.ts previewConfirmedReturn',
    'writes nothing; it locks what confirming the return would lock',
  ],
  ['src/return/server/returns.ts cancelReturn', 'one commit; again it changes nothing'],
  [
    'src/return/server/return-labels.ts takeDue',
    'one commit that plans the next request; lost, the label is taken again at once',
  ],
  [
    'src/return/server/resolve-problem.ts previewProblemRefund',
    'writes nothing; it locks what the refund would lock',
  ],
  [
    'src/return/server/problems.ts reportProblem',
    'one commit with its refund or shipment, which are settled and packed as every one is; `test/crash/problems` ends the process there',
  ],
  [
    'src/order/server/simulated-warehouse.ts packDue',
    'one commit that packs what is sent again; done by the next look if it is lost',
  ],
  [
    'src/return/server/return-expiry.ts recordReturnScan',
    'one commit; the webhook comes again if it is lost',
  ],
  [
    'src/return/server/return-expiry.ts expireReturns',
    'one commit per return with its mail as a job; lost, it is found again',
  ],
  [
    'src/return/server/received-returns.ts previewReceipt',
    'writes nothing; it locks what receiving the return would lock',
  ],
  [
    'src/subscription/owed-order/server/pay-owed.ts endQuestion',
    'one commit after the processor ended the question; `crash-points` ends the process there',
  ],
  [
    'src/payment/charge/server/card-gates.ts createCardGate',
    'one commit before anything is written; lost, the form asks for a check again',
  ],
  [
    'src/order/server/record-taxes.ts recordFact',
    'one commit after the service answered; sent again with the same key it is the same record there',
  ],
  ['src/order/server/record-taxes.ts recordOrder', 'one commit; lost, each fact is found as sent before'],
  [
    'src/order/server/record-taxes.ts tryOrder',
    'one commit that lets an order wait; lost, it is tried sooner',
  ],
  ['src/payment/card/server/card-settings.ts createCardSettings', 'one commit, set to what is asked'],
  ['src/payment/card/server/card-settings.ts createCardSettings', 'one commit, the card is off'],
  [
    'src/subscription/change/server/choose-card.ts chooseCard',
    'one commit that notes the choice of a card that pays already; again it is the same choice',
  ],
  [
    'src/subscription/change/server/choose-card.ts chooseCard',
    'one commit; the card takes over in the transaction that ends the charge',
  ],
  [
    'src/subscription/notice/server/notices.ts requeueNotice',
    'one commit that takes the notice back and queues its subscription',
  ],
  [
    'src/subscription/notice/server/notices.ts noticeSent',
    'one commit after a mail, which is the same mail when sent again',
  ],
  ['src/subscription/renewal/server/park-failed.ts oneByOne', 'reads what day it is'],
  [
    'src/subscription/renewal/server/park-failed.ts oneByOne',
    'a batch of one, cut in two where the batches are',
  ],
  [
    'src/subscription/renewal/server/parked-subscriptions.ts unpark',
    'one commit; what is taken up is found again as due',
  ],
  [
    'src/subscription/notice/server/price-increases.ts queueIncreases',
    'one commit, done by the next look if it is lost',
  ],
  [
    'src/subscription/change/server/cancel-charged-order.ts cancelChargedOrder',
    'one commit that marks an order as to be canceled; a paid one is canceled where orders are',
  ],
]

/** Whether a file of the shop, or a line of it, may write money or subscriptions. */
export const isOfMoney = (site: string): boolean => {
  const [, module = '', ...folders] = site.split('/')
  return folders.includes('server') && !withoutMoney.includes(module)
}

export interface Transaction {
  /** File and line, as in `Boundary.sites`. */
  readonly site: string
  /** File and function. */
  readonly name: string
}

/** Every transaction in the modules with money, read from the source. */
export const transactionsOf = (root: string): Transaction[] =>
  globSync('src/**/server/*.ts', { cwd: root })
    .filter((file) => isOfMoney(file) && !file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => {
      let within = ''
      return readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          within = /^(?:export )?(?:const|async function|function) (\w+)/.exec(line)?.[1] ?? within
          return /\binTransaction\(/.test(line)
            ? [{ site: `${file}:${index + 1}`, name: `${file} ${within}` }]
            : []
        })
    })
