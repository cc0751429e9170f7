/** A person of the demo shop, with traits that make pages worth looking at. Tests borrow them too. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** What is worth knowing, for the list printed at start. */
  readonly trait: string
  /** Days before the first start on which they bought; null for somebody who never did. */
  readonly boughtDaysAgo: number | null
  readonly plans: Readonly<Record<string, number>>
  readonly promoCode: string | null
  /** By name, of the sandbox processor's test cards. */
  readonly card: string
  readonly address: {
    readonly address: string
    readonly city: string
    readonly region: string
    readonly zip: string
    readonly country: string
  }
}

/** The password of everybody in the demo shop. */
export const demoPassword = 'good-soil-26'

const portland = { address: '418 Alder Street', city: 'Portland', region: 'OR', zip: '97205', country: 'US' }

export const people: readonly Person[] = [
  {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    email: 'mara@loam.example',
    trait: 'DS-01 every month, with one renewal behind her',
    boughtDaysAgo: 40,
    plans: { 'syn-wk': 1 },
    promoCode: 'DS-01-25-OFF',
    card: 'approve',
    address: portland,
  },
  {
    firstName: 'June',
    lastName: 'Ito',
    email: 'june@loam.example',
    trait: 'DS-01 every 3 months and VS-01 every month',
    boughtDaysAgo: 12,
    plans: { 'syn-wk-3mo': 1, 'vs-wk': 1 },
    promoCode: null,
    card: 'mastercard',
    address: { ...portland, address: '77 Fern Court', city: 'Oakland', region: 'CA', zip: '94612' },
  },
  {
    firstName: 'Tomas',
    lastName: 'Weber',
    email: 'tomas@loam.example',
    trait: 'PDS-08 for a child, shipped to Germany; his card is refused at each renewal',
    boughtDaysAgo: 25,
    plans: { 'pds-wk': 1 },
    promoCode: null,
    card: 'renewal-no-funds',
    address: { address: 'Lindenweg 4', city: 'Freiburg', region: '', zip: '79098', country: 'DE' },
  },
  {
    firstName: 'Sol',
    lastName: 'Okafor',
    email: 'sol@loam.example',
    trait: 'an account, and nothing bought yet',
    boughtDaysAgo: null,
    plans: {},
    promoCode: null,
    card: 'approve',
    address: portland,
  },
]
