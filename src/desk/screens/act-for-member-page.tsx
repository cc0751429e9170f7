import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { authorizeDeskImpersonation } from '../impersonation-endpoints.ts'
import { viewDeskMember } from '../search-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ChoiceEntry, Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  if (actor.kind !== 'staff' || !allows(actor.role, 'members:act')) throw new ShopError('NOT_FOUND')
  const { id, name, email } = await call(viewDeskMember, { id: params['id'] ?? '' })
  return { title: 'Act for the member', id, name: name || email || 'the member' }
}

const Posted = z.object({ reason: z.string(), minutes: z.string() })

/** Makes the link, and opens it: it asks for the agent's password. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const posted = await postedAs(Posted, request)
  const { call } = context.get(shopContext)
  let path: string
  try {
    path = (await call(authorizeDeskImpersonation, { id: params['id'] ?? '', ...posted })).path
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered: posted }
  }
  throw redirect(path, 303)
}

const minutes = ['15', '30', '60'] as const

const ActionForm = ({ entered }: { readonly entered: z.output<typeof Posted> | undefined }) => (
  <form method="post">
    <Fields>
      <Entry
        label="Why. The member reads this"
        name="reason"
        required
        minLength={3}
        maxLength={200}
        autoComplete="off"
        defaultValue={entered?.reason}
      />
      <ChoiceEntry
        label="For"
        name="minutes"
        defaultValue={entered?.minutes ?? '30'}
        choices={minutes.map((count) => [count, `${count} minutes`] as const)}
      />
      <p>
        <ActionButton kind="primary">Continue</ActionButton>
      </p>
      <p>
        The next page asks for your password as an agent. Cards, passwords and health answers stay closed.
      </p>
    </Fields>
  </form>
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
          <ActionForm entered={answer?.entered} />
        </Section>
      </Body>
    </>
  )
}

export default ActForMemberPage
