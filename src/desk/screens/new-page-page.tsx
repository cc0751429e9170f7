import { redirect, useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createDeskPage } from '../page-endpoints.ts'
import { wordIn } from './catalogue-fields.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = () => ({ title: 'New page' })

/** Begins a draft, and leads to it. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const typed = {
    path: wordIn(form, 'path'),
    title: wordIn(form, 'title'),
    description: wordIn(form, 'description'),
  }
  let page = ''
  try {
    ;({ page } = await context.get(shopContext).call(createDeskPage, typed))
  } catch (thrown) {
    return { typed, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/pages/${page}`, 303)
}

const NewPageForm = () => {
  const { typed, errors = noErrors } = useActionData<typeof action>() ?? {}
  const field = (name: 'path' | 'title' | 'description') => ({
    name,
    required: true,
    autoComplete: 'off',
    defaultValue: typed?.[name],
    error: errors.get(name),
  })
  return (
    <form method="post">
      <Fields>
        <Entry
          label="Address"
          {...field('path')}
          hint="Such as /our-story: small letters and digits, with hyphens between."
        />
        <Entry label="Title" {...field('title')} />
        <Entry
          label="Description"
          {...field('description')}
          hint="A sentence or two, which search engines show."
        />
        <p>
          <ActionButton kind="primary">Begin the draft</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

/** Where a page begins. */
const NewPagePage = () => {
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/pages">Pages</a>}
        title="New page"
        sub="It begins as a draft. Nobody finds it before it is published, and its address stays."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <NewPageForm />
      </Body>
    </>
  )
}

export default NewPagePage
