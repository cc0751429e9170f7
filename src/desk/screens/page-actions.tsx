import { useId } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewDeskPage } from '../page-endpoints.ts'
import { momentTyped } from '../rules/moment-words.ts'
import type { Mark } from '../rules/order-marks.ts'
import type { EditAnswer } from './edit-page.ts'
import styles from './page-editor.module.css'
import { ActionButton } from './parts/action.tsx'
import { CheckEntry, Entry, Fields } from './parts/entry.tsx'
import { StateMark } from './parts/mark.tsx'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

type Viewed = ReplyOf<typeof viewDeskPage>

interface ActionsProps {
  readonly viewed: Viewed
  readonly answer: EditAnswer | undefined
  readonly requestId: string
}

const checkWords = [
  ['texts', 'Texts, and the disclaimer of claims'],
  ['links', 'Links inside the shop'],
  ['pictures', 'Pictures and their descriptions'],
  ['headings', 'Order of headings'],
  ['claims', 'Sources of changed claims'],
] as const

const checkMark = (words: string, found: number): Mark =>
  found === 0
    ? { word: `${words}: in order`, level: 'full', tone: 'ok' }
    : { word: `${words}: ${found}`, level: 'struck', tone: 'bad' }

const Checks = ({ viewed: { problems } }: Pick<ActionsProps, 'viewed'>) => (
  <Section title="Before it is published">
    <ul>
      {checkWords.map(([check, words]) => {
        const found = problems.filter((problem) => problem.check === check)
        return (
          <li key={check} className={found.length > 0 ? styles.wrong : undefined}>
            <StateMark mark={checkMark(words, found.length)} />
            {found.length > 0 ? (
              <ul>
                {found.map(({ part, field, message }) => (
                  <li key={`${part} ${field} ${message}`}>
                    <a href={`?part=${part}`}>{message}</a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ul>
  </Section>
)

const OneButton = ({
  intent,
  viewed,
  children,
  id,
}: {
  readonly intent: string
  readonly viewed: Viewed
  readonly children: string
  readonly id?: string
}) => (
  <form method="post" action={`?part=${viewed.part.id}`}>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="part" value={viewed.part.id} />
    <input type="hidden" name="revision" value={viewed.revision} />
    {id === undefined ? null : <input type="hidden" name="id" value={id} />}
    <p className={styles.tools}>
      <ActionButton>{children}</ActionButton>
    </p>
  </form>
)

const Scheduled = ({ viewed }: Pick<ActionsProps, 'viewed'>) => {
  const { scheduled } = viewed
  if (scheduled === null) return null
  if (scheduled.has_failed)
    return (
      <DeskNote kind="danger">
        What was scheduled for {timeText(scheduled.publish_at)} could not be published: another version was
        published before, or some page could not be shown with it.
      </DeskNote>
    )
  return (
    <Section title="Scheduled">
      <p>
        A version is published on {timeText(scheduled.publish_at)}, as it was when {scheduled.by} scheduled
        it. {scheduled.note === '' ? '' : `“${scheduled.note}”`}
      </p>
      <OneButton intent="cancel-schedule" viewed={viewed}>
        Cancel the schedule
      </OneButton>
    </Section>
  )
}

const Request = ({ viewed }: Pick<ActionsProps, 'viewed'>) => {
  const { request } = viewed
  if (request === null) return null
  return (
    <DeskNote kind="accent">
      <p>
        {request.is_own ? 'You' : request.by} asked a second person to read the claims.{' '}
        {request.is_own ? '' : <a href={`/desk/approvals/${request.id}`}>See the request</a>}
      </p>
      {request.is_own ? (
        <OneButton intent="withdraw" viewed={viewed} id={request.id}>
          Withdraw the request
        </OneButton>
      ) : null}
    </DeskNote>
  )
}

const Claims = ({ viewed: { claims } }: Pick<ActionsProps, 'viewed'>) =>
  claims.length === 0 ? null : (
    <>
      <p>A second person reads what changes of claims before it is published:</p>
      <ul>
        {claims.map((claim) => (
          <li key={claim}>{claim}</li>
        ))}
      </ul>
    </>
  )

/** Asks whether a time more than a year ahead is meant; another time is asked about again. */
const FarAhead = ({ answer }: Pick<ActionsProps, 'answer'>) =>
  answer?.errors.has('far_publish_at') ? (
    <CheckEntry
      label={`Yes, publish on ${timeText(momentTyped(answer.publishAt).toString())}`}
      name="far_publish_at"
      value={answer.publishAt}
    />
  ) : null

const PublishOn = ({ answer }: Pick<ActionsProps, 'answer'>) => (
  <>
    <Entry
      label="Publish on"
      name="publish_at"
      type="datetime-local"
      defaultValue={answer?.publishAt}
      error={answer?.errors.get('publish_at')}
      hint="In the shop’s time zone. Empty: at once."
    />
    <FarAhead answer={answer} />
  </>
)

const PublishForm = ({ viewed, answer, requestId }: ActionsProps) => {
  const hint = useId()
  const { revision, claims, changes, part } = viewed
  const asks = claims.length > 0
  return (
    <form method="post" action={`?part=${part.id}`}>
      <input type="hidden" name="intent" value={asks ? 'ask' : 'publish'} />
      <input type="hidden" name="part" value={part.id} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="request_id" value={requestId} />
      <Claims viewed={viewed} />
      <Fields>
        <Entry
          label="What changes, and why"
          name="note"
          required={asks}
          maxLength={200}
          autoComplete="off"
          defaultValue={answer?.note}
        />
        <PublishOn answer={answer} />
      </Fields>
      <p className={styles.tools}>
        <ActionButton kind="primary" aria-describedby={hint}>
          {asks ? 'Ask a second person' : 'Publish'}
        </ActionButton>
      </p>
      <p id={hint} className={styles.hint}>
        {changes === 1 ? '1 text is different' : `${changes} texts are different`} from what is published.
      </p>
    </form>
  )
}

const isBehind = ({ revision, version, live_version: live }: Viewed): boolean =>
  revision > 0 && version !== live

/** What can be done with the draft as a whole now: what speaks against it, or the form that publishes it. */
const DraftActions = (props: ActionsProps) => {
  const { viewed } = props
  if (viewed.revision === 0) return null
  const canPublish = viewed.problems.length === 0 && viewed.request === null && !isBehind(viewed)
  return (
    <Section title="Draft" aside={<a href={`/desk/pages/${viewed.page}/versions`}>What changes</a>}>
      {isBehind(viewed) ? (
        <DeskNote kind="danger">
          <p>
            Another version was published since this draft was begun. Look at what is different before you go
            on: publishing the draft replaces all of it.
          </p>
          <OneButton intent="rebase" viewed={viewed}>
            Go on with the draft
          </OneButton>
        </DeskNote>
      ) : null}
      <Request viewed={viewed} />
      {canPublish ? <PublishForm {...props} /> : null}
      {viewed.problems.length > 0 ? (
        <DeskNote>It can be published when every check is in order.</DeskNote>
      ) : null}
      <OneButton intent="discard" viewed={viewed}>
        Discard the draft
      </OneButton>
    </Section>
  )
}

/** Checks, publication, schedule. */
export const PageActions = (props: ActionsProps) => (
  <>
    <Scheduled viewed={props.viewed} />
    <DraftActions {...props} />
    <Checks viewed={props.viewed} />
  </>
)
