import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listEntryChoices, viewDeskEntry } from '../catalogue-endpoints.ts'
import { EntryPreview, answerEntryForm, entryRight } from './catalogue-actions.tsx'
import { EntryFields, textsOf } from './catalogue-fields.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { Section } from './parts/section.tsx'
import { noErrors } from './parts/refusal.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const like = new URL(request.url).searchParams.get('like')
  const [choices, original] = await Promise.all([
    call(listEntryChoices, {}),
    like === null ? null : call(viewDeskEntry, { code: like }),
  ])
  return { title: 'New plan', choices, values: original?.values ?? [], right: entryRight(actor), requestId }
}

/** Shows what would be published, or publishes it. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const answer = await answerEntryForm(context.get(shopContext).call, request, null)
  if ('next' in answer) throw redirect(answer.next, 303)
  return answer
}

/** A new plan, of a product that is sold already or of a new one. */
const NewEntryPage = () => {
  const { choices, values, right, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { texts = textsOf(values), errors = noErrors } = answer ?? {}
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/catalogue">Catalogue</a>}
        title="New plan"
        sub="A plan of a new product makes the product. Without stock it is sold out until some is received."
      />
      <Body>
        {answer ? <EntryPreview answer={answer} right={right} requestId={requestId} /> : null}
        <Section title="The plan">
          <form method="post">
            <input type="hidden" name="base" value="0" />
            <Fields>
              <Entry
                label="Code"
                name="code"
                required
                autoComplete="off"
                hint="Small letters, digits and hyphens. It begins as all codes of its product do."
                defaultValue={answer?.code}
                error={errors.get('code')}
              />
            </Fields>
            <EntryFields texts={texts} errors={errors} choices={choices} isNew hasPlan />
            <p>
              <ActionButton kind={answer?.refusal === null ? 'secondary' : 'primary'}>Preview</ActionButton>
            </p>
          </form>
        </Section>
      </Body>
    </>
  )
}

export default NewEntryPage
