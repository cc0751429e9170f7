import { brand } from '#shared/brand.ts'
import type { DeskThreadView } from '../message-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, EntryRow, Fields, TextEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

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
export const AnswerForm = ({ thread, requestId, entered }: AnswerFormProps) => (
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
export const ThreadActions = ({ thread }: { readonly thread: DeskThreadView }) => (
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
