import { DeskNote } from '#desk/screens/parts/section.tsx'

/** What an action about people and their passkeys answered: a link that makes one, what was done, or why it was refused. */
export type LinkAnswer =
  | { readonly url?: string; readonly done?: string; readonly refusal?: string }
  | undefined

interface LinkAnswerNoteProps {
  readonly answer: LinkAnswer
  /** What to do with the link. */
  readonly instruction?: string
}

export const LinkAnswerNote = ({ answer, instruction }: LinkAnswerNoteProps) => {
  if (answer?.refusal)
    return (
      <DeskNote kind="danger" isAnswer>
        {answer.refusal}
      </DeskNote>
    )
  if (answer?.done)
    return (
      <DeskNote kind="ok" isAnswer>
        {answer.done}
      </DeskNote>
    )
  return answer?.url ? (
    <DeskNote kind="accent" isAnswer>
      <p>{instruction}</p>
      <p>
        <code>{answer.url}</code>
      </p>
    </DeskNote>
  ) : null
}
