import { readDataFile } from '#content/rules/data-file.ts'
import { cutOffText, madeToOrderText, packingText } from '#delivery/rules/delivery-times.ts'
import { comingHolidays } from '#delivery/rules/holidays.ts'
import { placeFieldFault } from '../rules/place-field-fault.ts'
import { editedPlaces, placeFields } from '#location/rules/place-form.ts'
import type { PlaceKey } from '#location/rules/place-form.ts'
import { PlacesDocument } from '#location/rules/places-document.ts'
import type { PlaceMethod } from '#location/rules/places-document.ts'
import type { PlacesVersion } from '#location/rules/places-changes.ts'
import { TaxRates } from '#location/rules/tax-rates.ts'
import { zoneOf } from '#location/rules/zones.ts'
import { placeTexts } from '#location/rules/place-lines.ts'
import { currentPlaces, placesOfVersion, placeVersions } from '#location/server/places.ts'
import type { StoredPlaces } from '#location/server/places.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import type * as endpoints from '../place-endpoints.ts'
import type { DeskPlaceChange } from '../place-endpoints.ts'
import { openRequest } from './approval-requests.ts'
import { previewWithEffects, publishAtDesk } from './place-approval.ts'

type Handlers = HandlersFor<typeof endpoints>

const versionsShown = 20
const holidayDays = 365

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const wrong = (field: string, message: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: `${field}: ${message}` } })

const wireFees = ({ fees }: PlaceMethod) =>
  shopCurrencies.flatMap((code) => {
    const [currency, cents] = [currencyOf(code), ownValue(fees, code)]
    return currency === null || cents === undefined ? [] : [{ currency, amount: wirePrice(cents, currency) }]
  })

const wireMethod = (method: PlaceMethod) => ({
  code: method.code,
  label: method.label,
  days: method.days,
  fees: wireFees(method),
  services: method.services.map(({ carrier, service }) => `${carrier} ${service}`),
})

const wireCountries = ({ places, taxes }: PlacesVersion) =>
  Object.entries(places.countries)
    .map(([code, country]) => {
      const [standard] = zoneOf(code, places).methods
      return {
        code,
        name: country.name,
        zone: country.zone,
        ships: country.ships,
        days: (standard && (ownValue(standard.days_in, code) ?? standard.days)) ?? { from: 0, until: 0 },
        fees: standard ? wireFees(standard) : [],
        tax: ownValue(taxes.countries, code)?.otherwise.percent ?? 0,
        regions: Object.keys(country.regions).length,
      }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const wireZones = ({ places }: PlacesVersion) =>
  Object.entries(places.zones).map(([key, { name, methods }]) => ({
    key,
    name,
    countries: Object.values(places.countries).filter(({ zone }) => zone === key).length,
    methods: methods.map(wireMethod),
  }))

const sources: Readonly<Record<string, string>> = { files: 'the shop’s files', import: 'an import' }

const wireHistory = async ({ database }: AppDeps) => {
  const [versions, staff] = await Promise.all([placeVersions(database, versionsShown), listStaff(database)])
  const names = new Map(staff.map(({ id, name }) => [id, name ?? '']))
  return versions.map(({ number, kind, note, madeAt, staffId }: StoredPlaces) => ({
    number,
    at: madeAt.toString(),
    by: names.get(staffId ?? '') ?? ownValue(sources, kind) ?? 'a command',
    what: note === '' ? `Version ${number}` : note,
  }))
}

const viewPlaces = async (deps: AppDeps) => {
  const { number, version } = await currentPlaces(deps.database)
  const today = dateIn(deps.clock.now(), brand.timeZone)
  return {
    version: number,
    countries: wireCountries(version),
    zones: wireZones(version),
    holidays: Object.entries(version.places.holidays).map(([key, days]) => ({
      key,
      name: ownValue(version.places.countries, key)?.name ?? (key === 'other' ? 'All other countries' : key),
      days: comingHolidays(days, today, holidayDays),
    })),
    warehouse: { cut_off: cutOffText(), packing: packingText(), made_to_order: madeToOrderText() },
    history: await wireHistory(deps),
  }
}

/** What a change makes of the places; VALIDATION_ERROR with the field that is wrong. */
const wantedVersion = async ({ database }: AppDeps, change: DeskPlaceChange): Promise<PlacesVersion> => {
  if (change.by === 'version') return placesOfVersion(database, change.number)
  const { version } = await currentPlaces(database)
  if (change.by === 'form') {
    const edited = editedPlaces(version, change, change.values)
    if (edited.kind === 'places') return edited.version
    const { field, message } = placeFieldFault(edited)
    throw new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })
  }
  const places = readDataFile(change.places, PlacesDocument)
  if (places.kind === 'wrong') throw wrong(`places.json, line ${places.line}`, places.message)
  if (change.taxes.trim() === '') return { places: places.value, taxes: version.taxes }
  const taxes = readDataFile(change.taxes, TaxRates)
  if (taxes.kind === 'wrong') throw wrong(`tax-rates.json, line ${taxes.line}`, taxes.message)
  return { places: places.value, taxes: taxes.value }
}

