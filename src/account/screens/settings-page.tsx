import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import type { ShopContext } from '#app/shop-context.ts'
import { shopContext } from '#app/shop-context.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { mailPasswordLink, viewUser } from '../calls.ts'
import {
  changeEmail,
  changePassword,
  disconnectSignOn,
  listSessions,
  revokeSession,
  signOutEverywhere,
  updateUser,
  viewSignInWays,
} from '../settings-calls.ts'
import { SignOnProvider } from '../sign-on-calls.ts'
import { AccountFrame } from './account-frame.tsx'
import { ContactForm } from './contact-form.tsx'
import { EmailForm } from './email-form.tsx'
import { formFailure } from './form-failure.ts'
import { FormRefusal } from './form-refusal.tsx'
import { formText } from './form-text.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { SettingsLinks } from './settings-links.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import styles from './settings-page.module.css'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { actor, call } = context.get(shopContext)
  // The ways into an account are not for agents; the rest of the settings is.
  if (actor.kind === 'agent') throw redirect('/account/settings/addresses', 303)
  const user = await call(viewUser, {})
  const ways = await call(viewSignInWays, {})
  const { sessions } = await call(listSessions, {})
  return { user, ways, sessions, done: new URL(request.url).searchParams.get('done') }
}

const mailLink = async ({ call }: ShopContext): Promise<string> => {
  await call(mailPasswordLink, {})
  return '/account?done=mailed'
}

const done = async (wish: string, form: FormData, shop: ShopContext): Promise<string> => {
  const { call } = shop
  switch (wish) {
    case 'names': {
      const names = { firstName: formText(form, 'firstName'), lastName: formText(form, 'lastName') }
      await call(updateUser, { ...names, phone: formText(form, 'phone') })
      return '/account?done=names'
    }
    case 'password': {
      const current = formText(form, 'current_password')
      await call(changePassword, { current_password: current, password: formText(form, 'password') })
      return '/account?done=password'
    }
    case 'email': {
      const password = formText(form, 'email_password')
      await call(changeEmail, { new_email: formText(form, 'new_email'), email_password: password })
      return '/account?done=email'
    }
    case 'disconnect': {
      const provider = SignOnProvider.safeParse(formText(form, 'provider'))
      if (provider.success) await call(disconnectSignOn, { provider: provider.data })
      return '/account?done=disconnected'
    }
    case 'session':
      await call(revokeSession, { id: formText(form, 'id') })
      return '/account?done=session'
    case 'everywhere':
      await call(signOutEverywhere, {})
      return '/login'
    default:
      return mailLink(shop)
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await request.formData()
  try {
    return redirect(await done(formText(form, 'wish'), form, context.get(shopContext)), 303)
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
}

const sentences: Readonly<Record<string, string>> = {
  names: 'Your changes are kept.',
  password: 'Your password is changed. You are signed out everywhere else.',
  disconnected: 'This sign-in is disconnected.',
  session: 'That session is ended.',
  email: 'A link is on its way to the new email. It opens once, within the next hour.',
  mailed: 'A link is on its way to you. It opens once, within the next hour.',
}

/** Settings: who this account is, the ways into it, and where it is signed in. */
const SettingsPage = () => {
  const { user, ways, sessions, done } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const sentence = refused || done === null ? undefined : sentences[done]
  const errors = refused?.failure.fields ?? {}
  return (
    <AccountFrame at="settings" title="Settings">
      <SettingsLinks at="/account" />
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {sentence === undefined ? null : (
        <Note kind="ok" className={styles.note}>
          {sentence}
        </Note>
      )}
      <SettingsSection id="contact" title="Your Account">
        <ContactForm user={user} errors={errors} />
      </SettingsSection>
      <SettingsSection id="email-heading" title="Email">
        <EmailForm email={user.email} hasPassword={ways.has_password} errors={errors} />
      </SettingsSection>
      <SettingsSection id="password-heading" title="Password">
        <PasswordForm email={user.email} ways={ways} errors={errors} />
      </SettingsSection>
      <SignInWays providers={ways.providers} />
      <SettingsSection id="sessions" title="Where you are signed in">
        <SessionList sessions={sessions} />
      </SettingsSection>
      <SettingsSection id="leave" title="This device">
        <form method="post" action="/sign-out" className={styles.form}>
          <p className={text.mute}>You stay signed in for 45 days after your last visit.</p>
          <Button kind="line" size="small">
            Sign Out
          </Button>
        </form>
      </SettingsSection>
    </AccountFrame>
  )
}

export default SettingsPage
