import type { Address } from '#shared/address.ts'

const home = {
  firstName: 'Mara',
  lastName: 'Ito',
  address: '1 Alder Way',
  unit: '',
  phone: '',
  company: '',
}

/** Addresses of the scenarios, with the sample tax of their place in mind. */
export const places = {
  /** No tax. */
  oregon: { ...home, city: 'Portland', region: 'OR', zip: '97201', country: 'US' },
  /** 7.25 % of the goods. */
  california: { ...home, city: 'Oakland', region: 'CA', zip: '94601', country: 'US' },
  /** 4 %; at Stripe Tax also 4.5 % of the city and 0.375 % of a district. */
  manhattan: { ...home, city: 'New York', region: 'NY', zip: '10001', country: 'US' },
  montreal: { ...home, city: 'Montreal', region: 'QC', zip: 'H2Y 1C6', country: 'CA' },
  toronto: { ...home, city: 'Toronto', region: 'ON', zip: 'M5V 2T6', country: 'CA' },
  berlin: { ...home, city: 'Berlin', region: '', zip: '10115', country: 'DE' },
  wellington: { ...home, city: 'Wellington', region: '', zip: '6011', country: 'NZ' },
} as const satisfies Record<string, Address>

export type Place = keyof typeof places
