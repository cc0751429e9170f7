import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { verifyAccount, viewVerifyLink } from '../registration-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { formText } from './form-text.ts'
import type { FormFailure } from './form-failure.ts'
import { refusalOf } from './form-failure.ts'
import { secretAddress, viewedLink } from './mail-link.ts'
import { ExpiredLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

export const headers = () => secretAddress

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  viewedLink(context.get(shopContext).call(viewVerifyLink, { id: params['id'] ?? '' }))

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  // An empty form of a new password is refused as too short; it is not the other form.
  const chosen = form.has('new_password') ? formText(form, 'new_password') || ' ' : ''
  const passwords = { password: formText(form, 'password'), new_password: chosen }
  const refusal = await refusalOf(
    context.get(shopContext).call(verifyAccount, { id: params['id'] ?? '', ...passwords }),
  )
  return refusal ?? redirect(memberHome, 303)
}

interface PasswordProps {
  readonly link: ReplyOf<typeof viewVerifyLink>
  readonly errors: FormFailure['fields']
}

/** Tells a password manager whose password this is. */
const Username = ({ email }: { readonly email: string }) => (
  <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
)

const RegisteredPassword = ({ link, errors }: PasswordProps) => (
  <form method="post" className={styles.form} noValidate>
    <Username email={link.email} />
    <Field
      name="password"
      type="password"
      label="Password"
      autoComplete="current-password"
      hint="The one you typed when you asked for the account."
      required
      error={errors['password']}
    />
    <Button kind="primary" wide>
      Confirm and sign in
    </Button>
  </form>
)

const NewPassword = ({ link, errors }: PasswordProps) => (
  <form method="post" className={styles.form} noValidate>
    <Username email={link.email} />
    <Field
      name="new_password"
      type="password"
      label="New password"
      autoComplete="new-password"
      hint={`At least ${link.shortest_password} characters. A few words you remember are better than a few signs you do not.`}
      required
      error={errors['new_password']}
    />
    <Button kind={link.has_password ? 'secondary' : 'primary'} wide>
      Choose it and sign in
    </Button>
  </form>
)

/** Opened by a mailed link: show that the registration was yours, or choose a password of your own, and be signed in. */
const VerifyAccountPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <ExpiredLink title="Confirm your email" href="/login" label="Back to Sign In" />
  const errors = refused?.failure.fields ?? {}
  return (
    <SignInFrame title="Confirm your email" lead={`For ${link.email}`} failure={refused?.failure}>
      {link.has_password ? (
        <>
          <RegisteredPassword link={link} errors={errors} />
          <h2 className={text.h4}>Forgotten it, or was it not you?</h2>
        </>
      ) : null}
      <NewPassword link={link} errors={errors} />
    </SignInFrame>
  )
}

export default VerifyAccountPage
