const declined = 'the bank does not take the money back for this card'

/** Words of processors and of the shop for a refund that did not go through, as staff read them. */
const texts: ReadonlyMap<string, string> = new Map([
  ['refund_refused', declined],
  ['declined', declined],
  ['failed', declined],
  ['expired_or_canceled_card', 'the card has expired or was canceled'],
  ['lost_or_stolen_card', 'the card was lost or stolen'],
  ['insufficient_funds', 'the balance at the processor does not cover it'],
  ['canceled', 'it was canceled at the processor'],
  ['merchant_request', 'it was canceled at the processor'],
  ['charge_disputed', 'a bank disputes the payment'],
  ['charge_for_pending_refund_disputed', 'a bank disputes the payment'],
  ['charge_already_refunded', 'the payment was refunded at the processor before'],
  ['refund_too_large', 'it is more than what is left of the payment at the processor'],
  ['reversed', 'the bank sent the money back after it was refunded'],
  ['dispute-lost', 'the buyer has the money from their bank'],
  ['dispute-lost-in-part', 'the buyer has a part of the money from their bank'],
  ['made-elsewhere', 'money of the payment went back from the processor’s dashboard'],
])

/** Why a refund did not go through, as the end of a sentence; a word that is not known is quoted. */
export const refusedRefundText = (refusal: string): string =>
  texts.get(refusal) ??
  (refusal === '' ? 'the processor gave no reason' : `the processor gave the reason “${refusal}”`)
