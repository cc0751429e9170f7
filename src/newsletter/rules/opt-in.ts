/**
 * Countries where an address counts as agreed only after its owner confirmed it by a link: by statute, by court
 * practice or by what the authorities there ask as proof. A sample for the operator's counsel to check.
 */
const confirmedOptIn = ['AT', 'CH', 'DE', 'GR', 'LU', 'NO']

/** Whether an address entered from this country (ISO 3166-1 alpha-2) has to be confirmed by mail. */
export const needsConfirmation = (country: string): boolean => confirmedOptIn.includes(country)
