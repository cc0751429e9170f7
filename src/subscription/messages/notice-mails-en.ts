export const noticeMailsEn = {
  arrives: 'Arrives',
  cardExpiryFirst: 'The card ending {last4} pays for {plan} and is valid until {day}.',
  cardExpirySubject: 'Your card expires soon',
  cardPays: '{card} pays',
  changeOrCancel: 'Change or cancel it',
  checkAddress: 'Please check the shipping address: {problems}.',
  creditPaid: 'Paid with credit',
  firstFullPrice: 'First order at the full price',
  firstNewPrice: 'First order at the new price',
  howOften: 'How often',
  increaseFirst: '{plan} will cost {new} instead of {old}, starting with your {day} order.',
  increaseHeading: 'A new price from {day}.',
  increaseSubject: 'The price of your subscription changes on {day}',
  nextOrder: 'Next order',
  promotionFirst:
    '{code, select, none {Your first order of {plan} was reduced.} other {Your code {code} for {plan} has been used for all its orders.}} From {day}, it renews at the full price: {total} total.',
  promotionHeading: 'Your intro price ends {day}.',
  promotionSubject:
    '{code, select, none {Your intro price ends {day}} other {Your code ends before your order of {day}}}',
  regularFirst:
    'You get {plan} {interval} {orders, plural, =0 {until you cancel} =1 {with one more order} other {with # more orders}}. Your next order is on {day}.',
  regularSubject: 'Your subscription at a glance',
  reminderFirst:
    '{plan} will be ordered on {day} for {total}, {payment, select, credit {paid with your current credit. If you use the credit before then, we’ll charge {card}.} both {{credit} of it paid with your current credit and {rest} charged to {card}. If you use the credit before then, we’ll charge {link, select, yes {it} other {the card}}.} other {charged to {card}.}}{last, select, yes { This is the last order. Your subscription ends with it, and you won’t be charged again.} other {}}',
  reminderHeading: 'Your next order is on {day}.',
  reminderSubject: 'Your next order: {day}',
  renewalFirst:
    '{plan} renews on {day} for {total}, {payment, select, credit {paid with your current credit. If you use the credit before then, we’ll charge {card}.} both {{credit} of it paid with your current credit and {rest} charged to {card}. If you use the credit before then, we’ll charge {link, select, yes {it} other {the card}}.} other {charged to {card}.}}{last, select, yes { This is the last order. Your subscription ends with it, and you won’t be charged again.} other {}}',
  renewalHeading: 'It renews on {day}.',
  renewalSubject: 'Your subscription renews on {day}',
  stopLink: 'We send this before each order. <link>Turn off these reminders</link> with one click.',
  total: 'Total',
  unchangedFirst:
    'We told you that {plan} would cost {new} starting with your {day} order. We canceled that increase. It still costs {old}{next, select, none {} other {, and will cost {next} starting with your {nextDay} order}}.',
  unchangedHeading: 'Your price stays the same.',
  unchangedHeadingOn: 'No new price on {day}.',
  unchangedSubject: 'The price of your subscription stays the same',
  unchangedSubjectOn: 'The price of your subscription does not change on {day}',
  what: 'What',
} as const
