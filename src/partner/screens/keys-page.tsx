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
import { createDeskKey, KeyForm, listDeskKeys, revokeDeskKey, rotateDeskKey } from '../desk-endpoints.ts'
import type { DeskKey } from '../desk-endpoints.ts'
import { maxKeyDays, usualKeyDays } from '../key/rules/api-key.ts'
import { AnswerNote, DevelopersHead, draftOf } from './developers-frame.tsx'
import type { DevelopersAnswer } from './developers-frame.tsx'
import { ActionForm, ProgramList, ScopeBoxes, ScopeInputs, usageColumns } from './program-parts.tsx'

const here = '/desk/developers/keys'

const wantedIn = (values: URLSearchParams | FormData) => ({
  name: values.get('name') ?? '',
  scopes: values.getAll('scope'),
  days: values.get('days') ?? usualKeyDays,
})

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return {
    title: 'Keys',
    ...(await call(listDeskKeys, {})),
    mayAct: actor.kind === 'staff' && allows(actor.role, 'partners:act'),
    requested: draftOf(KeyForm, wantedIn(query), query.has('name')),
  }
}

const Posted = z.object({ intent: z.enum(['create', 'rotate', 'revoke']), id: z.string().default('') })

export const action = async ({ context, request }: ActionFunctionArgs): Promise<DevelopersAnswer> => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const { intent, id } = fieldsAs(Posted, Object.fromEntries(form))
  try {
    if (intent === 'create')
      return { secret: (await call(createDeskKey, fieldsAs(KeyForm, wantedIn(form)))).key }
    if (intent === 'rotate') return { secret: (await call(rotateDeskKey, { id })).key }
    await call(revokeDeskKey, { id })
    return { done: 'The key opens nothing any more.' }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const stateOf = ({ is_live: isLive, revoked_at: revoked, expires_at: expires }: DeskKey): string => {
  if (revoked !== null) return `revoked ${dayText(revoked)}`
  return isLive ? dayText(expires) : `ended ${dayText(expires)}`
}

const ChangeForm = ({ id, name }: DeskKey) => (
  <form method="get" action={here}>
    <input type="hidden" name="key" value={id} />
    <PlainButton aria-label={`Change ${name}`}>Change…</PlainButton>
  </form>
)

const columns: readonly Column<DeskKey>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Begins with', cell: ({ prefix }) => <code>{prefix}…</code>, isQuiet: true, isWide: true },
  ...usageColumns,
  { name: 'Until', cell: stateOf, isQuiet: true },
]

/** For people who may change keys. */
const columnsWithChange: readonly Column<DeskKey>[] = [
  ...columns,
  { name: 'Change', cell: (key) => (key.is_live ? <ChangeForm {...key} /> : null), isFigure: true },
]

const NewKey = ({ problem }: { readonly problem: string | null }) => (
  <Section title="New key">
    {problem === null ? null : <DeskNote kind="danger">{problem}</DeskNote>}
    <form method="get" action={here}>
      <Fields>
        <Entry label="Name" name="name" required maxLength={60} hint="Who uses it." autoComplete="off" />
        <Entry
          label="Days"
          name="days"
          type="number"
          required
          min={1}
          max={maxKeyDays}
          defaultValue={usualKeyDays}
        />
        <ScopeBoxes />
        <p>
          <ActionButton>Create key…</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** What the key is to be: the passkey confirms exactly this. */
const ConfirmKey = ({ draft }: { readonly draft: z.output<typeof KeyForm> }) => (
  <Section title="Make this key?">
    <Facts
      facts={[
        ['Name', draft.name],
        ['It may', draft.scopes.join(', ')],
        ['For', draft.days === 1 ? '1 day' : `${draft.days} days`],
      ]}
    />
    <StepUpForm action={here} confirms={stepUpActions.createKey(draft.name, draft.scopes, draft.days)}>
      <input type="hidden" name="intent" value="create" />
      <input type="hidden" name="name" value={draft.name} />
      <input type="hidden" name="days" value={draft.days} />
      <ScopeInputs scopes={draft.scopes} />
      <p>
        <ActionButton kind="primary">Make the key</ActionButton>
      </p>
    </StepUpForm>
  </Section>
)

const ChangeKey = ({ chosen: { id, name, prefix } }: { readonly chosen: DeskKey }) => (
  <Section title={`Change ${name}, ${prefix}…`}>
    <p>A new key has the same name and scopes; the old one counts for a week more.</p>
    <ActionForm
      action={here}
      id={id}
      intent="rotate"
      confirms={stepUpActions.rotateKey(id)}
      label="Make a new key"
    />
    <ActionForm
      action={here}
      id={id}
      intent="revoke"
      confirms={stepUpActions.revokeKey(id)}
      label="End the key now"
      isDanger
    />
  </Section>
)

/** The keys of partners. */
const KeysPage = () => {
  const { keys, mayAct, requested } = useLoaderData<typeof loader>()
  const answer: DevelopersAnswer | undefined = useActionData<typeof action>()
  const [query] = useSearchParams()
  const chosen = keys.find(({ id, is_live: isLive }) => id === query.get('key') && isLive)
  return (
    <>
      <DevelopersHead
        at="Keys"
        sub="A key opens the partner API and nothing else. The shop keeps only its hash."
      />
      <Body>
        <AnswerNote
          answer={answer}
          instruction="Give this key to the partner by a safe way. It is shown only now."
        />
        {mayAct && requested?.draft ? <ConfirmKey draft={requested.draft} /> : null}
        {mayAct && chosen ? <ChangeKey chosen={chosen} /> : null}
        <ProgramList
          title="Keys"
          label="Keys of partners"
          empty="There is no key yet."
          rows={keys}
          columns={mayAct ? columnsWithChange : columns}
        />
        {mayAct && !requested?.draft ? <NewKey problem={requested?.problem ?? null} /> : null}
      </Body>
    </>
  )
}

export default KeysPage
