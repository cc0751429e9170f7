import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData } from 'react-router'
import { shopContext } from '#app/shop-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { login } from '../calls.ts'
import { safeReturnPath } from '../rules/return-path.ts'
import { formFailure } from './form-failure.ts'
import type { FormFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

const returnPath = (request: Request): string =>
  safeReturnPath(new URL(request.url).searchParams.get('return_to'))

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  if (context.get(shopContext).actor.kind === 'member') throw redirect(returnPath(request), 303)
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await request.formData()
  const email = formText(form, 'email')
  try {
    await context.get(shopContext).call(login, { email, password: formText(form, 'password') })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ email, failure }, { status: failure.status })
  }
  return redirect(returnPath(request), 303)
}

interface LoginFieldsProps {
  readonly email: string | undefined
  readonly errors: FormFailure['fields']
}

/** The typed e-mail stays after a refusal, the password never does. */
const LoginFields = ({ email, errors }: LoginFieldsProps) => (
  <>
    <Field
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      required
      defaultValue={email}
      error={errors['email']}
    />
    <Field
      name="password"
      type="password"
      label="Password"
      autoComplete="current-password"
      required
      error={errors['password']}
    />
  </>
)

/** Sign-in with the labels of spec §2. */
const LoginPage = () => {
  const refused = useActionData<typeof action>()
  return (
    <SignInFrame title="Sign In" lead="Hi kindly sign in" failure={refused?.failure}>
      <form method="post" className={styles.form} noValidate>
        <h2 className={text.hidden}>Your Account</h2>
        <LoginFields email={refused?.email} errors={refused?.failure.fields ?? {}} />
        <div className={styles.beside}>
          <ButtonLink kind="link" size="small" href="/recover">
            Forgot password?
          </ButtonLink>
          <ButtonLink kind="link" size="small" href="/recover?reason=no-password">
            Don&apos;t have a password?
          </ButtonLink>
        </div>
        <Button kind="seam" wide>
          Login
        </Button>
      </form>
      <p className={styles.after}>
        <ButtonLink kind="link" href="/get-started">
          Want to create a new account?
        </ButtonLink>
        <span className={classNames(text.block, text.small, text.mute)}>Your first order opens one.</span>
      </p>
    </SignInFrame>
  )
}

export default LoginPage
