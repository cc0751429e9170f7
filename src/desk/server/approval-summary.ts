import { isShopError } from '#shared/errors.ts'
import { priceText } from '#shared/money.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import type { NoticeDeps } from '#subscription/renewal/server/increase-previews.ts'
import type { Staff } from '#platform/request-context.ts'
import { newerText } from '../rules/approval.ts'
import { ImportPayload, ReceiptPayload, RefundPayload } from './approval-requests.ts'
import type { StoredApproval } from './approval-store.ts'
import { summarizeBulk } from './bulk-approval.ts'
import { summarizeCampaign } from './campaign-approval.ts'
import { summarizeEntry } from './entry-approval.ts'
import type { EntryServices } from './entry-approval.ts'
import { summarizeRollout } from './flag-approval.ts'
import type { FlagServices } from './flag-approval.ts'
import { summarizeIncrease } from './increase-approval.ts'
import { summarizePage } from './page-approval.ts'
import type { PageServices } from './page-checks.ts'
import { summarizePlaces } from './place-approval.ts'
import { expectedReceipt, sumOf } from './receipt-action.ts'
import { expectedRefund } from './refund-handlers.ts'
import { limitsOf, wireGiven } from './refund-limits.ts'

/** What asking for and approving actions needs. */
export type ApprovalServices = PaymentServices & NoticeDeps & FlagServices & PageServices & EntryServices

/** What a counted package comes to now, line by line. */
const countedPackage = async (services: PaymentServices, one: StoredApproval) => {
  const { number, counted, amount } = ReceiptPayload.parse(one.payload)
  const { order, cents, given } = await expectedReceipt(services, number, counted, amount)
  const { rows, currency } = wireGiven(order, given)
  return {
    order,
    cents,
    rows: [
      ...rows.map((row) => `${row.name}: ${priceText(row.amount, currency)}`),
      `Back to stock: ${sumOf(counted.lines, 'restocked')}. Written off: ${sumOf(counted.lines, 'writtenOff')}.`,
      ...counted.lines.flatMap(({ note }) => (note === null ? [] : [`Note: ${note}`])),
      ...(counted.otherContents === null ? [] : [`Also in the package: ${counted.otherContents}`]),
    ],
  }
}

/** What needs no passkey, with the reason why it cannot be approved now. */
const withoutStepUp = (href: string, contents: readonly string[], refusal: string | null) => ({
  href,
  contents: [...contents],
  refusal,
  action: null,
})

/** What is to be done, for who decides: with the person's own limits for a refund. */
export const summarizeApproval = async (services: ApprovalServices, one: StoredApproval, actor: Staff) => {
  if (one.kind === 'newer') return withoutStepUp('/desk/approvals', [newerText], newerText)
  if (one.kind === 'price-increase') return summarizeIncrease(services, one)
  if (one.kind === 'flag-rollout') return summarizeRollout(services, one)
  if (one.kind === 'page') return summarizePage(services, one)
  if (one.kind === 'places') return summarizePlaces(services.deps, one)
  if (one.kind === 'catalogue-entry') return summarizeEntry(services, one)
  if (one.kind === 'newsletter') return summarizeCampaign(services, one)
  if (one.kind === 'tracking-import') {
    const { id } = ImportPayload.parse(one.payload)
    const contents = [`${one.shipments ?? 0} orders ship, and their members get a mail.`]
    return withoutStepUp(`/desk/fulfillment/tracking/${id}`, contents, null)
  }
  if (one.kind !== 'refund' && one.kind !== 'return-receipt') return summarizeBulk(services.deps, one)
  const href =
    one.kind === 'refund'
      ? `/desk/orders/${one.order_number ?? ''}`
      : `/desk/fulfillment/returns/${ReceiptPayload.parse(one.payload).number}`
  if (one.state !== 'open') return withoutStepUp(href, [], null)
  try {
    const { order, cents, rows } =
      one.kind === 'refund'
        ? await expectedRefund(services, RefundPayload.parse(one.payload))
        : await countedPackage(services, one)
    const action = stepUpActions.approve(one.id)
    return {
      href,
      contents: rows,
      ...(await limitsOf(services.deps.database, actor, order, { cents, action })),
    }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return withoutStepUp(href, [], `${thrown.detail} Refuse it; it can be asked for again.`)
  }
}
