import { redirect, useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { changeDeskFlag } from '../flag-endpoints.ts'
import { FlagFields } from './flag-fields.tsx'
import { audienceIn, textIn, textsOf } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = () => ({ title: 'New flag' })

/** Makes the flag. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  const name = textIn(entered, 'name')
  try {
    await context.get(shopContext).call(changeDeskFlag, {
      name,
      base: 0,
      description: textIn(entered, 'description'),
      percent: textIn(entered, 'percent'),
      audience: audienceIn(entered),
    })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/flags/${name}?done=created`, 303)
}

const empty: EnteredTexts = new Map([['percent', '0']])

interface NameEntryProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

const NameEntry = ({ entered, errors }: NameEntryProps) => (
  <Entry
    label="Name"
    name="name"
    required
    autoComplete="off"
    hint="Small letters, digits and hyphens. It stays."
    defaultValue={textIn(entered, 'name')}
    error={errors.get('name')}
  />
)

const NewFlagPage = () => {
  const answer = useActionData<typeof action>()
  const { entered = empty, errors = noErrors } = answer ?? {}
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/flags">Flags</a>}
        title="New flag"
        sub="Pages have it as an attribute of their flags element; code and style sheets read it there."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <form method="post">
          <FlagFields
            entered={entered}
            errors={errors}
            name={<NameEntry entered={entered} errors={errors} />}
          >
            <p>
              <ActionButton kind="primary">Create flag</ActionButton>
            </p>
          </FlagFields>
        </form>
      </Body>
    </>
  )
}

export default NewFlagPage
