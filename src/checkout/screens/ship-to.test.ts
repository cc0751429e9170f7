import { expect, test } from 'vitest'
import { knownPlace, shipTo, withoutKnownRegion } from './ship-to.ts'

const address = {
  firstName: 'Mara', lastName: 'Ito', address: '1 Alder Way', unit: '', city: 'Portland', region: '', zip: '97205',
  country: 'US', phone: '', company: '',
} // prettier-ignore

test('the region is the chosen one, or that of the postal code', () => {
  const destination = (zip: string, region: string) => shipTo({ ...address, zip, region }).region
  expect(destination('97205', '')).toBe('OR')
  expect(destination('97205', 'WA')).toBe('WA')
  expect(destination('not a zip', '')).toBe('')
  expect(withoutKnownRegion({ ...address, region: 'OR' }).region).toBe('')
  expect(withoutKnownRegion({ ...address, region: 'WA' }).region).toBe('WA')
})

test('the page names as much of the place as is known', () => {
  expect(knownPlace(address)).toEqual({ label: 'Oregon, United States', isComplete: true })
  expect(knownPlace({ ...address, zip: '' })).toEqual({ label: 'United States', isComplete: false })
  expect(knownPlace({ ...address, zip: '79098', country: 'DE' })).toEqual({
    label: 'Germany',
    isComplete: true,
  })
})
