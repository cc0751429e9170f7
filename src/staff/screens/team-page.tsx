import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { ActionButton, PlainButton } from '#desk/screens/parts/action.tsx'
import { DataTable } from '#desk/screens/parts/data-table.tsx'
import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { ChoiceEntry, Entry, EntryRow } from '#desk/screens/parts/entry.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { refusalIn } from '#desk/screens/parts/refusal.ts'
import { Section } from '#desk/screens/parts/section.tsx'
import { StaffRoleName, staffRoles } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { changeStaffRole, endStaffMember, inviteStaffMember, listStaffMembers } from '../endpoints.ts'
import { roleTable } from '../rules/role-table.ts'
import { stepUpActions } from '../rules/step-up-actions.ts'
import { LinkAnswerNote } from './link-answer.tsx'
import type { LinkAnswer } from './link-answer.tsx'
import { StepUpForm } from './step-up-form.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'Team',
  ...(await context.get(shopContext).call(listStaffMembers, {})),
})

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('invite'), email: z.string(), role: StaffRoleName }),
  z.object({ intent: z.literal('role'), id: z.string(), role: StaffRoleName }),
  z.object({ intent: z.literal('end'), id: z.string() }),
])

export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const posted = await postedAs(Posted, request)
  try {
    if (posted.intent === 'invite') {
      await call(inviteStaffMember, posted)
      return { done: `A link was sent to ${posted.email}. It makes one passkey within 24 hours.` }
    }
    if (posted.intent === 'role') await call(changeStaffRole, posted)
    else await call(endStaffMember, posted)
    return { done: posted.intent === 'role' ? 'The role was changed.' : 'The person has no access any more.' }
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
}

const roleChoices = staffRoles.map((role) => [role, role] as const)

type Person = Awaited<ReturnType<typeof loader>>['people'][number]

const stateOf = ({ joined_at: joined, ended_at: ended, passkeys }: Person): string => {
  if (ended) return 'left'
  if (!joined) return 'invited, no passkey yet'
  return passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
}

const RoleForm = ({ person }: { readonly person: Person }) =>
  person.ended_at ? null : (
    <form method="get" action="/desk/team">
      <input type="hidden" name="person" value={person.id} />
      <PlainButton aria-label={`Change ${person.email}`}>Change…</PlainButton>
    </form>
  )

const columns: readonly Column<Person>[] = [
  { name: 'Name', cell: (one) => one.name || one.email },
  { name: 'Email', cell: ({ email }) => email, isQuiet: true, isWide: true },
  { name: 'Role', cell: ({ role }) => role },
  { name: 'State', cell: stateOf, isQuiet: true, isWide: true },
  { name: 'Change', cell: (person) => <RoleForm person={person} />, isFigure: true },
]

const People = ({ people }: { readonly people: readonly Person[] }) => (
  <Section title="People">
    <DataTable label="People of the desk" isInside rows={people} keyOf={({ id }) => id} columns={columns} />
  </Section>
)

/** The way back for somebody whose passkey is lost. */
const NewLink = ({ person: { email, role } }: { readonly person: Person }) => (
  <StepUpForm action="/desk/team" confirms={stepUpActions.invite(email, role)}>
    <input type="hidden" name="intent" value="invite" />
    <input type="hidden" name="email" value={email} />
    <input type="hidden" name="role" value={role} />
    <p>
      <ActionButton>Mail a link for a new passkey</ActionButton> For a passkey that was lost. Earlier links
      stop working.
    </p>
  </StepUpForm>
)

const ChangePerson = ({ person }: { readonly person: Person }) => (
  <Section title={`Change ${person.name || person.email}`}>
    <NewLink person={person} />
    {staffRoles
      .filter((role) => role !== person.role)
      .map((role) => (
        <StepUpForm key={role} action="/desk/team" confirms={stepUpActions.role(person.id, role)}>
          <input type="hidden" name="intent" value="role" />
          <input type="hidden" name="id" value={person.id} />
          <input type="hidden" name="role" value={role} />
          <p>
            <ActionButton>{`Make ${role}`}</ActionButton>
          </p>
        </StepUpForm>
      ))}
    <StepUpForm action="/desk/team" confirms={stepUpActions.end(person.id)}>
      <input type="hidden" name="intent" value="end" />
      <input type="hidden" name="id" value={person.id} />
      <p>
        <ActionButton kind="danger">End access</ActionButton>
      </p>
    </StepUpForm>
  </Section>
)

const Invite = () => (
  <Section title="Invite a person">
    <StepUpForm action="/desk/team" confirms={stepUpActions.invite('{email}', '{role}')}>
      <input type="hidden" name="intent" value="invite" />
      <EntryRow>
        <Entry label="Email" name="email" type="email" required />
        <ChoiceEntry label="Role" name="role" choices={roleChoices} defaultValue="support" />
        <ActionButton kind="primary">Invite</ActionButton>
      </EntryRow>
    </StepUpForm>
  </Section>
)

const TeamPage = () => {
  const { people } = useLoaderData<typeof loader>()
  const answer: LinkAnswer = useActionData<typeof action>()
  const [query] = useSearchParams()
  const chosen = people.find(({ id, ended_at: ended }) => id === query.get('person') && !ended)
  return (
    <>
      <DeskHead
        title="Team"
        sub="Money above a limit and everything about the team asks for the passkey again."
      />
      <Body>
        <LinkAnswerNote answer={answer} />
        {chosen ? <ChangePerson person={chosen} /> : null}
        <People people={people} />
        <Invite />
        <Section title="Who may do what">
          <DataTable
            label="Roles and what they may do"
            isInside
            rows={roleTable()}
            keyOf={({ what }) => what}
            columns={[
              { name: 'What', cell: ({ what }) => what, wraps: true },
              ...staffRoles.map((role) => ({
                name: role,
                cell: (row: ReturnType<typeof roleTable>[number]) => row.byRole[role],
                isQuiet: true,
              })),
            ]}
          />
        </Section>
      </Body>
    </>
  )
}

export default TeamPage
