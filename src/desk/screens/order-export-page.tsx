import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewOrderExport } from '../export-endpoints.ts'
import type { OrderExport } from '../export-endpoints.ts'
import { exportMarks, listText } from './export-words.ts'
import { ordersText } from './bulk-rows.tsx'
import { ActionLink } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => ({
  title: 'Export of orders',
  file: await context.get(shopContext).call(viewOrderExport, { id: params['id'] ?? '' }),
})

const List = ({ query }: Pick<OrderExport, 'query'>) => (
  <a href={query === '' ? '/desk/orders' : `/desk/orders?${query}`}>{listText(query)}</a>
)

const State = ({ file }: { readonly file: OrderExport }) => {
  const address = `/desk/orders/exports/${file.id}`
  switch (file.state) {
    case 'running':
      return (
        <p>
          {ordersText(file.orders)} written so far. You can leave this page: the file waits under{' '}
          <a href="/desk/orders/exports">Exports</a>. <a href={address}>Look again</a>
        </p>
      )
    case 'ready':
      return (
        <>
          <p>
            {ordersText(file.orders)}. The link works until {timeText(file.expires_at ?? file.requested_at)},
            for you alone. Each download is in the audit log.
          </p>
          <p>
            <ActionLink kind="primary" href={`${address}/orders.csv`}>
              Download orders.csv
            </ActionLink>
          </p>
        </>
      )
    case 'failed':
      return <DeskNote kind="danger">{file.failure}</DeskNote>
    case 'expired':
      return <p>The file is older than 24 hours. Open the list and export it again.</p>
    default:
      return file.state satisfies never
  }
}

/** A list as a file: how far its job is, and then its link. */
const OrderExportPage = () => {
  const { file } = useLoaderData<typeof loader>()
  return (
    // Drawn again while the job runs, by a script; without scripts by the link in it.
    <div data-desk-live={file.state}>
      <DeskHead
        crumb={
          <>
            <a href="/desk/orders">Orders</a> / <a href="/desk/orders/exports">Exports</a>
          </>
        }
        title="Export of orders"
        sub={
          <>
            <StateMark mark={exportMarks[file.state]} /> Requested {timeText(file.requested_at)}
          </>
        }
      />
      <Body>
        <Section title="File">
          <p>
            List: <List query={file.query} />
          </p>
          <State file={file} />
        </Section>
      </Body>
    </div>
  )
}

export default OrderExportPage
