import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { ActionButton } from '#desk/screens/parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { DeskHead, Views } from '#desk/screens/parts/desk-head.tsx'
import { CheckEntry, Entry, Fields, Pair } from '#desk/screens/parts/entry.tsx'
import { Split } from '#desk/screens/parts/layout.tsx'
import { StateMark } from '#desk/screens/parts/mark.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { Facts, Section } from '#desk/screens/parts/section.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { allows } from '#shared/staff.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { fieldsAs, postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  replayDeskDeliveries,
  rotateDeskSecret,
  switchDeskWebhook,
  viewDeskWebhook,
} from '../desk-endpoints.ts'
import type { DeskDelivery, DeskWebhook } from '../desk-endpoints.ts'
import { DeliveryBars } from './delivery-bars.tsx'
import { deliveryMarks, webhookMarks } from './webhook-marks.ts'
import { AnswerNote } from './developers-frame.tsx'
import type { DevelopersAnswer } from './developers-frame.tsx'

const State = z.enum(['waiting', 'delivered', 'given-up']).optional().catch(undefined)
const Before = z.coerce.number().int().min(1).optional().catch(undefined)

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const state = fieldsAs(State, query.get('state') ?? undefined)
  const before = fieldsAs(Before, query.get('before') ?? undefined)
  const view = await call(viewDeskWebhook, { id: params['id'] ?? '', state, before })
  return {
    title: view.webhook.name,
    ...view,
    state: state ?? null,
    isFirst: before === undefined,
    today: dateIn(Temporal.Instant.from(view.now), brand.timeZone).toString(),
    mayAct: actor.kind === 'staff' && allows(actor.role, 'partners:act'),
  }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('replay'), from: z.string(), until: z.string(), all: z.string().optional() }),
  z.object({ intent: z.literal('rotate') }),
  z.object({ intent: z.enum(['on', 'off']) }),
])

const countText = (count: number): string =>
  count === 1 ? '1 event is sent again.' : `${count} events are sent again.`

