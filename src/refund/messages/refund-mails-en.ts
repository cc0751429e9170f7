export const refundMailsEn = {
  banks: 'Your bank may take up to ten days to show the refund.',
  canceled: 'The order is canceled and will not ship.',
  giftEnds: 'The gift is canceled too. Its link no longer works.',
  giftStays: 'The gift can still be claimed.',
  headingCard: 'Your refund is on its way.',
  headingCredit: 'Your credit is back.',
  part: 'This is a part of the {total} you paid.',
  preview:
    '{amount} went {target, select, card {back to {card, select, none {your card} link {your Link account} other {your {brand} card ending in {last4}}}} credit {back to your account as credit} other {back: {byCard} to {card, select, none {your card} link {your Link account} other {your {brand} card ending in {last4}}} and {asCredit} to your account as credit}}.',
  reason: 'Reason: {reason}',
  subject: 'Refund for your order {number}',
  text: 'We refunded {amount} for order {number} {target, select, card {back to {card, select, none {your card} link {your Link account} other {your {brand} card ending in {last4}}}} credit {back to your account as credit} other {back: {byCard} to {card, select, none {your card} link {your Link account} other {your {brand} card ending in {last4}}} and {asCredit} to your account as credit}}.',
} as const
