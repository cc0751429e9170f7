import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { setPassword, viewPasswordLink } from '../endpoints.ts'
import { memberHome } from '../rules/return-path.ts'
import { EndedSignInMethods, endedSignInMethods } from './ended-sign-in-methods.tsx'
import { refusalOf } from './form-failure.ts'
import { formText } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

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
    ...endedSignInMethods(form),
  }
  const refusal = await refusalOf(context.get(shopContext).call(setPassword, payload))
  return refusal ?? redirect(memberHome, 303)
}

const Expired = () => (
  <SignInFrame title="Choose a password" lead="This link has expired or was already used.">
    <p className={styles.after}>
      <ButtonLink kind="primary" href="/recover?reason=no-password">
        Send me a new link
      </ButtonLink>
    </p>
    <p className={styles.after}>
      <ButtonLink kind="link" href="/login">
        Back to Sign In
      </ButtonLink>
    </p>
  </SignInFrame>
)

/** Opened by a mailed link: choose a password and be signed in. */
const SetPasswordPage = () => {
  const { link } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (link === null) return <Expired />
  return (
    <SignInFrame title="Choose a password" lead={`For ${link.email}`} failure={refused?.failure}>
      <form method="post" className={styles.form} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="email" autoComplete="username" defaultValue={link.email} hidden readOnly />
        <Field
          name="password"
          type="password"
          label={link.has_password ? 'New password' : 'Password'}
          autoComplete="new-password"
          hint={`At least ${link.shortest_password} characters. A few words you remember are better than a few signs you do not.`}
          required
          error={refused?.failure.fields['password']}
        />
        <EndedSignInMethods methods={link} />
        <Button kind="primary" wide>
          Save and sign in
        </Button>
      </form>
      {link.has_password ? (
        <Note className={styles.message}>
          A new password signs you out everywhere else and closes every link we mailed.
        </Note>
      ) : null}
    </SignInFrame>
  )
}

export default SetPasswordPage
