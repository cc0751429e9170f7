export const declineKinds = ['soft', 'hard', 'expired', 'data', 'authenticate'] as const

export type DeclineKind = (typeof declineKinds)[number]

/** What the bank says. */
export type Verdict =
  | { readonly say: 'approve' }
  | { readonly say: 'challenge' }
  | { readonly say: 'decline'; readonly kind: DeclineKind; readonly reason: string }

/** How the processor behaves around it: `lost` never reaches the charge, `silent` and `reset` charge first. */
export type Manner = 'prompt' | 'slow' | 'silent' | 'reset' | 'lost'

/** How refunds behave: `silent` gives back and does not answer, `lost` never arrives the first time. */
export type RefundManner = 'prompt' | 'silent' | 'lost' | 'refused'

/** What its bank does days after a charge. */
export interface Aftermath {
  readonly kind: 'chargeback' | 'inquiry' | 'fraud-warning'
  /** Why, in the words of processors; for a warning, what kind of fraud. */
  readonly reason: string
  /** What the bank decides when the shop sent evidence; without any the shop loses. */
  readonly decision: 'won' | 'lost'
  /** `shuffled`: each webhook three times, the last one first. */
  readonly webhooks: 'once' | 'shuffled'
}

export interface TestCard {
  readonly name: string
  readonly number: string
  readonly brand: 'visa' | 'mastercard' | 'amex'
  /** One sentence for the list that is printed and shown. */
  readonly what: string
  readonly verdict: Verdict
  /** For charges without the buyer, where they differ. */
  readonly renewalVerdict?: Verdict
  readonly manner: Manner
  /** Likewise. */
  readonly renewalManner?: Manner
  readonly webhooks: 'once' | 'twice' | 'reversed'
  readonly refunds: RefundManner
  readonly aftermath: Aftermath | null
}

const approve: Verdict = { say: 'approve' }
const noFunds: Verdict = { say: 'decline', kind: 'soft', reason: 'insufficient_funds' }
const stolen: Verdict = { say: 'decline', kind: 'hard', reason: 'stolen_card' }
const wrongCode: Verdict = { say: 'decline', kind: 'data', reason: 'incorrect_cvc' }
const authenticate: Verdict = { say: 'decline', kind: 'authenticate', reason: 'authentication_required' }
const expired: Verdict = { say: 'decline', kind: 'expired', reason: 'expired_card' }

type Entry = Pick<TestCard, 'name' | 'number' | 'what'> & Partial<TestCard>

const card = <const Name extends string>(
  entry: Entry & { readonly name: Name },
): TestCard & { readonly name: Name } => ({
  brand: 'visa',
  verdict: approve,
  manner: 'prompt',
  webhooks: 'once',
  refunds: 'prompt',
  aftermath: null,
  ...entry,
})

const aftermath = (changes: Partial<Aftermath> = {}): Aftermath => ({
  kind: 'chargeback',
  reason: 'fraudulent',
  decision: 'won',
  webhooks: 'once',
  ...changes,
})

