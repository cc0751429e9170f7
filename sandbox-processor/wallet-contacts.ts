/** Somebody whose wallet this is: an address as wallets keep it. */
export interface WalletContact {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: {
    readonly line1: string
    readonly line2: string
    readonly city: string
    readonly state: string
    readonly postal_code: string
    readonly country: string
  }
}

const contact = (
  name: string,
  [line1, city, state, postal_code, country]: readonly [string, string, string, string, string],
): WalletContact => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  phone: '+1 503 555 0100',
  address: { line1, line2: '', city, state, postal_code, country },
})

/** People at home and abroad; the shop does not ship to one of them. */
export const walletContacts: readonly WalletContact[] = [
  contact('June Baker', ['12 Alder Street', 'Portland', 'OR', '97205', 'US']),
  contact('Luis Vega', ['850 Bryant Street', 'San Francisco', 'California', '94103', 'US']),
  contact('Ana Ortiz', ['3 Calle Luna', 'San Juan', '', '00901', 'PR']),
  contact('Kim Osei', ['90 Elgin Street', 'Ottawa', 'ON', 'K1P 5E9', 'CA']),
  contact('Ada Marsh', ['4 Bridge Street', 'London', '', 'SW1A 2JR', 'GB']),
  contact('Tama Rewi', ['7 Queen Street', 'Auckland', '', '1010', 'NZ']),
]
