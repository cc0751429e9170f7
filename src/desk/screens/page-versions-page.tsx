import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { comparePageVersions, restoreDeskPage } from '../page-version-endpoints.ts'
import type { DeskPageVersion } from '../page-version-endpoints.ts'
import { wordIn } from './catalogue-fields.tsx'
import styles from './page-editor.module.css'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'
import { WordDiff } from './word-diff.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const page = params['page'] ?? ''
  const compared = await context.get(shopContext).call(comparePageVersions, {
    page,
    ...Object.fromEntries(
      ['of', 'against'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
    ),
  })
  return { ...compared, title: `Versions of ${compared.title}`, page }
}

/** Begins a draft with an earlier version, and leads to it. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const page = params['page'] ?? ''
  const number = Number(wordIn(await postedForm(request), 'number'))
  try {
    await context.get(shopContext).call(restoreDeskPage, { page, number })
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/pages/${page}?done=restored`, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const nameOf = (which: Loaded['of']): string => {
  if (which === 'draft') return 'Draft'
  return which === 0 ? 'The file' : `Version ${which}`
}

const byOf = ({ by, approved_by: approved }: DeskPageVersion): string =>
  approved === null ? by : `${by}, claims read by ${approved}`

const columnsFor = (page: string): readonly Column<DeskPageVersion>[] => [
  {
    name: 'Version',
    cell: ({ number, is_live: isLive }) => (
      <a href={`/desk/pages/${page}/versions?of=${number}`}>
        {nameOf(number)}
        {isLive ? ', published' : ''}
      </a>
    ),
  },
  { name: 'When', cell: ({ at }) => (at === null ? '' : timeText(at)) },
  { name: 'By', cell: byOf },
  { name: 'Note', cell: ({ note }) => note, fills: true },
]

const Differences = ({ changes }: Pick<Loaded, 'changes'>) =>
  changes.length === 0 ? (
    <DeskNote>Both say the same.</DeskNote>
  ) : (
    <dl className={styles.diff}>
      {changes.map(({ place, runs }, at) => (
        <div key={`${at}-${place}`}>
          <dt>{place}</dt>
          <dd>
            <WordDiff runs={runs} />
          </dd>
        </div>
      ))}
    </dl>
  )

const Restore = ({ of }: Pick<Loaded, 'of'>) => (
  <form method="post">
    <input type="hidden" name="number" value={of} />
    <p>
      <ActionButton kind="primary">{`Restore ${nameOf(of).toLowerCase()} as a draft`}</ActionButton>
    </p>
  </form>
)

interface ComparedProps extends Pick<Loaded, 'of' | 'against' | 'changes'> {
  readonly isLive: boolean
}

const Compared = ({ of, against, changes, isLive }: ComparedProps) =>
  of === against ? (
    <DeskNote>
      There is nothing to compare yet: a draft or another version is compared with this one.
    </DeskNote>
  ) : (
    <Section title={`${nameOf(of)}, against ${nameOf(against).toLowerCase()}`}>
      <Differences changes={changes} />
      {of === 'draft' || isLive ? null : <Restore of={of} />}
    </Section>
  )

const Crumb = ({ page }: Pick<Loaded, 'page'>) => (
  <>
    <a href="/desk/pages">Pages</a> / <a href={`/desk/pages/${page}`}>{page.replaceAll('~', '/')}</a>
  </>
)

/** The versions of a page, and what is different between two of them. */
const PageVersionsPage = () => {
  const { title, page, versions, of, against, changes, has_draft: hasDraft } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isLive = versions.some(({ number, is_live: live }) => live && number === of)
  return (
    <>
      <DeskHead
        crumb={<Crumb page={page} />}
        title={title}
        actions={
          hasDraft ? (
            <ActionLink href={`/desk/pages/${page}/versions?of=draft`}>What the draft changes</ActionLink>
          ) : null
        }
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Compared of={of} against={against} changes={changes} isLive={isLive} />
        <Section title="Versions">
          <DataTable
            label="Versions of the page"
            rows={versions}
            keyOf={({ number }) => String(number)}
            columns={columnsFor(page)}
            isInside
          />
        </Section>
      </Body>
    </>
  )
}

export default PageVersionsPage
