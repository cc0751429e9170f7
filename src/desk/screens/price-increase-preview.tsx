import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { previewDeskPriceIncrease } from '../price-increase-endpoints.ts'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskNote, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './price-increase-form.module.css'
import { LeavingChart } from './leaving-chart.tsx'
import { countText, subscriptionsText } from './price-increase-form.ts'

export type Preview = ReplyOf<typeof previewDeskPriceIncrease>

type Part = Preview['parts'][number]

const rowsHref = (part: Part, effectiveOn: string, kind: string): string =>
  `/desk/price-increases/new/members?${new URLSearchParams({
    plan_code: part.plan_code,
    currency: part.currency,
    price: part.new_price,
    effective_on: effectiveOn,
    kind,
  }).toString()}`

interface CountProps {
  readonly part: Part
  readonly effectiveOn: string
  readonly kind: string
  readonly count: number
  readonly label: string
}

const Count = ({ part, effectiveOn, kind, count, label }: CountProps) =>
  count === 0 ? (
    <>0</>
  ) : (
    <a
      href={rowsHref(part, effectiveOn, kind)}
      aria-label={`${part.plan_code}, ${part.currency}: ${count} ${label}`}
    >
      {countText(count)}
    </a>
  )

const partColumns = (effectiveOn: string): readonly Column<Part>[] => {
  const column = (name: string, kind: string, of: (part: Part) => number, isWide = false): Column<Part> => ({
    name,
    cell: (part) => (
      <Count part={part} effectiveOn={effectiveOn} kind={kind} count={of(part)} label={name.toLowerCase()} />
    ),
    isFigure: true,
    isWide,
  })
  return [
    { name: 'Plan', cell: ({ plan_code: code }) => code },
    {
      name: 'Price',
      cell: ({ by_price: prices, list_price: list, new_price: price, currency }) =>
        `${prices.length === 0 ? priceText(list ?? price, currency) : prices.map((one) => priceText(one.price, currency)).join(', ')} → ${priceText(price, currency)}`,
      wraps: true,
    },
    column('Affected', 'affected', ({ counts }) => counts.affected),
    column('Too late', 'late', ({ counts }) => counts.late),
    column('Pay as much', 'pays-as-much', ({ counts }) => counts.pays_as_much, true),
    column('No order to come', 'no-order', ({ counts }) => counts.without_order, true),
    column('No address', 'no-address', ({ counts }) => counts.without_address, true),
  ]
}

type Place = Preview['places'][number]

