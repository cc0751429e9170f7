import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ActionLink } from '#desk/screens/parts/action.tsx'
import { DeskHead, Views } from '#desk/screens/parts/desk-head.tsx'
import { DeskNote } from '#desk/screens/parts/section.tsx'

const places = [
  ['Webhooks', '/desk/developers'],
  ['Keys', '/desk/developers/keys'],
  ['Apps', '/desk/developers/apps'],
] as const

interface DevelopersHeadProps {
  readonly at: (typeof places)[number][0]
  readonly sub: ReactNode
}

/** The head of the pages for developers, with the way to the others and to what partners read. */
export const DevelopersHead = ({ at, sub }: DevelopersHeadProps) => (
  <>
    <DeskHead
      title="Developers"
      sub={sub}
      actions={<ActionLink href="/api/partner/docs">API reference</ActionLink>}
    />
    <Views
      label="Developers"
      views={places.map(([label, href]) => ({ label, href, isCurrent: label === at }))}
    />
  </>
)

/** What an action answered: a text that is shown once, what was done, or why it was refused. */
export interface DevelopersAnswer {
  readonly secret?: string
  /** The name that goes with it. */
  readonly clientId?: string
  readonly done?: string
  readonly refusal?: string
}

interface AnswerNoteProps {
  readonly answer: DevelopersAnswer | undefined
  /** What the text is that is shown once. */
  readonly instruction: string
}

export const AnswerNote = ({ answer, instruction }: AnswerNoteProps) => {
  if (answer?.refusal)
    return (
      <DeskNote kind="danger" isAnswer>
        {answer.refusal}
      </DeskNote>
    )
  if (answer?.secret)
    return (
      <DeskNote kind="accent" isAnswer>
        <p>{instruction}</p>
        {answer.clientId ? (
          <p>
            client_id <code>{answer.clientId}</code>
          </p>
        ) : null}
        <p>
          {answer.clientId ? 'client_secret ' : null}
          <code>{answer.secret}</code>
        </p>
      </DeskNote>
    )
  return answer?.done ? (
    <DeskNote kind="ok" isAnswer>
      {answer.done}
    </DeskNote>
  ) : null
}

/** What was typed of something new, and what is wrong with it; null before anything was. */
export const draftOf = <Form extends z.ZodType>(
  form: Form,
  typed: unknown,
  isTyped: boolean,
): { readonly draft: z.output<Form> | null; readonly problem: string | null } | null => {
  if (!isTyped) return null
  const read = form.safeParse(typed)
  return read.success
    ? { draft: read.data, problem: null }
    : { draft: null, problem: read.error.issues[0]?.message ?? '' }
}
