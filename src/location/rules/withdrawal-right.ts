const countries = [
  'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI',
  'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK',
] // prettier-ignore

/**
 * Whether a buyer from this country may withdraw from the contract within 14 days of delivery: the EU and the EEA
 * (Directive 2011/83/EU, article 9) and the United Kingdom (Consumer Contracts Regulations 2013, regulation 29).
 */
export const hasWithdrawalRight = (country: string): boolean => countries.includes(country)