export const action = async ({ context, request, params }: ActionFunctionArgs): Promise<DevelopersAnswer> => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const posted = await postedAs(Posted, request)
  try {
    if (posted.intent === 'rotate') return { secret: (await call(rotateDeskSecret, { id })).secret }
    if (posted.intent === 'replay') {
      const { from, until, all } = posted
      const range = { id, from, until, given_up_only: all === undefined }
      return { done: countText((await call(replayDeskDeliveries, range)).count) }
    }
    await call(switchDeskWebhook, { id, on: posted.intent === 'on' })
    return { done: posted.intent === 'on' ? 'Events are sent again.' : 'Nothing is sent any more.' }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const addressOf = (webhookId: string, eventId: string): string =>
  `/desk/developers/webhooks/${webhookId}/deliveries/${eventId}`

const columnsFor = (webhookId: string): readonly Column<DeskDelivery>[] => [
  { name: 'Event', cell: ({ event_id: id, type }) => <a href={addressOf(webhookId, id)}>{type}</a> },
  { name: 'State', cell: ({ state }) => <StateMark mark={deliveryMarks[state]} /> },
  { name: 'Happened', cell: ({ happened_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
  {
    name: 'About',
    cell: ({ order_number: number, subject }) => (number === null ? subject : `Order ${number}`),
    isQuiet: true,
    isWide: true,
    isShort: true,
  },
  { name: 'Answer', cell: ({ answer }) => answer ?? '—', isQuiet: true, isShort: true },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isFigure: true, isWide: true },
]

const views = (id: string, current: string | null) =>
  [
    ['All', null],
    ['Waiting', 'waiting'],
    ['Delivered', 'delivered'],
    ['Given up', 'given-up'],
  ].map(([label, state]) => ({
    label: label ?? '',
    href: `/desk/developers/webhooks/${id}${state ? `?state=${state}` : ''}`,
    isCurrent: state === current,
  }))

const Replay = ({ id, today }: { readonly id: string; readonly today: string }) => (
  <Section title="Send again">
    <form method="post" action={`/desk/developers/webhooks/${id}`}>
      <input type="hidden" name="intent" value="replay" />
      <Fields>
        <Pair>
          <Entry label="From" name="from" type="date" required defaultValue={today} />
          <Entry label="Until" name="until" type="date" required defaultValue={today} />
        </Pair>
        <CheckEntry label="Also what was delivered" name="all" />
        <p>
          <ActionButton>Send again</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const Actions = ({ webhook: { id, off_at: offAt } }: { readonly webhook: DeskWebhook }) => (
  <Section title="Change">
    <StepUpForm action={`/desk/developers/webhooks/${id}`} confirms={stepUpActions.rotateSecret(id)}>
      <input type="hidden" name="intent" value="rotate" />
      <p>
        <ActionButton>Make a new secret</ActionButton>
      </p>
    </StepUpForm>
    <form method="post" action={`/desk/developers/webhooks/${id}`}>
      <input type="hidden" name="intent" value={offAt === null ? 'off' : 'on'} />
      <p>
        <ActionButton kind={offAt === null ? 'danger' : 'secondary'}>
          {offAt === null ? 'Turn it off' : 'Turn it on'}
        </ActionButton>
      </p>
    </form>
  </Section>
)

const WebhookFacts = ({ webhook }: { readonly webhook: DeskWebhook }) => (
  <Section title="Webhook">
    <Facts
      facts={[
        ['State', <StateMark key="state" mark={webhookMarks[webhook.state]} />],
        ['Address', webhook.url],
        ['Events', webhook.event_types.join(', ')],
        ['Waiting', String(webhook.waiting)],
        ['Given up', String(webhook.given_up)],
        ...(webhook.off_reason === null ? [] : [['Off because', webhook.off_reason] as const]),
        ...(webhook.paused_until === null
          ? []
          : [['Next try', <Moment key="paused" at={webhook.paused_until} />] as const]),
        ...(webhook.old_secret_until === null
          ? []
          : [['Old secret signs until', <Moment key="old" at={webhook.old_secret_until} />] as const]),
      ]}
    />
  </Section>
)

const Deliveries = () => {
  const { webhook, deliveries, older, state, isFirst } = useLoaderData<typeof loader>()
  const here = `/desk/developers/webhooks/${webhook.id}`
  const within = state === null ? '?' : `?state=${state}&`
  return (
    <>
      {deliveries.length === 0 ? (
        <EmptyList isInside title="There is nothing of this kind." />
      ) : (
        <DataTable
          label="Deliveries"
          isInside
          rows={deliveries}
          keyOf={({ event_id: eventId }) => eventId}
          columns={columnsFor(webhook.id)}
        />
      )}
      <TableFoot
        isInside
        newer={isFirst ? null : `${here}${state === null ? '' : `?state=${state}`}`}
        older={older === null ? null : `${here}${within}before=${older}`}
      >
        {deliveries.length} shown. They are kept for 30 days.
      </TableFoot>
    </>
  )
}

/** What is sent to one address, and what became of it. */
const WebhookPage = () => {
  const { webhook, days, state, today, mayAct } = useLoaderData<typeof loader>()
  const answer: DevelopersAnswer | undefined = useActionData<typeof action>()
  const { id, name } = webhook
  return (
    <>
      <DeskHead crumb={<a href="/desk/developers">Developers</a>} title={name} sub={webhook.url} />
      <Views label="Deliveries" views={views(id, state)} />
      <Split
        aside={
          <>
            <WebhookFacts webhook={webhook} />
            <Replay id={id} today={today} />
            {mayAct ? <Actions webhook={webhook} /> : null}
          </>
        }
      >
        <AnswerNote
          answer={answer}
          instruction="The new secret, shown only now. For a day messages are signed with the old one, too."
        />
        {days.length === 0 ? null : <DeliveryBars days={days} />}
        <Deliveries />
      </Split>
    </>
  )
}

export default WebhookPage
