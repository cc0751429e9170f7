import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { Button } from '#ui/button.tsx'
import { signOut } from '../endpoints.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  if (context.get(shopContext).actor.kind === 'visitor') throw redirect('/login', 303)
  return null
}

/** Signs out and leads to /login (spec §4). */
export const action = async ({ context }: ActionFunctionArgs) => {
  await context.get(shopContext).call(signOut, {})
  return redirect('/login', 303)
}

/** For visitors who follow a link here: nothing happens before the button is pressed (ruling 18). */
const SignOutPage = () => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('signOutTitle')} lead={t('signedInHere')}>
      <form method="post" className={styles.form}>
        <Button kind="primary" wide>
          {t('signOutTitle')}
        </Button>
      </form>
    </SignInFrame>
  )
}

export default SignOutPage
