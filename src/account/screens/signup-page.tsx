import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { register, registerResendMail } from '../registration-endpoints.ts'
import { viewSignOnProviders } from '../sign-on-endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import type { FormFailure } from './form-failure.ts'
import { SignOnButtons } from './sign-on-buttons.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  if (context.get(shopContext).actor.kind === 'member') throw redirect(memberHome, 303)
  return context.get(shopContext).call(viewSignOnProviders, {})
}

const enteredValues = (form: FormData) => ({
  firstName: formText(form, 'firstName'),
  lastName: formText(form, 'lastName'),
  email: formText(form, 'email'),
})

type EnteredValues = ReturnType<typeof enteredValues>

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const entered = enteredValues(form)
  const { call } = context.get(shopContext)
  try {
    if (formText(form, 'intent') === 'resend') await call(registerResendMail, { email: entered.email })
    else await call(register, { ...entered, password: formText(form, 'password') })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ entered, failure }, { status: failure.status })
  }
  return data({ entered, failure: null })
}

const Sent = ({ email }: { readonly email: string }) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame picture="sign-up" title={t('checkEmail')} lead={t('sentConfirmation', { email })}>
      <Note kind="ok" isAnswer className={styles.message}>
        {t('linkFor24Hours')}
      </Note>
      <form method="post" className={styles.form}>
        <input type="hidden" name="email" value={email} />
        <Button kind="secondary" name="intent" value="resend" wide>
          {t('sendAgain')}
        </Button>
      </form>
      <p className={styles.after}>
        <ButtonLink kind="link" href="/login">
          {t('backToSignIn')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

interface SignupFieldsProps {
  readonly entered: EnteredValues | undefined
  readonly errors: FormFailure['fields']
}

const LastName = ({ entered, errors }: SignupFieldsProps) => (
  <Field
    name="lastName"
    label={useMessages(signInMessages)('lastName')}
    autoComplete="family-name"
    required
    maxLength={60}
    defaultValue={entered?.lastName}
    error={errors['lastName']}
  />
)

const SignupFields = ({ entered, errors }: SignupFieldsProps) => {
  const t = useMessages(signInMessages)
  return (
    <>
      <Field
        name="firstName"
        label={t('firstName')}
        autoComplete="given-name"
        required
        maxLength={60}
        defaultValue={entered?.firstName}
        error={errors['firstName']}
      />
      <LastName entered={entered} errors={errors} />
      <Field
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        required
        defaultValue={entered?.email}
        error={errors['email']}
      />
      <Field
        name="password"
        type="password"
        label={t('password')}
        autoComplete="new-password"
        required
        hint={t('passwordHint')}
        error={errors['password']}
      />
    </>
  )
}

/** Opens an account without an order; the mailbox has to confirm it. */
const SignupPage = () => {
  const t = useMessages(signInMessages)

  const { providers } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && result.failure === null) return <Sent email={result.entered.email} />
  return (
    <SignInFrame
      picture="sign-up"
      title={t('createYourAccount')}
      lead={t('firstOrderCreates')}
      failure={result?.failure}
    >
      <form method="post" className={styles.form} noValidate>
        <SignupFields entered={result?.entered} errors={result?.failure.fields ?? {}} />
        <Button kind="primary" wide>
          {t('createAccount')}
        </Button>
      </form>
      <SignOnButtons providers={providers} returnTo="" />
      <p className={styles.after}>
        <ButtonLink kind="link" href="/login">
          {t('alreadyMember')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

export default SignupPage