const placeColumns: readonly Column<Place>[] = [
  {
    name: 'Place',
    cell: ({ names }) => (names.length === 0 ? 'Everywhere else' : names.join(', ')),
    wraps: true,
  },
  { name: 'Rules', cell: ({ rules }) => rules.join(', '), isQuiet: true, isWide: true, wraps: true },
  {
    name: 'Notice before the first order',
    cell: ({ from_days: from, to_days: to }) => `${from} to ${to} days`,
    wraps: true,
  },
  { name: 'Subscriptions', cell: ({ members }) => countText(members), isFigure: true },
  {
    name: 'First and last notice',
    cell: ({ first_notice_on: first, last_notice_on: last }) =>
      first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`,
    isWide: true,
  },
  { name: 'Too late', cell: ({ late }) => countText(late), isFigure: true },
]

const noticeHref = ({ example, rules }: Place, effectiveOn: string): string =>
  `/desk/price-increases/new/notice?${new URLSearchParams({
    plan_code: example.plan_code,
    currency: example.currency,
    price: example.new_price,
    effective_on: effectiveOn,
    rules: rules.join(' '),
  }).toString()}`

/** Each place with the mail that goes out there. */
const placesWithNotice = (effectiveOn: string): readonly Column<Place>[] => [
  ...placeColumns,
  {
    name: 'Notice',
    cell: (place) => (
      <a
        href={noticeHref(place, effectiveOn)}
        aria-label={`Read the notice: ${place.names.length === 0 ? 'everywhere else' : place.names.join(', ')}`}
      >
        Read
      </a>
    ),
  },
]

type DayCount = Preview['notices'][number]

const dayColumns = (name: string): readonly Column<DayCount>[] => [
  { name: 'Day', cell: ({ on }) => dayText(on) },
  { name, cell: ({ count }) => countText(count), isFigure: true, fills: true },
]

const Days = ({
  title,
  name,
  days,
}: {
  readonly title: string
  readonly name: string
  readonly days: readonly DayCount[]
}) => (
  <Section title={title}>
    <DataTable
      label={`${title}, listed`}
      isInside
      rows={days}
      keyOf={({ on }) => on}
      columns={dayColumns(name)}
    />
  </Section>
)

interface WhoProps {
  readonly preview: Preview
  readonly effectiveOn: string
}

const Affected = ({ preview, effectiveOn }: WhoProps) => {
  const late = preview.parts.reduce((sum, { counts }) => sum + counts.late, 0)
  return (
    <Section title="Who is affected">
      <DataTable
        label="Subscriptions by plan and currency"
        isInside
        rows={preview.parts}
        keyOf={(part) => `${part.plan_code} ${part.currency}`}
        columns={partColumns(effectiveOn)}
      />
      {late === 0 ? null : (
        <div className={styles.after}>
          <DeskNote>
            <p>
              {subscriptionsText(late)} cannot be notified in time for the first order after the day, and{' '}
              {late === 1 ? 'pays' : 'pay'} the old price once more.
            </p>
          </DeskNote>
        </div>
      )}
    </Section>
  )
}

/** Whom it is about, and by when each place has to be notified. */
export const Who = ({ preview, effectiveOn }: WhoProps) => (
  <>
    <Affected preview={preview} effectiveOn={effectiveOn} />
    {preview.places.length === 0 ? null : (
      <Section title="Who is notified, and when">
        <DataTable
          label="Notices by place"
          isInside
          rows={preview.places}
          keyOf={({ rules }) => rules.join(' ')}
          columns={placesWithNotice(effectiveOn)}
        />
        <div className={styles.after}>
          <DeskNote kind="ok">
            <p>
              Nobody pays without a notice. An order whose notice was not sent in time costs what it did. The
              shop keeps to this by itself; it is not a setting.
            </p>
          </DeskNote>
        </div>
        <div className={styles.columns}>
          <div>
            <Days title="Notices by day" name="Notices" days={preview.notices} />
          </div>
          <div>
            <Days title="First orders at the new price" name="Orders" days={preview.first_orders} />
          </div>
        </div>
      </Section>
    )}
  </>
)

type Revenue = Preview['revenue'][number]

const monthColumns = ({ currency }: Revenue): readonly Column<Revenue['months'][number]>[] => [
  { name: 'Month from', cell: ({ from }) => dayText(from) },
  { name: 'Old price', cell: ({ old }) => priceText(old, currency), isFigure: true },
  { name: 'New price', cell: ({ new: price }) => priceText(price, currency), isFigure: true },
]

const leavingColumns = ({
  currency,
  break_even_percent: even,
}: Revenue): readonly Column<Revenue['by_leaving'][number]>[] => [
  {
    name: 'If so many leave',
    cell: ({ percent }) => {
      if (percent === 0) return 'Nobody'
      return percent === even ? `${percent}%, where it brings nothing` : `${percent}%`
    },
  },
  {
    name: 'In 12 months',
    cell: ({ difference }) => `${difference.startsWith('-') ? '' : '+'}${priceText(difference, currency)}`,
    isFigure: true,
    fills: true,
  },
]

const OneRevenue = ({ revenue, leaving }: { readonly revenue: Revenue; readonly leaving: string }) => {
  const { currency } = revenue
  return (
    <>
      <p className={styles.break}>
        In 12 months {priceText(revenue.old, currency)} at the old price and{' '}
        {priceText(revenue.new, currency)} at the new one:{' '}
        <strong>{priceText(revenue.difference, currency)} more</strong>.
        {revenue.after_leaving === null
          ? ''
          : ` If ${leaving}% of the orders at the new price do not come, ${priceText(revenue.after_leaving, currency)}.`}
        {revenue.break_even_percent === null
          ? ''
          : ` It brings nothing if ${revenue.break_even_percent}% leave.`}
      </p>
      <div className={styles.simulation}>
        <LeavingChart revenue={revenue} />
        <DataTable
          label={`What it brings if members leave, ${currency}`}
          isInside
          rows={revenue.by_leaving}
          keyOf={({ percent }) => String(percent)}
          columns={leavingColumns(revenue)}
        />
      </div>
      <DataTable
        label={`Revenue by month, ${currency}`}
        isInside
        rows={revenue.months}
        keyOf={({ from }) => from}
        columns={monthColumns(revenue)}
      />
    </>
  )
}

/** What it brings, with everything that is assumed. */
export const Brings = ({ preview, leaving }: { readonly preview: Preview; readonly leaving: string }) => (
  <Section title="What it brings">
    {preview.revenue.map((revenue) => (
      <OneRevenue key={revenue.currency} revenue={revenue} leaving={leaving} />
    ))}
    <div className={styles.after}>
      <DeskNote>
        <p>
          Assumed: the subscriptions of these plans as they are today, each with its own dates, quantity,
          items and code, priced by the rule of renewals. Goods after discounts; without shipping, tax and new
          buyers. Nobody leaves, pauses or skips, unless a share that leaves is entered above: then that
          percentage of the orders at the new price does not come.
        </p>
      </DeskNote>
    </div>
  </Section>
)
