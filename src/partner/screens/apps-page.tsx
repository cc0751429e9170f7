import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { ActionButton, PlainButton } from '#desk/screens/parts/action.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { Entry, Fields } from '#desk/screens/parts/entry.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { DeskNote, Facts, Section } from '#desk/screens/parts/section.tsx'
import { dayText } from '#desk/screens/parts/times.tsx'
import { allows } from '#shared/staff.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { fieldsAs, postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  AppForm,
  createDeskApp,
  endDeskAppSecret,
  listDeskApps,
  removeDeskApp,
  rotateDeskAppSecret,
} from '../desk-app-endpoints.ts'
import type { DeskApp } from '../desk-app-endpoints.ts'
import { AnswerNote, DevelopersHead, draftOf } from './developers-frame.tsx'
import type { DevelopersAnswer } from './developers-frame.tsx'
import { ActionForm, ProgramList, ScopeBoxes, ScopeInputs, usageColumns } from './program-parts.tsx'

const here = '/desk/developers/apps'

const wantedIn = (values: URLSearchParams | FormData) => ({
  name: values.get('name') ?? '',
  scopes: values.getAll('scope'),
})

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return {
    title: 'Apps',
    ...(await call(listDeskApps, {})),
    mayAct: actor.kind === 'staff' && allows(actor.role, 'partners:act'),
    requested: draftOf(AppForm, wantedIn(query), query.has('name')),
  }
}

const Posted = z.object({ intent: z.enum(['create', 'rotate', 'end', 'remove']), id: z.string().default('') })

export const action = async ({ context, request }: ActionFunctionArgs): Promise<DevelopersAnswer> => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const { intent, id } = fieldsAs(Posted, Object.fromEntries(form))
  try {
    if (intent === 'create' || intent === 'rotate') {
      const made =
        intent === 'create'
          ? await call(createDeskApp, fieldsAs(AppForm, wantedIn(form)))
          : await call(rotateDeskAppSecret, { id })
      return { secret: made.secret, clientId: made.id }
    }
    await call(intent === 'end' ? endDeskAppSecret : removeDeskApp, { id })
    return {
      done: intent === 'end' ? 'The old secret opens nothing any more.' : 'The app opens nothing any more.',
    }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const ChangeForm = ({ id, name }: DeskApp) => (
  <form method="get" action={here}>
    <input type="hidden" name="app" value={id} />
    <PlainButton aria-label={`Change ${name}`}>Change…</PlainButton>
  </form>
)

const stateOf = ({ removed_at: removed, old_secret_until: old }: DeskApp): string => {
  if (removed !== null) return `removed ${dayText(removed)}`
  return old === null ? 'one secret' : `old secret until ${dayText(old)}`
}

const columns: readonly Column<DeskApp>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'client_id', cell: ({ id }) => <code>{id}</code>, isQuiet: true, isWide: true },
  ...usageColumns,
  { name: 'State', cell: stateOf, isQuiet: true },
]

/** For people who may change apps. */
const columnsWithChange: readonly Column<DeskApp>[] = [
  ...columns,
  {
    name: 'Change',
    cell: (app) => (app.removed_at === null ? <ChangeForm {...app} /> : null),
    isFigure: true,
  },
]

const NewApp = ({ problem }: { readonly problem: string | null }) => (
  <Section title="New app">
    {problem === null ? null : <DeskNote kind="danger">{problem}</DeskNote>}
    <form method="get" action={here}>
      <Fields>
        <Entry label="Name" name="name" required maxLength={60} hint="Who uses it." autoComplete="off" />
        <ScopeBoxes />
        <p>
          <ActionButton>Create app…</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** What the app is to be: the passkey confirms exactly this. */
const ConfirmApp = ({ draft }: { readonly draft: z.output<typeof AppForm> }) => (
  <Section title="Make this app?">
    <Facts
      facts={[
        ['Name', draft.name],
        ['It may', draft.scopes.join(', ')],
      ]}
    />
    <StepUpForm action={here} confirms={stepUpActions.createApp(draft.name, draft.scopes)}>
      <input type="hidden" name="intent" value="create" />
      <input type="hidden" name="name" value={draft.name} />
      <ScopeInputs scopes={draft.scopes} />
      <p>
        <ActionButton kind="primary">Make the app</ActionButton>
      </p>
    </StepUpForm>
  </Section>
)

const ChangeApp = ({ chosen }: { readonly chosen: DeskApp }) => {
  const { id, name, old_secret_until: old } = chosen
  const one = { action: here, id }
  return (
    <Section title={`Change ${name}`}>
      <p>The secret before a new one counts for a week more, and none older.</p>
      <ActionForm
        {...one}
        intent="rotate"
        confirms={stepUpActions.rotateAppSecret(id)}
        label="Make a new secret"
      />
      {old === null ? null : (
        <ActionForm
          {...one}
          intent="end"
          confirms={stepUpActions.endAppSecret(id)}
          label="End the old secret now"
          isDanger
        />
      )}
      <ActionForm
        {...one}
        intent="remove"
        confirms={stepUpActions.removeApp(id)}
        label="Remove the app"
        isDanger
      />
    </Section>
  )
}

/** The apps of partners, which get access tokens by OAuth 2. */
const AppsPage = () => {
  const { apps, mayAct, requested } = useLoaderData<typeof loader>()
  const answer: DevelopersAnswer | undefined = useActionData<typeof action>()
  const [query] = useSearchParams()
  const chosen = apps.find(({ id, removed_at: removed }) => id === query.get('app') && removed === null)
  return (
    <>
      <DevelopersHead
        at="Apps"
        sub="An app gets tokens for an hour each by OAuth 2 client credentials. The shop keeps only hashes."
      />
      <Body>
        <AnswerNote
          answer={answer}
          instruction="Give both to the partner by a safe way. The secret is shown only now."
        />
        {mayAct && requested?.draft ? <ConfirmApp draft={requested.draft} /> : null}
        {mayAct && chosen ? <ChangeApp chosen={chosen} /> : null}
        <ProgramList
          title="Apps"
          label="Apps of partners"
          empty="There is no app yet."
          rows={apps}
          columns={mayAct ? columnsWithChange : columns}
        />
        {mayAct && !requested?.draft ? <NewApp problem={requested?.problem ?? null} /> : null}
      </Body>
    </>
  )
}

export default AppsPage
