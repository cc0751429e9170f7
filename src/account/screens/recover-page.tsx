import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { viewChallenge } from '#contact/endpoints.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { HumanCheckFields } from '#ui/human-check-fields.tsx'
import { Note } from '#ui/note.tsx'
import { recover } from '../endpoints.ts'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

export const handle = { hasHumanCheck: true } satisfies PageOptions

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const challenge = await context.get(shopContext).call(viewChallenge, {})
  return { sent: query.has('sent'), noPassword: query.get('reason') === 'no-password', challenge }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const email = formText(form, 'email')
  const check = { captcha: formText(form, 'captcha'), website: formText(form, 'website') }
  try {
    await context.get(shopContext).call(recover, { email, ...check })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ email, failure }, { status: failure.status })
  }
  return redirect('/recover?sent', 303)
}

const Sent = () => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame picture="recover" title={t('checkEmail')} lead={t('sentPasswordLink')}>
      <Note kind="ok" isAnswer className={styles.message}>
        {t('linkForOneHour')}
      </Note>
      <p className={styles.after}>
        <ButtonLink kind="link" href="/recover">
          {t('requestAnother')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

/** Requests a link by mail: for a forgotten password, and for an account that an order opened without one. */
const RecoverPage = () => {
  const t = useMessages(signInMessages)

  const { sent, noPassword, challenge } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (sent && !refused) return <Sent />
  const lead = noPassword ? t('passwordForAccount') : t('mailNewPassword')
  return (
    <SignInFrame
      picture="recover"
      title={noPassword ? t('choosePassword') : t('forgotPassword')}
      lead={lead}
      failure={refused?.failure}
    >
      <form method="post" className={styles.form} noValidate>
        <Field
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          required
          defaultValue={refused?.email}
          error={refused?.failure.fields['email']}
        />
        {/* A check is good for one question, so each form brings a new one. */}
        <HumanCheckFields challenge={challenge} token={null} />
        <Button kind="primary" wide>
          {t('sendMeLink')}
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

export default RecoverPage
