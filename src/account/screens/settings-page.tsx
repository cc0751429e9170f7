import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#app/shop-context.ts'
import { ShopError } from '#shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { recover, viewUser } from '../calls.ts'
import { AccountFrame } from './account-frame.tsx'
import { Facts } from './facts.tsx'
import { formFailure } from './form-failure.ts'
import { FormRefusal } from './form-refusal.tsx'
import styles from './settings-page.module.css'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await context.get(shopContext).call(viewUser, {})
  return { user, sent: new URL(request.url).searchParams.has('sent') }
}

/** Mails the member a link to choose a new password: who holds the browser need not hold the mailbox. */
export const action = async ({ context }: ActionFunctionArgs) => {
  const { actor, call } = context.get(shopContext)
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  try {
    await call(recover, { email: actor.email })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
  return redirect('/account?sent', 303)
}

const Password = ({ email, sent }: { readonly email: string; readonly sent: boolean }) => (
  <section className={styles.section} aria-labelledby="password">
    <h2 className={text.h4} id="password">
      Password
    </h2>
    {sent ? (
      <Note kind="ok" className={styles.note}>
        A link is on its way to {email}. It opens once, within the next hour.
      </Note>
    ) : (
      <form method="post" className={styles.form}>
        <p className={text.mute}>We mail you a link to choose a new one. It signs you out everywhere else.</p>
        <Button kind="line" size="small">
          Send me a link
        </Button>
      </form>
    )}
  </section>
)

/** Settings: who this account is, its password, and the way out. */
const SettingsPage = () => {
  const { user, sent } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const name = `${user.firstName} ${user.lastName}`.trim()
  const facts = [
    ...(name === '' ? [] : [{ term: 'Name', fact: name }]),
    { term: 'Email', fact: user.email },
    ...(user.phone === '' ? [] : [{ term: 'Phone', fact: user.phone }]),
  ]
  return (
    <AccountFrame at="settings" title="Settings">
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      <section className={styles.section} aria-labelledby="contact">
        <h2 className={text.h4} id="contact">
          Your Account
        </h2>
        <Facts facts={facts} />
      </section>
      <Password email={user.email} sent={sent} />
      <section className={styles.section} aria-labelledby="leave">
        <h2 className={text.h4} id="leave">
          This device
        </h2>
        <form method="post" action="/sign-out" className={styles.form}>
          <p className={text.mute}>You stay signed in for 45 days after your last visit.</p>
          <Button kind="line" size="small">
            Sign Out
          </Button>
        </form>
      </section>
    </AccountFrame>
  )
}

export default SettingsPage
