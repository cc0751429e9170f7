import { expect, test } from 'vitest'
import { shopCurrencies } from '#shared/shop-currency.ts'
import { editedPlaces, placeFields } from './place-form.ts'
import type { PlaceKey } from './place-form.ts'
import { completeRates } from './places-changes.ts'
import type { PlacesVersion } from './places-changes.ts'
import { firstPlaces } from './published-places.ts'

const rates = {
  note: '',
  countries: {
    US: {
      otherwise: { percent: 0, shippingTaxed: false },
      regions: { CA: { percent: 7.25, shippingTaxed: false }, NY: { percent: 4, shippingTaxed: true } },
    },
  },
}
const sample: PlacesVersion = { places: firstPlaces, taxes: completeRates(firstPlaces, rates) }

const textsOf = (place: PlaceKey): Record<string, string> =>
  Object.fromEntries(placeFields(sample, place, shopCurrencies).map(({ name, value }) => [name, value]))

const edited = (place: PlaceKey, texts: Record<string, string>) =>
  editedPlaces(sample, place, { ...textsOf(place), ...texts })

const every: PlaceKey[] = [
  ...Object.keys(firstPlaces.countries).map((key) => ({ part: 'country', key }) as const),
  ...Object.entries(firstPlaces.zones).flatMap(([zone, { methods }]) =>
    methods.map(({ code }) => ({ part: 'method', key: `${zone}~${code}` }) as const),
  ),
  ...Object.keys(firstPlaces.holidays).map((key) => ({ part: 'holidays', key }) as const),
  { part: 'warehouse', key: 'all' },
]

test('every form submitted unchanged changes nothing', () => {
  for (const place of every)
    expect([place, edited(place, {})]).toEqual([place, { kind: 'places', version: sample }])
})

test('forms create a new country, its zone, fee and holidays', () => {
  const country = edited({ part: 'country', key: 'HR' }, { name: 'Croatia', zip: '\\d{5}', tax: '25' })
  expect(country).toMatchObject({
    kind: 'places',
    version: {
      places: { countries: { HR: { name: 'Croatia', zone: 'abroad', ships: true } } },
      taxes: { countries: { HR: { otherwise: { percent: 25 } } } },
    },
  })
  const method = edited(
    { part: 'method', key: 'balkans~post' },
    {
      zone_name: 'Balkans',
      label: 'Post',
      days_from: '4',
      days_until: '6',
      fee_EUR: '12.5',
      days_in: 'HR 3 4',
    },
  )
  expect(method).toMatchObject({
    version: {
      places: {
        zones: {
          balkans: { methods: [{ code: 'post', fees: { EUR: 1250 }, days_in: { HR: { from: 3 } } }] },
        },
      },
    },
  })
  expect(
    edited({ part: 'holidays', key: 'HR' }, { days: '2026-12-24 Closed\neaster+60 Corpus Christi' }),
  ).toMatchObject({
    version: { places: { holidays: { HR: [{ date: '2026-12-24' }, { days_from_easter: 60 }] } } },
  })
})

test.each([
  [{ part: 'country', key: 'DE' }, { zip: '(\\d+)+' }, 'countries DE zip'],
  [{ part: 'country', key: 'DE' }, { tax: 'seven' }, 'taxes countries DE otherwise percent'],
  [{ part: 'country', key: 'de' }, {}, 'countries de'],
  [{ part: 'method', key: 'home~free_shipping' }, { fee_USD: '1.234' }, 'zones home methods 0 fees USD'],
  [{ part: 'method', key: 'home~free_shipping' }, { days_until: '1' }, 'zones home methods 0 days'],
  [{ part: 'holidays', key: 'US' }, { days: 'sometimes A day' }, 'holidays US 0 date'],
  [{ part: 'warehouse', key: 'all' }, { cut_off_hour: '24' }, 'warehouse cut_off_hour'],
] as const)('%j with %j is refused at %s', (place, texts, field) => {
  expect(edited(place, texts)).toMatchObject({ kind: 'wrong', field })
})

test('removing a part works, and removing the last method removes the zone', () => {
  const without = edited({ part: 'method', key: 'canada~passport_duty_paid_canada' }, { remove: 'yes' })
  expect(without.kind === 'places' && Object.keys(without.version.places.zones)).toEqual(['home', 'abroad'])
})
