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
import { secretAddress, viewedLink, ExpiredLink } from './mailed-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

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

const RegisteredPassword = ({ link, errors }: PasswordProps) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <Username email={link.email} />
      <Field
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        hint={t('enteredPassword')}
        required
        error={errors['password']}
      />
      <Button kind="primary" wide>
        {t('confirmAndSignIn')}
      </Button>
    </form>
  )
}

const NewPassword = ({ link, errors }: PasswordProps) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <Username email={link.email} />
      <Field
        name="new_password"
        type="password"
        label={t('newPassword')}
        autoComplete="new-password"
        hint={t('passwordLength', { count: link.shortest_password })}
        required
        error={errors['new_password']}
      />
      <Button kind={link.has_password ? 'secondary' : 'primary'} wide>
        {t('saveAndSignIn')}
      </Button>
    </form>
  )
}

/** Opened by a mailed link: show that the registration was yours, or choose a password of your own, and be signed in. */
const VerifyAccountPage = () => {
  const t = useMessages(signInMessages)

  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <ExpiredLink title={t('confirmEmail')} href="/login" label={t('backToSignIn')} />
  const errors = refused?.failure.fields ?? {}
  return (
    <SignInFrame
      title={t('confirmEmail')}
      lead={t('forEmail', { email: link.email })}
      failure={refused?.failure}
    >
      {link.has_password ? (
        <>
          <RegisteredPassword link={link} errors={errors} />
          <h2 className={text.h4}>{t('forgotOrNotYou')}</h2>
        </>
      ) : null}
      <NewPassword link={link} errors={errors} />
    </SignInFrame>
  )
}

export default VerifyAccountPage
