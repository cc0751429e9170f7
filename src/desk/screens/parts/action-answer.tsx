import { useSearchParams } from 'react-router'
import { DeskNote } from './section.tsx'

interface ActionAnswerProps {
  /** Why the action was not done, as a sentence. */
  readonly refusal: string | undefined
  /** What is said of an action that is done, by the word in `?done=`. */
  readonly done: ReadonlyMap<string, string>
}

/** What became of an action: on the page that its form leads to, or on the same one when it was refused. */
export const ActionAnswer = ({ refusal, done }: ActionAnswerProps) => {
  const [query] = useSearchParams()
  const text = refusal ?? done.get(query.get('done') ?? '')
  return text === undefined ? null : (
    <DeskNote kind={refusal === undefined ? 'ok' : 'danger'} isAnswer>
      <p>{text}</p>
    </DeskNote>
  )
}
