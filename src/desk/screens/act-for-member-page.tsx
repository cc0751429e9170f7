import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { startDeskImpersonation } from '../impersonation-endpoints.ts'
import { viewDeskMember } from '../search-endpoints.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ChoiceEntry, Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  if (actor.kind !== 'staff' || !allows(actor.role, 'members:act')) throw new ShopError('NOT_FOUND')
  const { id, name, email } = await call(viewDeskMember, { id: params['id'] ?? '' })
  return { title: 'Act for the member', id, name: name || email || 'the member' }
}

const Posted = z.object({ reason: z.string(), minutes: z.string() })

/** Begins, and opens the member's home: the passkey was used again before the form was sent. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const posted = await postedAs(Posted, request)
  const { call } = context.get(shopContext)
  let url: string
  try {
    url = (await call(startDeskImpersonation, { id: params['id'] ?? '', ...posted })).url
  } catch (thrown) {
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown), entered: posted }
  }
  throw redirect(url, 303)
}

const minutes = ['5', '15', '30', '60'] as const

interface ActionFormProps {
  readonly id: string
  /** What was refused. */
  readonly answer: Exclude<Awaited<ReturnType<typeof action>>, Response> | undefined
}

const ActionForm = ({ id, answer }: ActionFormProps) => (
  <StepUpForm action={`/desk/members/${id}/act`} confirms={stepUpActions.impersonate(id, '{minutes}')}>
    <Fields>
      <Entry
        label="Why. The member reads this"
        name="reason"
        required
        minLength={3}
        maxLength={200}
        autoComplete="off"
        defaultValue={answer?.entered.reason}
        error={answer?.errors.get('reason')}
      />
      <ChoiceEntry
        label="For"
        name="minutes"
        defaultValue={answer?.entered.minutes ?? '30'}
        choices={minutes.map((count) => [count, `${count} minutes`] as const)}
      />
      <p>
        <ActionButton kind="primary">Act for the member</ActionButton>
      </p>
      <p>
        It asks for your passkey, and signs this browser out of any other account of the shop. It is view only
        until you say what needs to change. Cards, passwords and health answers stay closed. It ends when you
        sign out of the desk.
      </p>
    </Fields>
  </StepUpForm>
)

/** Acting inside the member's own pages, with a reason that the member reads. */
const ActForMemberPage = () => {
  const { id, name } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href={`/desk/members/${id}`}>{name}</a>}
        title={`Act for ${name}`}
        sub="You see the account as the member does, with a banner on every page. The member gets a mail, and reads in the account what you did."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Section>
          <ActionForm id={id} answer={answer} />
        </Section>
        <noscript>
          <DeskNote kind="danger">
            <p>A passkey needs scripts, and this browser runs none.</p>
          </DeskNote>
        </noscript>
      </Body>
    </>
  )
}

export default ActForMemberPage
