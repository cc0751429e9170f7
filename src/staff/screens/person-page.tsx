import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { deviceName } from '#account/rules/device-name.ts'
import { ActionButton, PlainButton } from '#desk/screens/parts/action.tsx'
import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { DataTable } from '#desk/screens/parts/data-table.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { DeskNote, Section } from '#desk/screens/parts/section.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { defaultLocale } from '#shared/locale.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createOwnLink, deskSignOut, removeStaffPasskey, viewDeskPerson } from '../endpoints.ts'
import { stepUpActions } from '../rules/step-up-actions.ts'
import { LinkAnswerNote } from './link-answer.tsx'
import type { LinkAnswer } from './link-answer.tsx'
import { StepUpForm } from './step-up-form.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'You',
  ...(await context.get(shopContext).call(viewDeskPerson, {})),
})

const Posted = z.object({ intent: z.enum(['sign-out', 'link', 'remove']), id: z.string().default('') })

export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { intent, id } = await postedAs(Posted, request)
  if (intent === 'sign-out') {
    await call(deskSignOut, {})
    throw redirect('/desk/sign-in', 303)
  }
  try {
    if (intent === 'link') return { url: (await call(createOwnLink, {})).url }
    await call(removeStaffPasskey, { id })
    return { done: 'The passkey no longer signs you in.' }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const sessionColumns: readonly Column<Session>[] = [
  { name: 'Browser', cell: (one) => deviceName(one.user_agent, defaultLocale) },
  {
    name: 'Last used',
    cell: (one) => (one.is_this ? 'This one' : <Moment at={one.last_seen_at} />),
    isQuiet: true,
  },
]

type Person = Awaited<ReturnType<typeof loader>>
type Passkey = Person['passkeys'][number]
type Session = Person['sessions'][number]

const passkeyColumns: readonly Column<Passkey>[] = [
  { name: 'Name', cell: (one) => one.name },
  { name: 'Added', cell: (one) => <Moment at={one.created_at} />, isQuiet: true },
  {
    name: 'Last used',
    cell: (one) => (one.last_used_at ? <Moment at={one.last_used_at} /> : 'Never'),
    isQuiet: true,
    isWide: true,
  },
  {
    name: 'Remove',
    isFigure: true,
    cell: (one) => (
      <StepUpForm action="/desk/person" confirms={stepUpActions.removePasskey(one.id)}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={one.id} />
        <PlainButton aria-label={`Remove ${one.name}`}>Remove</PlainButton>
      </StepUpForm>
    ),
  },
]

const Passkeys = ({ passkeys }: Pick<Person, 'passkeys'>) => (
  <Section title="Passkeys">
    <DataTable
      label="Your passkeys"
      isInside
      rows={passkeys}
      keyOf={({ id }) => id}
      columns={passkeyColumns}
    />
    <StepUpForm action="/desk/person" confirms={stepUpActions.link}>
      <input type="hidden" name="intent" value="link" />
      <p>
        <ActionButton>Create a link for another passkey</ActionButton>
      </p>
    </StepUpForm>
  </Section>
)

const SignOut = () => (
  <form method="post">
    <input type="hidden" name="intent" value="sign-out" />
    <ActionButton>Sign out</ActionButton>
  </form>
)

const PersonPage = () => {
  const { name, email, role, passkeys, sessions } = useLoaderData<typeof loader>()
  const answer: LinkAnswer = useActionData<typeof action>()
  return (
    <>
      <DeskHead title={name} sub={`${email}, ${role}`} actions={<SignOut />} />
      <Body>
        <LinkAnswerNote
          answer={answer}
          instruction="Open this link once, within 24 hours, on the device that gets the passkey. It is shown only now."
        />
        {passkeys.length < 2 ? (
          <DeskNote kind="accent">
            <p>You have one passkey. With a second one you can sign in when the first is lost.</p>
          </DeskNote>
        ) : null}
        <Passkeys passkeys={passkeys} />
        <Section title="Signed in">
          <DataTable
            label="Where you are signed in"
            isInside
            rows={sessions}
            keyOf={({ id }) => id}
            columns={sessionColumns}
          />
        </Section>
      </Body>
    </>
  )
}

export default PersonPage
