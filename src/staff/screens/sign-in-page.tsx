import { redirect, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#desk/screens/parts/action.tsx'
import { DeskNote } from '#desk/screens/parts/section.tsx'
import { shopContext } from '../../web/request/shop-context.ts'
import { deskReturnPath } from '../rules/desk-return-path.ts'

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const returnTo = deskReturnPath(new URL(request.url).searchParams.get('return_to'))
  if (context.get(shopContext).actor.kind === 'staff') throw redirect(returnTo, 303)
  return { title: 'Sign in', returnTo }
}

const SignInPage = () => {
  const { returnTo } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Sign in to the desk</h1>
      <p>With the passkey of this device, or one on your phone or key.</p>
      <form hidden data-desk-passkey="sign-in" data-return-to={returnTo}>
        <p>
          <ActionButton kind="primary">Use passkey</ActionButton>
        </p>
        <p aria-live="assertive" data-desk-message="" />
      </form>
      <noscript>
        <DeskNote kind="danger">
          <p>A passkey needs scripts, and this browser runs none.</p>
        </DeskNote>
      </noscript>
      <p>No passkey, or a lost one? An owner gives you a link. Members sign in at the shop.</p>
    </>
  )
}

export default SignInPage
