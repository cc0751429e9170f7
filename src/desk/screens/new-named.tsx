import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

/** What was entered for a new thing, and why it was not made. */
interface Refused {
  readonly entered: EnteredTexts
  readonly refusal: string
  readonly errors: ReadonlyMap<string, string>
}

/** Makes something by its name, and leads to it below the address of its list. A refusal keeps what was entered. */
export const createNamed = async (
  request: Request,
  list: string,
  create: (name: string, entered: EnteredTexts) => Promise<unknown>,
): Promise<Refused> => {
  const entered = textsOf(await postedForm(request))
  const name = textIn(entered, 'name')
  try {
    await create(name, entered)
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`${list}/${name}?done=created`, 303)
}

interface NewNamedProps {
  /** The link to the list of these things. */
  readonly crumb: ReactNode
  readonly title: string
  readonly sub: string
  readonly nameHint: string
  readonly button: string
  readonly answer: Refused | undefined
  /** The initial values of the fields. */
  readonly empty: EnteredTexts
  /** Everything but the name. */
  readonly fields: (
    props: Pick<Refused, 'entered' | 'errors'> & { readonly name: ReactNode; readonly children: ReactNode },
  ) => ReactNode
}

/** The page on which something with a name that stays is made. */
export const NewNamed = ({ nameHint, button, answer, empty, fields: FieldsOfIt, ...head }: NewNamedProps) => {
  const { entered = empty, errors = noErrors } = answer ?? {}
  const name = (
    <Entry
      label="Name"
      name="name"
      required
      autoComplete="off"
      hint={nameHint}
      defaultValue={textIn(entered, 'name')}
      error={errors.get('name')}
    />
  )
  return (
    <>
      <DeskHead {...head} />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <form method="post">
          <FieldsOfIt entered={entered} errors={errors} name={name}>
            <p>
              <ActionButton kind="primary">{button}</ActionButton>
            </p>
          </FieldsOfIt>
        </form>
      </Body>
    </>
  )
}
