import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { markOfPart } from '#content/rules/part-mark.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskPage } from '../page-endpoints.ts'
import { listDeskPictures } from '../picture-endpoints.ts'
import { answerEdit } from './edit-page.ts'
import styles from './page-editor.module.css'
import { PageActions } from './page-actions.tsx'
import { PagePreview, lookIn } from './page-preview.tsx'
import { PageTree } from './page-tree.tsx'
import { PictureNames } from './picture-names.tsx'
import { PartEditor } from './part-editor.tsx'
import { ActionLink } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { DeskNote } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const [viewed, { names }] = await Promise.all([
    call(viewDeskPage, { page: params['page'] ?? '', part: query.get('part') ?? 'page' }),
    call(listDeskPictures, {}),
  ])
  return {
    title: viewed.title || viewed.path,
    viewed,
    names,
    look: lookIn(query),
    requestId,
  }
}

/** Does what a form of the page says, and leads back to it; what is refused stays in its form. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const page = params['page'] ?? ''
  const answer = await answerEdit(context.get(shopContext).call, request, page)
  if (!('done' in answer)) return answer
  const look = lookIn(new URL(request.url).searchParams)
  const query = new URLSearchParams({
    part: answer.part,
    width: look.width,
    look: look.scheme,
    done: answer.done,
  })
  throw redirect(`/desk/pages/${page}?${query}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['saved', 'Saved in the draft.'],
  ['changed', 'Saved in the draft.'],
  ['removed', 'Removed from the draft.'],
  ['published', 'Published. Every visitor sees it now.'],
  ['scheduled', 'Scheduled, as the draft is now.'],
  ['asked', 'A second person is asked to read the claims.'],
  ['withdrawn', 'The request is withdrawn.'],
  ['discarded', 'The draft is discarded.'],
  ['rebased', 'The draft is one of the version that is published now.'],
  ['canceled', 'The schedule is canceled.'],
  ['restored', 'The earlier version is the draft now.'],
])

interface AnswerProps {
  readonly refusal: string | null | undefined
  /** What was typed into a form that is not here any more, because somebody else has published; empty for nothing. */
  readonly typed: string
}

const Answer = ({ refusal, typed }: AnswerProps) => {
  const [query] = useSearchParams()
  const text = refusal ?? answers.get(query.get('done') ?? '')
  return text ? (
    <DeskNote kind={refusal ? 'danger' : 'ok'} isAnswer>
      {typed === '' ? text : `${text} You wrote: “${typed}”`}
    </DeskNote>
  ) : null
}

type Loaded = Awaited<ReturnType<typeof loader>>

const stateOf = ({ viewed: { draft, live_version: live } }: Loaded): string => {
  const published =
    live === 0 ? 'Published as it is in the files of this release.' : `Version ${live} is published.`
  return draft ? `Draft, saved ${timeText(draft.at)} by ${draft.by}. ${published}` : published
}

const PageLinks = ({ page }: { readonly page: string }) => (
  <>
    <ActionLink href={`/desk/pages/${page}/versions`} hotkey="v">
      Versions
    </ActionLink>
    <ActionLink href="/desk/uploads">Upload a picture</ActionLink>
  </>
)

/** One page: its parts, the form of one of them, and how it looks. */
const EditedPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { viewed, names, look, requestId } = loaded
  const { part } = viewed
  const linkTo = (id: string): string =>
    `?${new URLSearchParams({ part: id, width: look.width, look: look.scheme })}`
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/pages">Pages</a>}
        title={loaded.title}
        sub={`${viewed.path}. ${stateOf(loaded)}`}
        actions={<PageLinks page={viewed.page} />}
      />
      <div className={styles.editor}>
        <PageTree parts={viewed.parts} chosen={part.id} linkTo={linkTo} />
        <div>
          <Answer
            refusal={answer ? answer.refusal : undefined}
            typed={viewed.draft === null && answer ? answer.note : ''}
          />
          <PartEditor viewed={viewed} answer={answer} />
          <PageActions viewed={viewed} answer={answer} requestId={requestId} />
        </div>
        <PagePreview
          title={loaded.title}
          href={viewed.preview}
          part={part.id}
          mark={markOfPart(viewed.parts, part.id)}
          look={look}
        />
      </div>
      <PictureNames names={names} />
    </>
  )
}

export default EditedPage
