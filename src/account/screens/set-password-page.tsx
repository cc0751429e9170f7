import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { setPassword, viewPasswordLink } from '../endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { EndedSignInMethods, endedSignInMethods } from './ended-sign-in-methods.tsx'
import { refusalOf } from './form-failure.ts'
import { formText } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/**
 * The URL of this page is a secret for as long as its link is valid. Not `no-referrer`: browsers would then send the
 * form with `Origin: null`, which is refused as another site.
 */
export const headers = () => ({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  try {
    return { link: await context.get(shopContext).call(viewPasswordLink, { token: tokenOf(request) }) }
  } catch (thrown) {
    // A malformed link is treated like an expired one.
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ link: null }, { status: 410 })
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const payload = {
    token: tokenOf(request),
    password: formText(form, 'password'),
    use_choice: formText(form, 'use_choice') === 'yes',
    ...endedSignInMethods(form),
  }
  const refusal = await refusalOf(context.get(shopContext).call(setPassword, payload))
  return refusal ?? redirect(memberHome, 303)
}

const Expired = () => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={t('choosePassword')} lead={t('expired')}>
      <p className={styles.after}>
        <ButtonLink kind="primary" href="/recover?reason=no-password">
          {t('sendNewLink')}
        </ButtonLink>
      </p>
      <p className={styles.after}>
        <ButtonLink kind="link" href="/login">
          {t('backToSignIn')}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}

type Link = ReplyOf<typeof viewPasswordLink>

/** The password that was chosen in this browser right after the order: one press confirms the email and signs in. */
const ChosenPassword = () => {
  const t = useMessages(signInMessages)
  return (
    <>
      <form method="post" className={styles.form}>
        <input type="hidden" name="use_choice" value="yes" />
        <p>{t('chosenPassword')}</p>
        <Button kind="primary" wide>
          {t('confirmAndSignIn')}
        </Button>
      </form>
      <h2 className={classNames(text.h4, styles.after)}>{t('anotherPassword')}</h2>
    </>
  )
}

const NewPassword = ({ link, error }: { readonly link: Link; readonly error: string | undefined }) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="email" autoComplete="username" defaultValue={link.email} hidden readOnly />
      <Field
        name="password"
        type="password"
        label={link.has_password ? t('newPassword') : t('password')}
        autoComplete="new-password"
        hint={t('passwordLength', { count: link.shortest_password })}
        required
        error={error}
      />
      <EndedSignInMethods methods={link} />
      <Button kind={link.has_choice ? 'secondary' : 'primary'} wide>
        {t('saveAndSignIn')}
      </Button>
    </form>
  )
}

/** Opened by a mailed link: choose a password, or confirm the one chosen after the order, and be signed in. */
const SetPasswordPage = () => {
  const t = useMessages(signInMessages)

  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <Expired />
  return (
    <SignInFrame
      title={link.has_choice ? t('confirmEmail') : t('choosePassword')}
      lead={t('forEmail', { email: link.email })}
      failure={refused?.failure}
    >
      {link.has_choice ? <ChosenPassword /> : null}
      <NewPassword link={link} error={refused?.failure.fields['password']} />
      {link.has_password ? <Note className={styles.message}>{t('newPasswordNote')}</Note> : null}
    </SignInFrame>
  )
}

export default SetPasswordPage
