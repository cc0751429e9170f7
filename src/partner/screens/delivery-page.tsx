import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#desk/screens/parts/action.tsx'
import { DataTable, EmptyList } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { StateMark } from '#desk/screens/parts/mark.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { Facts, Section } from '#desk/screens/parts/section.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import { shopContext } from '../../web/request/shop-context.ts'
import { replayDeskDelivery, viewDeskDelivery } from '../desk-endpoints.ts'
import { deliveryMarks } from './webhook-marks.ts'
import { AnswerNote } from './developers-frame.tsx'
import type { DevelopersAnswer } from './developers-frame.tsx'
import styles from './delivery-page.module.css'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const named = { id: params['id'] ?? '', event_id: params['event'] ?? '' }
  const view = await context.get(shopContext).call(viewDeskDelivery, named)
  return { title: view.delivery.type, ...view }
}

export const action = async ({ context, params }: ActionFunctionArgs): Promise<DevelopersAnswer> => {
  const named = { id: params['id'] ?? '', event_id: params['event'] ?? '' }
  try {
    const { count } = await context.get(shopContext).call(replayDeskDelivery, named)
    return { done: count === 0 ? 'It waits to be sent already.' : 'It is sent again, with the same id.' }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

/** The same text with lines, for reading. */
const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

type View = Awaited<ReturnType<typeof loader>>

const columns: readonly Column<View['attempts'][number]>[] = [
  { name: 'Sent', cell: ({ sent_at: at }) => <Moment at={at} /> },
  { name: 'Status', cell: ({ status }) => status ?? '—' },
  { name: 'Took', cell: ({ milliseconds }) => `${milliseconds} ms`, isFigure: true },
  { name: 'Answer', cell: ({ detail }) => detail, isQuiet: true, fills: true, wraps: true },
]

const DeliveryFacts = ({ delivery }: Pick<View, 'delivery'>) => (
  <Section title="Delivery">
    <Facts
      facts={[
        ['State', <StateMark key="state" mark={deliveryMarks[delivery.state]} />],
        ['Happened', <Moment key="happened" at={delivery.happened_at} />],
        [
          'About',
          delivery.order_number === null ? (
            delivery.subject
          ) : (
            <a key="about" href={`/desk/orders/${delivery.order_number}`}>
              Order {delivery.order_number}
            </a>
          ),
        ],
        ...(delivery.next_at === null
          ? []
          : [['Next attempt', <Moment key="next" at={delivery.next_at} />] as const]),
      ]}
    />
    <form method="post">
      <p>
        <ActionButton>Send this again</ActionButton>
      </p>
    </form>
  </Section>
)

/** One event for one address: its message, and each attempt. */
const DeliveryPage = () => {
  const { webhook, delivery, message_id: messageId, body, attempts } = useLoaderData<typeof loader>()
  const answer: DevelopersAnswer | undefined = useActionData<typeof action>()
  const back = `/desk/developers/webhooks/${webhook.id}`
  return (
    <>
      <DeskHead crumb={<a href={back}>{webhook.name}</a>} title={delivery.type} sub={messageId} />
      <Body>
        <AnswerNote answer={answer} instruction="" />
        <DeliveryFacts delivery={delivery} />
        <Section title="Message">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
          <pre className={styles.message} tabIndex={0} role="region" aria-label="Body of the message">
            {readable(body)}
          </pre>
        </Section>
        <Section title="Attempts">
          {attempts.length === 0 ? (
            <EmptyList isInside title="It was not sent yet." />
          ) : (
            <DataTable
              label="Each attempt"
              isInside
              rows={attempts}
              keyOf={({ sent_at: at }) => at}
              columns={columns}
            />
          )}
        </Section>
      </Body>
    </>
  )
}

export default DeliveryPage
