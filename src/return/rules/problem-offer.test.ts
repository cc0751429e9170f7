import { expect, test } from 'vitest'
import { isReportedUnderWay, mayResolveItself, problemOffer, unitsInProblems } from './problem-offer.ts'
import type { ProblemFacts } from './problem-offer.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const units = (quantity: number) => [{ position: 0, quantity }]

/** Five of a line, received on January 6. */
const facts = (but: Partial<ProblemFacts> = {}): ProblemFacts => ({
  kind: 'purchase',
  isWithdrawn: false,
  shipments: [{ state: 'delivered', receivedOn: day('2031-01-06'), items: units(5) }],
  unrefunded: units(5),
  returns: [],
  problems: [],
  today: day('2031-01-20'),
  policy: { report_within_days: 60 },
  ...but,
})

test.for([
  ['nothing else', {}, 5],
  [
    'one returned and refunded',
    { returns: [{ state: 'received', lines: units(1) }], unrefunded: units(4) },
    4,
  ],
  ['one awaited', { returns: [{ state: 'requested', lines: units(1) }] }, 4],
  [
    'one canceled, one expired',
    {
      returns: [
        { state: 'canceled', lines: units(1) },
        { state: 'expired', lines: units(1) },
      ],
    },
    5,
  ],
  ['one refunded by an operator', { unrefunded: units(4) }, 4],
  ['two sent again', { problems: [{ state: 'reshipped', lines: units(2) }] }, 3],
  ['two refunded', { problems: [{ state: 'refunded', lines: units(2) }], unrefunded: units(3) }, 3],
  ['one declined', { problems: [{ state: 'declined', lines: units(1) }] }, 5],
  // 5 - 1 awaited - 1 open, and of the four that are not refunded two are waited for.
  [
    'all at once',
    {
      returns: [{ state: 'requested', lines: units(1) }],
      problems: [{ state: 'open', lines: units(1) }],
      unrefunded: units(4),
    },
    2,
  ],
] as const)('%s', ([, but, left]) => {
  expect(problemOffer(facts(but))).toEqual({ kind: 'open', lines: units(left) })
})

test.for([
  [{ kind: 'gift' }, 'gift'],
  [{ isWithdrawn: true }, 'withdrawn'],
  [{ shipments: [{ state: 'packed', receivedOn: null, items: units(5) }] }, 'not-shipped'],
  [{ today: day('2031-03-08') }, 'too-late'],
  [{ unrefunded: [] }, 'settled'],
] as const)('%j: %s', ([but, reason]) => {
  expect(problemOffer(facts(but))).toEqual({ kind: 'none', reason })
})

test.for(['shipped', 'in-transit', 'lost', 'returned-to-sender'] as const)(
  'a shipment that is %s and was not received can be reported at any later time',
  (state) => {
    const never = facts({
      shipments: [{ state, receivedOn: null, items: units(5) }],
      today: day('2032-01-06'),
    })
    expect(problemOffer(never)).toEqual({ kind: 'open', lines: units(5) })
  },
)

test('units of a problem report are left out of returns', () => {
  const problems = [
    { state: 'open', lines: units(1) },
    { state: 'declined', lines: units(2) },
    { state: 'reshipped', lines: units(3) },
  ] as const
  expect(unitsInProblems(problems)).toEqual([...units(1), ...units(3)])
})

test.for([
  [{}, true],
  [{ refundCents: 6001 }, false],
  // 60 euro are more than 60 dollars, and nothing is said of yen.
  [{ refundCents: 5500, currency: 'EUR' }, true],
  [{ refundCents: 5501, currency: 'EUR' }, false],
  [{ refundCents: 1, currency: 'JPY' }, false],
  [{ refundCents: 0 }, false],
  [{ isHeld: true }, false],
  [{ hasOpenReturn: true }, false],
  [{ isUnderWay: true }, false],
] as const)('without an operator: %j %s', ([but, may]) => {
  const policy = { automatic_up_to: new Map([['USD', 6000] as const, ['EUR', 5500] as const]) }
  const fine = {
    refundCents: 6000,
    currency: 'USD',
    isHeld: false,
    hasOpenReturn: false,
    isUnderWay: false,
    policy,
  } as const
  expect(mayResolveItself({ ...fine, ...but })).toBe(may)
})

// Reported on June 8, 2031.
test.each([
  ['left, and is to arrive until the 8th', { state: 'shipped', receivedOn: day('2031-06-08') }, true],
  ['should have arrived on the 7th', { state: 'shipped', receivedOn: day('2031-06-07') }, false],
  ['is in transit, and its carrier says no more', { state: 'in-transit', receivedOn: null }, true],
  ['was delivered', { state: 'delivered', receivedOn: day('2031-06-08') }, false],
  ['was lost', { state: 'lost', receivedOn: null }, false],
  ['came back', { state: 'returned-to-sender', receivedOn: null }, false],
] as const)(
  'whether reported units count as in transit when their shipment %s',
  (_what, shipment, underWay) => {
    const reported = units(2)
    expect(isReportedUnderWay([{ ...shipment, items: units(2) }], reported, day('2031-06-08'))).toBe(underWay)
  },
)

test('in a line of two packages, as many units count as arrived as the delivered package contains', () => {
  const shipments = [
    { state: 'delivered', receivedOn: day('2031-06-01'), items: units(1) },
    { state: 'in-transit', receivedOn: null, items: units(2) },
  ] as const
  expect([1, 2].map((count) => isReportedUnderWay(shipments, units(count), day('2031-06-08')))).toEqual([
    false,
    true,
  ])
})
