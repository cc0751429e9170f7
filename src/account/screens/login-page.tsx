import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { isShopError } from '#shared/errors.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { login } from '../endpoints.ts'
import { registerResendMail, sendMagicLink } from '../registration-endpoints.ts'
import { safeReturnPath } from '../rules/return-path.ts'
import { viewSignOnProviders } from '../sign-on-endpoints.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import type { FormFailure } from './form-failure.ts'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignOnButtons } from './sign-on-buttons.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

/** Woken by `browser/passkeys.ts` where the browser has passkeys; without scripts it is not there. */
const PasskeySignIn = ({ returnTo }: { readonly returnTo: string }) => {
  const t = useMessages(signInMessages)
  return (
    <div className={styles.form} hidden data-passkey="sign-in" data-return-to={returnTo}>
      <Button type="button" kind="secondary" wide>
        {t('withPasskey')}
      </Button>
      <p data-passkey-message data-failed={t('passkeyFailed')} role="alert" />
    </div>
  )
}

const returnPath = (request: Request): string =>
  safeReturnPath(new URL(request.url).searchParams.get('return_to'))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (context.get(shopContext).actor.kind === 'member') throw redirect(returnPath(request), 303)
  const { providers } = await context.get(shopContext).call(viewSignOnProviders, {})
  const query = new URL(request.url).searchParams
  return { mailed: query.has('mailed'), returnTo: query.get('return_to') ?? '', providers }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const email = formText(form, 'email')
  const intent = formText(form, 'intent')
  const { call } = context.get(shopContext)
  try {
    if (intent === 'magic') await call(sendMagicLink, { email })
    else if (intent === 'resend') await call(registerResendMail, { email })
    else await call(login, { email, password: formText(form, 'password') })
  } catch (thrown) {
    const failure = formFailure(thrown)
    const unverified = isShopError(thrown) && thrown.code === 'UNVERIFIED_ACCOUNT'
    return data({ email, failure, unverified }, { status: failure.status })
  }
  return redirect(intent === 'magic' || intent === 'resend' ? '/login?mailed' : returnPath(request), 303)
}

interface LoginFieldsProps {
  readonly email: string | undefined
  readonly errors: FormFailure['fields']
}

/** The entered e-mail stays after a refusal, the password never does. */
const LoginFields = ({ email, errors }: LoginFieldsProps) => {
  const t = useMessages(signInMessages)
  return (
    <>
      <Field
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username webauthn"
        required
        defaultValue={email}
        error={errors['email']}
      />
      <Field
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        required
        error={errors['password']}
      />
    </>
  )
}

/** The same text whether the e-mail has an account or not. */
const Mailed = () => {
  const t = useMessages(signInMessages)
  return (
    <Note kind="ok" isAnswer className={styles.message}>
      {t('mailedNote')}
    </Note>
  )
}

const Resend = ({ email }: { readonly email: string }) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.message}>
      <input type="hidden" name="email" value={email} />
      <Button kind="secondary" size="small" name="intent" value="resend">
        {t('resendVerification')}
      </Button>
    </form>
  )
}

/** Sign-in with the labels of spec §2. */
const LoginPage = () => {
  const t = useMessages(signInMessages)

  const { mailed, providers, returnTo } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <SignInFrame title={t('signInTitle')} lead={t('signInLead')} failure={refused?.failure}>
      {mailed && !refused ? <Mailed /> : null}
      {refused?.unverified ? <Resend email={refused.email} /> : null}
      <form method="post" className={styles.form} noValidate>
        <h2 className={text.hidden}>{t('yourAccount')}</h2>
        <LoginFields email={refused?.email} errors={refused?.failure.fields ?? {}} />
        <div className={styles.links}>
          <ButtonLink kind="link" size="small" href="/recover">
            {t('forgotPassword')}
          </ButtonLink>
          <ButtonLink kind="link" size="small" href="/recover?reason=no-password">
            {t('noPassword')}
          </ButtonLink>
        </div>
        <Button kind="primary" wide>
          {t('login')}
        </Button>
        <Button kind="secondary" wide name="intent" value="magic">
          {t('mailMeLink')}
        </Button>
      </form>
      <PasskeySignIn returnTo={safeReturnPath(returnTo)} />
      <SignOnButtons providers={providers} returnTo={returnTo} />
      <p className={styles.after}>
        <ButtonLink kind="link" href="/signup">
          {t('createNewAccount')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

export default LoginPage
