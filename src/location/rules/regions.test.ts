import { expect, test } from 'vitest'
import { regionByZip, regionsOf } from './regions.ts'

/** Post codes of each capital, as their city halls print them. */
const capitals: Readonly<Record<string, string>> = {
  AL: '36104', AK: '99801', AZ: '85007', AR: '72201', CA: '95814', CO: '80203', CT: '06106', DE: '19901', DC: '20001',
  FL: '32301', GA: '30334', HI: '96813', ID: '83702', IL: '62701', IN: '46204', IA: '50319', KS: '66612', KY: '40601',
  LA: '70802', ME: '04330', MD: '21401', MA: '02201', MI: '48933', MN: '55102', MS: '39201', MO: '65101', MT: '59601',
  NE: '68508', NV: '89701', NH: '03301', NJ: '08608', NM: '87501', NY: '12207', NC: '27601', ND: '58501', OH: '43215',
  OK: '73102', OR: '97301', PA: '17101', PR: '00901', RI: '02903', SC: '29217', SD: '57501', TN: '37219', TX: '78701',
  AS: '96799', GU: '96910', MP: '96950', VI: '00802', AA: '34001', AE: '09001', AP: '96201',
  UT: '84111', VT: '05602', VA: '23219', WA: '98501', WV: '25301', WI: '53703', WY: '82001',
} // prettier-ignore

test('every state of the list is found by the code of its capital', () => {
  const found = Object.fromEntries(regionsOf('US').map(({ code }) => [code, capitals[code] ?? '']))
  expect(Object.entries(found).filter(([code, zip]) => regionByZip('US', zip) !== code)).toEqual([])
})

test('every region found by postal code can also be chosen', () => {
  const known = new Set(regionsOf('US').map(({ code }) => code))
  const found = Array.from({ length: 1000 }, (_, at) => regionByZip('US', `${String(at).padStart(3, '0')}01`))
  expect(found.filter((region) => region !== null && !known.has(region))).toEqual([])
})

test.each([
  ['US', '97205-1234', 'OR'],
  ['US', ' 89109 ', 'NV'],
  // Forces abroad, Guam, unassigned codes, and invalid codes.
  ['US', '09012', 'AE'],
  ['US', '96910', 'GU'],
  ['US', '00000', null],
  ['US', '972', null],
  ['CA', 'k2p 0b1', 'ON'],
  // The government's offices on both banks of the river.
  ['CA', 'k1a 0b1', null],
  ['CA', 'X0A 0H0', 'NU'],
  ['CA', 'X1A 1A1', 'NT'],
  ['CA', 'W1A 1A1', null],
  ['AU', '2600', 'ACT'],
  ['AU', '0800', 'NT'],
  ['AU', '2000', 'NSW'],
  ['DE', '79098', null],
])('%s %j is in %s', (country, zip, region) => {
  expect(regionByZip(country, zip)).toBe(region)
})
