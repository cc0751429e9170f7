import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { viewSignInMethods } from '../settings-endpoints.ts'
import { EndedSignInMethods } from './ended-sign-in-methods.tsx'
import type { SignInMethods } from './ended-sign-in-methods.tsx'
import styles from './settings-page.module.css'

interface PasswordFormProps {
  readonly email: string
  readonly signInMethods: ReplyOf<typeof viewSignInMethods>
  readonly otherMethods: SignInMethods
  readonly errors: Readonly<Record<string, string>>
}

const ChangeForm = ({ email, signInMethods, otherMethods, errors }: PasswordFormProps) => (
  <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
    <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
    <Field
      name="current_password"
      type="password"
      label="Current password"
      className={styles.fields}
      autoComplete="current-password"
      required
      error={errors['current_password']}
    />
    <Field
      name="password"
      type="password"
      label="New password"
      className={styles.fields}
      autoComplete="new-password"
      hint={`At least ${signInMethods.shortest_password} characters. It signs you out everywhere else and closes every link we mailed.`}
      required
      error={errors['password']}
    />
    <EndedSignInMethods methods={otherMethods} />
    <Button kind="secondary" size="small" name="intent" value="password">
      Change password
    </Button>
  </form>
)

/** Changes the password of a member who knows it; otherwise there is a mailed link. */
export const PasswordForm = (props: PasswordFormProps) => (
  <>
    {props.signInMethods.has_password ? <ChangeForm {...props} /> : null}
    <form method="post" className={styles.form}>
      <p className={text.mute}>
        {props.signInMethods.has_password ? 'Forgotten it? ' : 'You do not have one yet. '}
        We mail you a link to choose a new one.
      </p>
      <Button kind="secondary" size="small" name="intent" value="mail">
        Send me a link
      </Button>
    </form>
  </>
)