/** Every card the sandbox knows. Any other number is refused, so that no real card is ever stored. */
export const testCards = [
  card({ name: 'approve', number: '4242424242424242', what: 'Approved.' }),
  card({ name: 'mastercard', number: '5555555555554444', brand: 'mastercard', what: 'Approved.' }),
  card({
    name: 'amex',
    number: '378282246310005',
    brand: 'amex',
    what: 'Approved; security code of 4 digits.',
  }),
  card({
    name: 'no-funds',
    number: '4000000000009995',
    verdict: noFunds,
    what: 'Declined: insufficient funds.',
  }),
  card({
    name: 'stolen',
    number: '4000000000009979',
    verdict: stolen,
    what: 'Declined for good: stolen card.',
  }),
  card({
    name: 'expired',
    number: '4000000000000069',
    verdict: expired,
    what: 'Declined: the card has expired.',
  }),
  card({
    name: 'wrong-code',
    number: '4000000000000127',
    verdict: wrongCode,
    what: 'Declined: the security code is wrong.',
  }),
  card({
    name: 'challenge',
    number: '4000002500003155',
    verdict: { say: 'challenge' },
    renewalVerdict: approve,
    what: 'The bank asks the buyer first; renewals go through.',
  }),
  card({
    name: 'authenticate',
    number: '4000002760003184',
    verdict: { say: 'challenge' },
    renewalVerdict: authenticate,
    what: 'The bank asks the buyer each time; each renewal is declined until the buyer confirms.',
  }),
  card({
    name: 'renewal-no-funds',
    number: '4000000000000341',
    renewalVerdict: noFunds,
    what: 'Approved now; each renewal is declined: insufficient funds.',
  }),
  card({
    name: 'renewal-stolen',
    number: '4000000000030017',
    renewalVerdict: stolen,
    what: 'Approved now; each renewal is declined for good.',
  }),
  card({ name: 'slow', number: '4000000000040016', manner: 'slow', what: 'Approved after 3 seconds.' }),
  card({
    name: 'time-out',
    number: '4000000000040024',
    manner: 'silent',
    what: 'Charged, but the answer never arrives.',
  }),
  card({
    name: 'reset',
    number: '4000000000040032',
    manner: 'reset',
    what: 'Charged, but the connection breaks before the answer.',
  }),
  card({
    name: 'lost',
    number: '4000000000060022',
    manner: 'lost',
    what: 'Not charged, and no answer arrives.',
  }),
  card({
    name: 'renewal-late-no-funds',
    number: '4000000000040040',
    manner: 'silent',
    renewalVerdict: noFunds,
    what: 'Charged now, each renewal is declined; the answer never arrives.',
  }),
  card({
    name: 'renewal-lost',
    number: '4000000000060030',
    renewalManner: 'lost',
    what: 'Approved now; each renewal is not charged, and no answer arrives.',
  }),
  card({
    name: 'duplicate-webhooks',
    number: '4000000000050015',
    webhooks: 'twice',
    what: 'Each webhook arrives twice.',
  }),
  card({
    name: 'reversed-webhooks',
    number: '4000000000050023',
    webhooks: 'reversed',
    what: 'Webhooks arrive in the wrong order.',
  }),
  card({
    name: 'refund-time-out',
    number: '4000000000070005',
    refunds: 'silent',
    what: 'Approved; a refund is given, but the answer never arrives.',
  }),
  card({
    name: 'refund-lost',
    number: '4000000000071003',
    refunds: 'lost',
    what: 'Approved; a refund does not arrive the first time it is asked for.',
  }),
  card({
    name: 'refund-refused',
    number: '4000000000072001',
    refunds: 'refused',
    what: 'Approved; refunds are refused.',
  }),
  card({
    name: 'disputed',
    number: '4000000000000259',
    aftermath: aftermath(),
    what: 'Approved; disputed as fraud 3 days later. Won with evidence, lost without.',
  }),
  card({
    name: 'not-received',
    number: '4000000000002685',
    aftermath: aftermath({ reason: 'product_not_received' }),
    what: 'Approved; disputed 3 days later as not received. Won with evidence, lost without.',
  }),
  card({
    name: 'inquiry',
    number: '4000000000001976',
    aftermath: aftermath({ kind: 'inquiry' }),
    what: 'Approved; the bank asks 3 days later. Closed with evidence or a full refund, a dispute 7 days later without.',
  }),
  card({
    name: 'disputed-lost',
    number: '4000000000080012',
    aftermath: aftermath({ decision: 'lost' }),
    what: 'Approved; disputed as fraud 3 days later, and lost whatever is sent.',
  }),
  card({
    name: 'disputed-shuffled',
    number: '4000000000080020',
    aftermath: aftermath({ webhooks: 'shuffled' }),
    what: 'As 4000 0000 0000 0259; each webhook of the dispute arrives three times, the last one first.',
  }),
  card({
    name: 'fraud-warning',
    number: '4000000000005423',
    aftermath: aftermath({ kind: 'fraud-warning', reason: 'made_with_stolen_card' }),
    what: 'Approved; the bank warns of fraud 3 days later.',
  }),
] as const

export type TestCardName = (typeof testCards)[number]['name']

/** The card with this name; throws when there is none, for only names out of the list are ever stored. */
export const testCardNamed = (name: string): TestCard => {
  const found = testCards.find((card) => card.name === name)
  if (!found) throw new Error(`There is no test card named ${name}.`)
  return found
}
