export const returnMailsEn = {
  alreadyRefunded: 'What it contained has been refunded before, so nothing more is refunded.',
  carrierOfChoice: 'Send it with a carrier of your choice, at your expense.',
  declined: 'We can’t replace or refund this. If you disagree, please email {email}.',
  expiredHeading: 'Your return has ended.',
  expiredPreview: 'Your package didn’t reach us.',
  expiredSubject: 'Your return {number} has ended',
  expiredText:
    'Your package didn’t reach us by {day}, so the return for order {order} has ended without a refund.{label, select, yes { Its label is no longer valid.} other {}} If you sent it, we’ll refund you when it arrives.',
  expiringHeading: 'We haven’t received your package yet.',
  expiringPreview: 'Please send it by {day}.',
  expiringSubject: 'Your return {number} ends soon',
  expiringText:
    'If you still want to return these items from order {order}, please send them by {day}. If they’re already on the way, or you’d rather keep them, you don’t need to do anything.',
  howToHeading: 'How to send it back.',
  labelNote: 'Print the prepaid label, attach it to the package and hand it to the carrier.',
  labelRefused:
    'Our carrier couldn’t create a label for your address. Please email {email} before you send it. We’ll pay for return shipping.',
  notRefundedHeading: 'We’ve received your package.',
  notRefundedPreview: 'Nothing is refunded for it.',
  notRefundedSubject: 'Your return {number} has arrived',
  notRefundedWrong: 'If you think this is wrong, please contact us and name your order {order}.',
  openLabel: 'Open the label',
  problemAbout: 'About {number}: {state, select, declined {our answer} other {our solution}}',
  problemHeading: '{state, select, declined {Our answer.} other {Here is our solution.}}',
  problemReceived: 'We received {number}',
  problemReported: 'You reported a problem with order {order}.',
  problemSorry:
    'We’re sorry about the problem with order {order}. Someone on our team will look at it and email you, usually within two business days.',
  problemThanks: 'Thank you for letting us know.',
  reason: 'You requested return {number}.',
  refunded: 'We’re refunding {amount} {target}. You don’t need to send anything back.',
  requestedSubject: 'Your return {number}',
  requestedText:
    'Pack the unopened items from order {order} and write {number} on the package. Please send it by {day}.',
  reshipped:
    'We’re sending this to you again for free. We’ll email you when it ships. You don’t need to send anything back.',
  shipsTo: 'Ships to',
  subscriptionContinues: 'Your subscription continues.',
  willRefund: 'When we receive it, {amount} will be refunded {target}.',
} as const
