import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#desk/screens/parts/action.tsx'
import { Entry, Fields } from '#desk/screens/parts/entry.tsx'
import { DeskNote } from '#desk/screens/parts/section.tsx'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewStaffLink } from '../endpoints.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const token = params['token'] ?? ''
  const person = await context.get(shopContext).call(viewStaffLink, { token })
  return { title: 'Make a passkey', token, ...person }
}

const JoinPage = () => {
  const { token, email, name, role } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{name === '' ? 'Join the desk' : 'Make another passkey'}</h1>
      <p>
        {email}, with the role {role}. The desk has no passwords: a passkey of this device signs you in.
      </p>
      <form hidden data-desk-passkey="join" data-token={token}>
        <Fields>
          {name === '' ? (
            <Entry label="Your name" name="name" autoComplete="name" required maxLength={80} />
          ) : (
            <input type="hidden" name="name" value={name} />
          )}
          <Entry
            label="Name of the passkey"
            name="passkey_name"
            required
            maxLength={60}
            hint="So that you know it later, such as “laptop”."
          />
          <p>
            <ActionButton kind="primary">Make a passkey</ActionButton>
          </p>
        </Fields>
        <p aria-live="assertive" data-desk-message="" />
      </form>
      <noscript>
        <DeskNote kind="danger">
          <p>A passkey needs scripts, and this browser runs none.</p>
        </DeskNote>
      </noscript>
    </>
  )
}

export default JoinPage
