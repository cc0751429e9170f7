import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listEntryChoices, viewDeskEntry } from '../catalogue-endpoints.ts'
import type { DeskCatalogueVersion } from '../catalogue-endpoints.ts'
import { EntryPreview, answerEntryForm, entryRight } from './catalogue-actions.tsx'
import { EntryFields, textsOf } from './catalogue-fields.tsx'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { noErrors } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const [entry, choices] = await Promise.all([
    call(viewDeskEntry, { code: params['code'] ?? '' }),
    call(listEntryChoices, {}),
  ])
  return { title: entry.code, entry, choices, right: entryRight(actor), requestId }
}

/** Shows what would change, or publishes it. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const answer = await answerEntryForm(context.get(shopContext).call, request, params['code'] ?? '')
  if ('next' in answer) throw redirect(answer.next, 303)
  return answer
}

type Loaded = Awaited<ReturnType<typeof loader>>

const columnsFor = (code: string): readonly Column<DeskCatalogueVersion>[] => [
  {
    name: 'Version',
    cell: ({ number }) => <a href={`/desk/catalogue/entries/${code}/versions/${number}`}>{number}</a>,
  },
  { name: 'When', cell: ({ at }) => timeText(at) },
  { name: 'By', cell: ({ by }) => by, fills: true },
]

const Versions = ({ entry: { code, versions } }: Pick<Loaded, 'entry'>) => (
  <Section title="Versions">
    <DataTable
      label={`Versions of ${code}`}
      rows={versions}
      keyOf={({ number }) => String(number)}
      columns={columnsFor(code)}
      isInside
    />
  </Section>
)

const answers: ReadonlyMap<string, string> = new Map([
  ['published', 'Published. New buyers see it at once.'],
  ['restored', 'The earlier version is published again.'],
])

const EditForm = ({
  entry,
  choices,
  right,
  requestId,
}: Pick<Loaded, 'entry' | 'choices' | 'right' | 'requestId'>) => {
  const answer = useActionData<typeof action>()
  const { texts = textsOf(entry.values), errors = noErrors } = answer ?? {}
  return (
    <>
      {answer ? <EntryPreview answer={answer} right={right} requestId={requestId} /> : null}
      <Section title="Change">
        <form method="post">
          <input type="hidden" name="base" value={answer?.base ?? entry.versions[0]?.number ?? 0} />
          <EntryFields
            texts={texts}
            errors={errors}
            choices={choices}
            isNew={false}
            hasPlan={entry.has_plan}
          />
          {entry.has_plan ? (
            <DeskNote>
              Its product, its interval and whether it is a refill stay as they are: subscriptions rely on
              them.
            </DeskNote>
          ) : null}
          <p>
            <ActionButton kind={answer?.refusal === null ? 'secondary' : 'primary'}>Preview</ActionButton>
          </p>
        </form>
      </Section>
    </>
  )
}

/** One entry of the catalogue: what it says, how to change it, and what it said before. */
const CatalogueEntryPage = () => {
  const { entry, choices, right, requestId } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const answer = useActionData<typeof action>()
  const done = answer ? undefined : answers.get(query.get('done') ?? '')
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/catalogue">Catalogue</a>}
        title={entry.code}
        sub={entry.name}
        actions={
          <>
            <ActionLink href={entry.page}>Its page</ActionLink>
            <ActionLink href={`/desk/catalogue/new?like=${entry.code}`}>New plan like this</ActionLink>
          </>
        }
      />
      <Body>
        {done ? (
          <DeskNote kind="ok" isAnswer>
            {done}
          </DeskNote>
        ) : null}
        <EditForm entry={entry} choices={choices} right={right} requestId={requestId} />
        <Versions entry={entry} />
      </Body>
    </>
  )
}

export default CatalogueEntryPage
