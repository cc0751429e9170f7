import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import { ActionButton } from '#desk/screens/parts/action.tsx'
import { DataTable, EmptyList } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { CheckEntry, Entry, Fields } from '#desk/screens/parts/entry.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { StateMark } from '#desk/screens/parts/mark.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { DeskNote, Facts, Section } from '#desk/screens/parts/section.tsx'
import { allows } from '#shared/staff.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { fieldsAs, postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createDeskWebhook, listDeskWebhooks, WebhookForm } from '../desk-endpoints.ts'
import type { DeskWebhook } from '../desk-endpoints.ts'
import { webhookMarks } from './webhook-marks.ts'
import { eventTypes } from '../webhook/rules/event-types.ts'
import { AnswerNote, DevelopersHead, draftOf } from './developers-frame.tsx'
import type { DevelopersAnswer } from './developers-frame.tsx'

const wantedIn = (values: URLSearchParams | FormData) => ({
  name: values.get('name') ?? '',
  url: values.get('url') ?? '',
  event_types: values.getAll('event'),
})

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return {
    title: 'Developers',
    ...(await call(listDeskWebhooks, {})),
    mayAct: actor.kind === 'staff' && allows(actor.role, 'partners:act'),
    requested: draftOf(WebhookForm, wantedIn(query), query.has('url')),
  }
}

/** Makes what was confirmed. */
export const action = async ({ context, request }: ActionFunctionArgs): Promise<DevelopersAnswer> => {
  const wanted = fieldsAs(WebhookForm, wantedIn(await postedForm(request)))
  try {
    return { secret: (await context.get(shopContext).call(createDeskWebhook, wanted)).secret }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const eventText = ({ event_types: types }: Pick<DeskWebhook, 'event_types'>): string =>
  eventTypes.every((type) => types.includes(type)) ? 'all events' : types.join(', ')

const columns: readonly Column<DeskWebhook>[] = [
  { name: 'Name', cell: ({ id, name }) => <a href={`/desk/developers/webhooks/${id}`}>{name}</a> },
  { name: 'State', cell: ({ state }) => <StateMark mark={webhookMarks[state]} /> },
  { name: 'To', cell: ({ url }) => url, isQuiet: true, isWide: true, isShort: true },
  { name: 'Events', cell: eventText, isQuiet: true, isWide: true, fills: true, wraps: true },
  { name: 'Waiting', cell: ({ waiting }) => waiting, isFigure: true },
  { name: 'Given up', cell: ({ given_up: givenUp }) => givenUp, isFigure: true },
]

const EventChoices = () => (
  <fieldset>
    <legend>Events</legend>
    {eventTypes.map((type) => (
      <CheckEntry key={type} label={type} name="event" value={type} />
    ))}
  </fieldset>
)

/** What a webhook is to be: shown again before it is made, because that is what the passkey confirms. */
const NewWebhook = ({ problem }: { readonly problem: string | null }) => (
  <Section title="New webhook">
    {problem === null ? null : <DeskNote kind="danger">{problem}</DeskNote>}
    <form method="get" action="/desk/developers">
      <Fields>
        <Entry
          label="Name"
          name="name"
          required
          maxLength={60}
          hint="Who gets the events."
          autoComplete="off"
        />
        <Entry
          label="Address"
          name="url"
          type="url"
          required
          maxLength={300}
          placeholder="https://partner.example/hooks"
          autoComplete="off"
        />
        <EventChoices />
        <p>
          <ActionButton>Create webhook…</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const ConfirmWebhook = ({ draft }: { readonly draft: z.output<typeof WebhookForm> }) => (
  <Section title="Make this webhook?">
    <Facts
      facts={[
        ['Name', draft.name],
        ['Address', draft.url],
        ['Events', eventText(draft)],
      ]}
    />
    <StepUpForm
      action="/desk/developers"
      confirms={stepUpActions.createWebhook(draft.url, draft.event_types)}
    >
      <input type="hidden" name="name" value={draft.name} />
      <input type="hidden" name="url" value={draft.url} />
      {draft.event_types.map((type) => (
        <input key={type} type="hidden" name="event" value={type} />
      ))}
      <p>
        <ActionButton kind="primary">Make the webhook</ActionButton>
      </p>
    </StepUpForm>
  </Section>
)

/** Where events are sent to, and how that goes. */
const DevelopersPage = () => {
  const { webhooks, mayAct, requested } = useLoaderData<typeof loader>()
  const answer: DevelopersAnswer | undefined = useActionData<typeof action>()
  return (
    <>
      <DevelopersHead
        at="Webhooks"
        sub="Events are sent in their order for each order and each subscription, and tried for three days."
      />
      <Body>
        <AnswerNote
          answer={answer}
          instruction="Give this secret to the receiver: it checks signatures with it. It is shown only now."
        />
        {mayAct && requested?.draft ? <ConfirmWebhook draft={requested.draft} /> : null}
        <Section title="Webhooks">
          {webhooks.length === 0 ? (
            <EmptyList title="Nobody gets events yet." />
          ) : (
            <DataTable
              label="Webhooks and how they do"
              isInside
              rows={webhooks}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
        </Section>
        {mayAct && !requested?.draft ? <NewWebhook problem={requested?.problem ?? null} /> : null}
      </Body>
    </>
  )
}

export default DevelopersPage
