import { expect, test } from 'vitest'
import { placeFieldFault } from './place-field-fault.ts'
import { editedPlaces, placeFields } from '#location/rules/place-form.ts'
import type { PlaceKey } from '#location/rules/place-form.ts'
import { completeRates } from '#location/rules/places-changes.ts'
import { firstPlaces } from '#location/rules/published-places.ts'

const samplePlaces = { places: firstPlaces, taxes: completeRates(firstPlaces, { note: '', countries: {} }) }

const faultOf = (place: PlaceKey, typed: Record<string, string>) => {
  const shown = placeFields(samplePlaces, place, ['USD', 'EUR']).map(({ name, value }) => [name, value])
  const edited = editedPlaces(samplePlaces, place, { ...Object.fromEntries(shown), ...typed })
  return edited.kind === 'wrong' ? placeFieldFault(edited) : null
}

const method = { part: 'method', key: 'home~expedited' } as const
const germany = { part: 'country', key: 'DE' } as const

test.each([
  [method, { fee_USD: '-1' }, 'fee_USD', 'Please enter an amount from 0 on, such as 12.50.'],
  [method, { fee_USD: '1.234' }, 'fee_USD', 'Please enter an amount from 0 on, such as 12.50.'],
  [method, { fee_EUR: '99999999' }, 'fee_EUR', 'Please enter a smaller amount.'],
  [method, { days_from: '1.5' }, 'days_from', 'Please enter whole days from 1 to 90.'],
  [method, { days_in: 'GB 0 3' }, 'days_in', expect.stringContaining('GB 6 10')],
  [method, { zone_name: '' }, 'zone_name', expect.stringContaining('80 characters')],
  [germany, { tax: '101' }, 'tax', 'Please enter a percentage from 0 to 40.'],
  [germany, { tax: 'much' }, 'tax', 'Please enter a percentage from 0 to 40.'],
  [germany, { zip: '(a+)+$' }, 'zip', expect.stringContaining('only letters')],
  [germany, { supply_days: '-3' }, 'supply_days', expect.stringContaining('1 to 3,650')],
  [
    { part: 'holidays', key: 'DE' },
    { days: '13-01 No Day' },
    'days',
    'Please enter a month, a day and a name a line, such as 10-03 Unity Day.',
  ],
  [
    { part: 'warehouse', key: 'all' },
    { cut_off_hour: '24' },
    'cut_off_hour',
    expect.stringContaining('1 to 23'),
  ],
  [{ part: 'warehouse', key: 'all' }, { made_until: '0' }, 'made_until', expect.stringContaining('1 to 90')],
] as const)('setting %j to %j is refused at %s', (place, typed, field, message) => {
  expect(faultOf(place, typed)).toEqual({ field, message })
})