const isThere = ({ places }: PlacesVersion, { part, key }: PlaceKey): boolean => {
  if (part === 'warehouse') return true
  if (part === 'country') return ownValue(places.countries, key) !== undefined
  if (part === 'holidays') return ownValue(places.holidays, key) !== undefined
  const [zone = '', method] = key.split('~')
  return ownValue(places.zones, zone)?.methods.some(({ code }) => code === method) ?? false
}

const titleOf = (version: PlacesVersion, { part, key }: PlaceKey): string => {
  if (part === 'warehouse') return 'Warehouse'
  const name = ownValue(version.places.countries, key)?.name ?? key
  if (part === 'holidays') return key === 'other' ? 'Holidays of other countries' : `Holidays of ${name}`
  return part === 'country' ? name : key.replace('~', ' · ')
}

const createReadHandlers = (
  deps: AppDeps,
): Pick<Handlers, 'viewDeskPlaces' | 'viewDeskPlace' | 'exportDeskPlaces' | 'previewDeskPlaces'> => ({
  viewDeskPlaces: () => viewPlaces(deps),
  viewDeskPlace: async (_context, place) => {
    const { number, version } = await currentPlaces(deps.database)
    return {
      version: number,
      title: titleOf(version, place),
      is_new: !isThere(version, place),
      fields: placeFields(version, place, shopCurrencies).map((one) => ({
        ...one,
        choices: one.choices && [...one.choices],
      })),
    }
  },
  exportDeskPlaces: async () => placeTexts((await currentPlaces(deps.database)).version),
  previewDeskPlaces: async (_context, { change }) => {
    const preview = await previewWithEffects(deps, await wantedVersion(deps, change))
    return {
      base: preview.base,
      changes: [...preview.changes],
      faults: [...preview.faults],
      effects: [...preview.effects],
      needs_second_person: preview.needsSecondPerson,
    }
  },
})

/** Shipping and places at the desk. */
export const createDeskPlaceHandlers = (deps: AppDeps): Handlers => ({
  ...createReadHandlers(deps),
  publishDeskPlaces: async (context, { change, base, reason }) => {
    const version = await wantedVersion(deps, change)
    const kind = change.by === 'version' ? 'restore' : 'desk'
    return inTransaction(deps, async (tx) => ({
      version: await publishAtDesk(tx, context, { kind, base, reason }, version),
    }))
  },
  requestPlacesApproval: async (context, { change, base, reason, request_id: requestId }) => {
    const version = await wantedVersion(deps, change)
    const preview = await previewWithEffects(deps, version)
    if (preview.base !== base) throw refused('Someone changed the places meanwhile. Read them again first.')
    const [fault] = preview.faults
    if (fault) throw refused(fault.message)
    if (!preview.needsSecondPerson) throw refused('Nobody else is needed for this: publish it.')
    return openRequest(deps, context, {
      kind: 'places',
      requestId,
      order: null,
      payload: { base, document: JSON.stringify(version) },
      sum: null,
      shipments: null,
      reason,
    })
  },
})
