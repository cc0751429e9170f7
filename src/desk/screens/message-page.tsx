import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { brand } from '#shared/brand.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { answerDeskThread, assignDeskThread, closeDeskThread, viewDeskThread } from '../message-endpoints.ts'
import type { DeskThreadView } from '../message-endpoints.ts'
import { Conversation } from './parts/conversation.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, EntryRow, Fields, TextEntry } from './parts/entry.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const thread = await call(viewDeskThread, { id: params['id'] ?? '' })
  const mayOpenMember = actor.kind === 'staff' && allows(actor.role, 'members:read')
  return { title: thread.name || thread.email, thread, requestId, mayOpenMember }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), version: z.string(), text: z.string(), request_id: z.string() }),
  z.object({ intent: z.literal('assign'), version: z.string(), staff_id: z.string() }),
  z.object({ intent: z.literal('close'), version: z.string() }),
])

const doneWords = { answer: 'answered', assign: 'assigned', close: 'closed' } as const

/** Answers, gives it to somebody or closes it. A refusal keeps what was typed. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const posted = await postedAs(Posted, request)
  const { intent, version } = posted
  try {
    if (intent === 'answer')
      await call(answerDeskThread, { id, version, text: posted.text, request_id: posted.request_id })
    else if (intent === 'assign')
      await call(assignDeskThread, { id, version, staff_id: posted.staff_id || null })
    else await call(closeDeskThread, { id, version })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), text: intent === 'answer' ? posted.text : undefined }
  }
  throw redirect(`/desk/messages/${id}?done=${doneWords[intent]}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['answered', 'The answer is on its way by mail.'],
  ['assigned', 'The assignment is saved.'],
  ['closed', 'The conversation is closed. The next message opens it again.'],
])

const marks = {
  waiting: { level: 'empty', tone: 'plain', word: 'waits for an answer' },
  answered: { level: 'half', tone: 'plain', word: 'answered' },
  closed: { level: 'full', tone: 'quiet', word: 'closed' },
} as const

interface AsideProps {
  readonly thread: DeskThreadView
  readonly mayOpenMember: boolean
}

const Named = ({ intent, version }: { readonly intent: string; readonly version: number }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="version" value={version} />
  </>
)

interface AnswerFormProps {
  readonly thread: DeskThreadView
  readonly requestId: string
  /** What was typed before a refusal. */
  readonly entered: string | undefined
}

/** The answer, which goes to the person by mail. */
const AnswerForm = ({ thread, requestId, entered }: AnswerFormProps) => (
  <Section title="Answer">
    <form method="post">
      <Named intent="answer" version={thread.version} />
      <input type="hidden" name="request_id" value={requestId} />
      <Fields>
        <TextEntry
          label={`To ${thread.email}`}
          name="text"
          required
          maxLength={8_000}
          rows={8}
          defaultValue={entered}
          data-desk-key="w"
          hint={`Your name and the message that it answers are added below. It is sent at once. A reply to the mail goes to ${brand.supportEmail} and is not shown here.`}
        />
        <p>
          <ActionButton kind="primary">Send the answer</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** Who has taken it, and its end. */
const ThreadActions = ({ thread }: { readonly thread: DeskThreadView }) => (
  <Section title="Taken by">
    <form method="post">
      <Named intent="assign" version={thread.version} />
      <EntryRow>
        <ChoiceEntry
          label="Person"
          name="staff_id"
          defaultValue={thread.assigned_id ?? ''}
          choices={[['', 'Nobody'], ...thread.staff.map(({ id, name }) => [id, name] as const)]}
        />
        <ActionButton>Save</ActionButton>
      </EntryRow>
    </form>
    {thread.state === 'closed' ? null : (
      <form method="post">
        <Named intent="close" version={thread.version} />
        <p>
          <ActionButton>{thread.state === 'waiting' ? 'Close without an answer' : 'Close'}</ActionButton>
        </p>
      </form>
    )}
  </Section>
)

const Aside = ({ thread, mayOpenMember }: AsideProps) => (
  <>
    <ThreadActions thread={thread} />
    <Section title="Sender">
      <Facts
        facts={[
          ['Name', thread.name || '—'],
          ['Email', thread.email],
          [
            'Member',
            thread.account_id === null ? (
              'nobody has this email'
            ) : mayOpenMember ? (
              <a key="member" href={`/desk/members/${thread.account_id}`}>
                Open the member
              </a>
            ) : (
              'yes'
            ),
          ],
          ...(thread.waiting_since === null
            ? []
            : [['Waits since', <Moment key="since" at={thread.waiting_since} />] as const]),
        ]}
      />
    </Section>
  </>
)

const AnswerNote = ({ refusal }: { readonly refusal: string | undefined }) => {
  const [query] = useSearchParams()
  const done = answers.get(query.get('done') ?? '')
  const text = refusal ?? done
  return text ? (
    <DeskNote kind={refusal ? 'danger' : 'ok'} isAnswer>
      {text}
    </DeskNote>
  ) : null
}

/** A conversation with one address: what was written and answered, and the answer to it. */
const MessagePage = () => {
  const { thread, requestId, mayOpenMember } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/messages">Messages</a>}
        title={thread.name || thread.email}
        sub={
          <>
            <StateMark mark={marks[thread.state]} />
            {thread.topic}
            {thread.assigned_to === null ? '' : `. Taken by ${thread.assigned_to}`}
          </>
        }
      />
      <Split aside={<Aside thread={thread} mayOpenMember={mayOpenMember} />}>
        <AnswerNote refusal={answer?.refusal} />
        <Section title="Conversation">
          <Conversation entries={thread.entries} />
        </Section>
        <AnswerForm thread={thread} requestId={requestId} entered={answer?.text} />
      </Split>
    </>
  )
}

export default MessagePage
