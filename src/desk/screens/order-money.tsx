import { cardEndingText } from '#payment/card/rules/card.ts'
import { carrierName } from '#shipment/rules/carriers.ts'
import { countryName } from '#location/rules/countries.ts'
import type { DeskOrder } from '../endpoints.ts'
import { shipmentMark } from '../rules/order-marks.ts'
import { taxEstimateText, taxRowName } from '#pricing/rules/tax-lines.ts'
import { priceText } from '#shared/money.ts'
import { Facts, Section, Sums } from './parts/section.tsx'
import type { SumRow } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'

const rowsOf = (order: DeskOrder): readonly SumRow[] => [
  { name: 'Goods', amount: priceText(order.subtotal, order.currency) },
  ...order.discounts.map(({ code, amount }) => ({
    name: `Coupon ${code}`,
    amount: `−${priceText(amount, order.currency)}`,
  })),
  { name: `Shipping, ${order.shipping_method}`, amount: priceText(order.shipping, order.currency) },
  ...(order.taxes.length === 0
    ? [{ name: `Tax, ${order.place}`, amount: priceText(order.tax, order.currency) }]
    : order.taxes.map((row) => ({ name: taxRowName(row), amount: priceText(row.amount, order.currency) }))),
  { name: 'Total', amount: priceText(order.total, order.currency), isTotal: true },
  { name: 'Credit used', amount: priceText(order.credit, order.currency) },
  {
    name: order.card ? cardEndingText(order.card) : 'Card',
    amount: priceText(order.charged, order.currency),
  },
  { name: 'Refunded', amount: priceText(order.refunded, order.currency) },
  { name: 'Can still be refunded', amount: priceText(order.left, order.currency) },
]

/** The entries of the ledger: each journal sums to zero. */
const Ledger = ({ journals }: Pick<DeskOrder, 'journals'>) => (
  <details>
    <summary>Ledger entries</summary>
    {journals.map(({ fact, posted_on: postedOn, postings }) => (
      <Sums
        key={`${fact} ${postedOn}`}
        label={`${fact}, ${dayText(postedOn)}`}
        rows={[
          { name: `${fact}, ${dayText(postedOn)}`, amount: '', isTotal: true },
          ...postings.map(({ account, amount }) => ({ name: account, amount })),
        ]}
      />
    ))}
  </details>
)

const Documents = ({ documents }: Pick<DeskOrder, 'documents'>) =>
  documents.map(({ number, url }) => <span key={number}>{url ? <a href={url}>{number}</a> : number} </span>)

const Person = ({ person }: { readonly person: NonNullable<DeskOrder['person']> }) => {
  const { address } = person
  const lines = [
    person.name,
    address.company,
    [address.address, address.unit].filter((text) => text !== '').join(', '),
    [address.city, [address.region, address.zip].filter((text) => text !== '').join(' ')].join(', '),
    countryName(address.country),
    address.phone,
  ].filter((text) => text !== '')
  return <address>{lines.join('\n')}</address>
}

interface OrderAsideProps {
  readonly order: DeskOrder
  readonly mayOpenMember: boolean
}

const Shipments = ({ shipments }: Pick<DeskOrder, 'shipments'>) => (
  <Facts
    facts={shipments.map(({ state, tracking, tracking_url: url, carrier }, at) => [
      `${at + 1}. ${shipmentMark([state]).word}`,
      tracking === null ? (
        'no tracking number yet'
      ) : (
        <>
          {carrierName(carrier) ?? carrier} {url ? <a href={url}>{tracking}</a> : tracking}
        </>
      ),
    ])}
  />
)

/** Money, person and shipments beside the order. */
export const OrderAside = ({ order, mayOpenMember }: OrderAsideProps) => (
  <>
    <Section title="Money" aside={<Documents documents={order.documents} />}>
      <Sums label="What was paid" rows={rowsOf(order)} />
      {order.tax_estimate ? <p>{taxEstimateText(order.tax_estimate)}</p> : null}
      <Ledger journals={order.journals} />
    </Section>
    <Section
      title="Member"
      aside={mayOpenMember ? <a href={`/desk/members/${order.account_id}`}>Open</a> : undefined}
    >
      {order.person ? (
        <address>{[order.person.name, order.person.email].join('\n')}</address>
      ) : (
        <p>Your role sees no names.</p>
      )}
    </Section>
    <Section title="Ships to">
      {order.person ? <Person person={order.person} /> : <p>{order.place}</p>}
    </Section>
    <Section title="Shipments">
      <Shipments shipments={order.shipments} />
    </Section>
  </>
)
