import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { viewUser } from '../endpoints.ts'
import { listPasskeys } from '../passkey-endpoints.ts'
import { listSessions, viewSignInMethods } from '../settings-endpoints.ts'
import { AccountFrame } from './account-frame.tsx'
import { ContactForm, EmailForm, PasswordForm } from './settings-forms.tsx'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { FormRefusal } from './form-refusal.tsx'
import { PasskeyList, ProviderConnections, SessionList } from './sign-in-lists.tsx'
import { ProofPage } from './proof-form.tsx'
import { requestProofIfRequired, acceptProof } from './proof-step.ts'
import { SettingsLinks, SettingsSection } from './settings-frame.tsx'
import { runSettingsAction } from './settings-actions.ts'
import styles from './settings-page.module.css'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { actor, call } = context.get(shopContext)
  // Agents cannot see the sign-in methods of an account; the rest of the settings they can.
  if (actor.kind === 'agent') throw redirect('/account/settings/addresses', 303)
  const user = await call(viewUser, {})
  const signInMethods = await call(viewSignInMethods, {})
  const { sessions } = await call(listSessions, {})
  const { passkeys } = await call(listPasskeys, {})
  const query = new URL(request.url).searchParams
  const enteredName = query.get('passkey_name')?.slice(0, 60) ?? ''
  return { user, signInMethods, passkeys, sessions, enteredName, done: query.get('done') }
}

/** The value of a field after a refusal; never a password. Null for a field of another form. */
const enteredValues = (form: FormData) => {
  const typed = (name: string): string | null => (form.has(name) ? formText(form, name) : null)
  return {
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    phone: typed('phone'),
    newEmail: typed('new_email'),
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const shop = context.get(shopContext)
  const proofPrompt = await acceptProof(shop, form)
  if (proofPrompt) return proofPrompt
  try {
    return redirect(await runSettingsAction(form, shop), 303)
  } catch (thrown) {
    const requiredProof = await requestProofIfRequired(shop, form, thrown)
    if (requiredProof) return requiredProof
    const failure = formFailure(thrown)
    return data({ failure, typed: enteredValues(form) }, { status: failure.status })
  }
}

const doneMessages: Readonly<Record<string, string>> = {
  names: 'Your changes are saved.',
  password: 'Your password is changed. You’re signed out everywhere else.',
  disconnected: 'Disconnected.',
  passkey: 'Your passkey is saved. You can use it the next time you sign in.',
  'passkey-removed': 'Your passkey is removed.',
  session: 'That session is signed out.',
  email:
    'We sent a link to your new email. It works once, for one hour. We also notified your current email.',
  connected: 'Connected.',
  mailed: 'We sent you a link. It works once, for one hour.',
}

const ThisDevice = () => (
  <SettingsSection id="leave" title="This device">
    <form method="post" action="/sign-out" className={styles.form}>
      <p className={text.mute}>You stay signed in for 45 days after your last visit.</p>
      <Button kind="secondary" size="small">
        Sign Out
      </Button>
    </form>
  </SettingsSection>
)

type Contact = Pick<ReplyOf<typeof viewUser>, 'firstName' | 'lastName' | 'phone'>

const contactOf = (user: Contact, typed: ReturnType<typeof enteredValues> | undefined): Contact => ({
  firstName: typed?.firstName ?? user.firstName,
  lastName: typed?.lastName ?? user.lastName,
  phone: typed?.phone ?? user.phone,
})

const DoneNote = ({ message }: { readonly message: string | undefined }) =>
  message === undefined ? null : (
    <Note kind="ok" isAnswer className={styles.note}>
      {message}
    </Note>
  )

/** Settings: the member's data, the sign-in methods, and the sessions. */
const SettingsPage = () => {
  const { user, signInMethods, passkeys, sessions, enteredName, done } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'proof' in result) return <ProofPage proof={result.proof} />
  const refused = result
  const otherMethods = {
    providers: signInMethods.providers.flatMap(({ provider, connected }) => (connected ? [provider] : [])),
    passkeys,
  }
  const doneMessage = refused || done === null ? undefined : ownValue(doneMessages, done)
  const errors = refused?.failure.fields ?? {}
  return (
    <AccountFrame at="settings" title="Settings">
      <SettingsLinks at="/account" />
      {refused ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      <DoneNote message={doneMessage} />
      <SettingsSection id="contact" title="Your Account">
        <ContactForm user={contactOf(user, refused?.typed)} errors={errors} />
      </SettingsSection>
      <SettingsSection id="email-heading" title="Email">
        <EmailForm email={user.email} entered={refused?.typed.newEmail ?? ''} errors={errors} />
      </SettingsSection>
      <SettingsSection id="password-heading" title="Password">
        <PasswordForm
          email={user.email}
          signInMethods={signInMethods}
          otherMethods={otherMethods}
          errors={errors}
        />
      </SettingsSection>
      <PasskeyList passkeys={passkeys} enteredName={enteredName} />
      <ProviderConnections providers={signInMethods.providers} />
      <SettingsSection id="sessions" title="Where you’re signed in">
        <SessionList sessions={sessions} methods={otherMethods} />
      </SettingsSection>
      <ThisDevice />
    </AccountFrame>
  )
}

export default SettingsPage
