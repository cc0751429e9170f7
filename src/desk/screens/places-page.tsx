import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { priceText } from '#shared/money.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskPlaces } from '../place-endpoints.ts'
import type { DeskCountry, DeskHolidays } from '../place-endpoints.ts'
import { ActionButton, ActionAnswer } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields, TextEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { Facts, Section } from './parts/section.tsx'
import { NewPlace } from './place-fields.tsx'
import { Moment, dayText } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const places = await call(viewDeskPlaces, {})
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: 'Shipping and places', ...places, mayChange }
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Zone = Loaded['zones'][number]
type Method = Zone['methods'][number] & { readonly zone: Zone }

const feesText = (fees: DeskCountry['fees']): string =>
  fees
    .flatMap(({ currency: code, amount }) => {
      const currency = currencyOf(code)
      return currency === null ? [] : [priceText(amount, currency)]
    })
    .join(' · ')

const daysText = ({ from, until }: DeskCountry['days']): string => `${from}–${until}`

const countryColumns: readonly Column<DeskCountry>[] = [
  { name: 'Country', cell: ({ code, name }) => <a href={`/desk/places/country/${code}`}>{name}</a> },
  { name: 'Zone', cell: ({ zone, ships }) => (ships ? zone : 'not shipped to'), isQuiet: true },
  { name: 'Shipping', cell: ({ fees }) => feesText(fees), wraps: true, isWide: true },
  { name: 'Days', cell: ({ days }) => daysText(days), isFigure: true },
  { name: 'Tax', cell: ({ tax, regions }) => `${tax}%${regions > 0 ? ', by region' : ''}`, isFigure: true },
]

const methodColumns: readonly Column<Method>[] = [
  {
    name: 'Method',
    cell: ({ code, label, zone }) => <a href={`/desk/places/method/${zone.key}~${code}`}>{label}</a>,
  },
  { name: 'Zone', cell: ({ zone }) => zone.name, isQuiet: true },
  { name: 'Fees', cell: ({ fees }) => feesText(fees), wraps: true },
  { name: 'Days', cell: ({ days }) => daysText(days), isFigure: true },
  { name: 'Countries', cell: ({ zone }) => String(zone.countries), isFigure: true, isWide: true },
  { name: 'Services', cell: ({ services }) => services.join(', '), isQuiet: true, isWide: true, wraps: true },
]

const holidayColumns: readonly Column<DeskHolidays>[] = [
  { name: 'Where', cell: ({ key, name }) => <a href={`/desk/places/holidays/${key}`}>{name}</a> },
  {
    name: 'In the coming year',
    cell: ({ days }) => days.map(({ name, on }) => `${dayText(on)} ${name}`).join(' · '),
    wraps: true,
    fills: true,
  },
]

const Files = ({ mayChange }: Pick<Loaded, 'mayChange'>) => (
  <Section title="Files">
    <p>
      <a href="/desk/places/places.json">Export places.json</a> ·{' '}
      <a href="/desk/places/tax-rates.json">Export tax-rates.json</a>
    </p>
    {mayChange ? (
      <form method="post" action="/desk/places/change">
        <input type="hidden" name="by" value="files" />
        <Fields>
          <TextEntry label="places.json" name="places" rows={4} required />
          <TextEntry label="tax-rates.json" name="taxes" rows={3} hint="Empty for the rates as they are." />
          <p>
            <ActionButton>Preview the import</ActionButton>
          </p>
        </Fields>
      </form>
    ) : null}
  </Section>
)

type Version = Loaded['history'][number]

const RestoreForm = ({ number }: { readonly number: number }) => (
  <form method="post" action="/desk/places/change">
    <input type="hidden" name="by" value="version" />
    <input type="hidden" name="number" value={number} />
    <ActionButton>Restore…</ActionButton>
  </form>
)

const versionColumns = ({
  version,
  mayChange,
}: Pick<Loaded, 'version' | 'mayChange'>): readonly Column<Version>[] => [
  { name: 'Version', cell: ({ number }) => String(number) },
  { name: 'When', cell: ({ at }) => <Moment at={at} /> },
  { name: 'Why', cell: ({ what }) => what, fills: true },
  { name: 'By', cell: ({ by }) => by, isQuiet: true, isShort: true },
  {
    name: 'Restore',
    cell: ({ number }) => (mayChange && number !== version ? <RestoreForm number={number} /> : ''),
  },
]

const done: ReadonlyMap<string, string> = new Map([
  ['published', 'Published. Every page and every process has it within seconds.'],
])

const Lists = ({ countries, zones, holidays }: Pick<Loaded, 'countries' | 'zones' | 'holidays'>) => (
  <>
    <Section title="Countries">
      <DataTable
        label="Countries of the shop"
        isInside
        rows={countries}
        keyOf={({ code }) => code}
        columns={countryColumns}
      />
    </Section>
    <Section title="Zones and methods">
      <DataTable
        label="Shipping methods"
        isInside
        rows={zones.flatMap((zone) => zone.methods.map((method) => ({ ...method, zone })))}
        keyOf={({ code, zone }) => `${zone.key}~${code}`}
        columns={methodColumns}
      />
    </Section>
    <Section title="Holidays">
      <DataTable
        label="Days without delivery"
        isInside
        rows={holidays}
        keyOf={({ key }) => key}
        columns={holidayColumns}
      />
    </Section>
  </>
)

const Warehouse = ({ warehouse }: Pick<Loaded, 'warehouse'>) => (
  <Section title="Warehouse" aside={<a href="/desk/places/warehouse/all">Change</a>}>
    <Facts
      facts={[
        ['Orders count until', warehouse.cut_off],
        ['Packed within', warehouse.packing],
        ['Made to order', warehouse.made_to_order],
      ]}
    />
  </Section>
)

/** Where the shop ships, what it costs and how long it takes. */
const PlacesPage = () => {
  const { history, version, mayChange, ...places } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Shipping and places"
        sub="A new fee is for new orders. Subscriptions never pay more for shipping than when they began."
      />
      <Body>
        <ActionAnswer refusal={undefined} done={done} />
        <Lists {...places} />
        <Warehouse {...places} />
        {mayChange ? <NewPlace /> : null}
        <Files mayChange={mayChange} />
        <Section title="Versions">
          <DataTable
            label="Versions of the places"
            isInside
            rows={history}
            keyOf={({ number }) => String(number)}
            columns={versionColumns({ version, mayChange })}
          />
        </Section>
      </Body>
    </>
  )
}

export default PlacesPage
