import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { viewUser } from '../endpoints.ts'
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
      hint={`At least ${signInMethods.shortest_password} characters. Changing it signs you out everywhere else and cancels the links we emailed you.`}
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
        {props.signInMethods.has_password ? 'Forgot it? ' : 'You don’t have one yet. '}
        We’ll email you a link to choose a new one.
      </p>
      <Button kind="secondary" size="small" name="intent" value="mail">
        Send me a link
      </Button>
    </form>
  </>
)

interface EmailFormProps {
  readonly email: string
  /** The refused value. */
  readonly entered: string
  readonly errors: Readonly<Record<string, string>>
}

/** Requests another e-mail; nothing changes before the new mailbox confirms it. */
export const EmailForm = ({ email, entered, errors }: EmailFormProps) => (
  <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
    <p className={text.mute}>{email}</p>
    <Field
      name="new_email"
      type="email"
      label="New email"
      className={styles.fields}
      autoComplete="email"
      required
      defaultValue={entered}
      hint="We’ll email a link to the new address and notify your current one. Nothing changes until you use the link."
      error={errors['new_email']}
    />
    <Button kind="secondary" size="small" name="intent" value="email">
      Change email
    </Button>
  </form>
)

interface ContactFormProps {
  readonly user: Pick<ReplyOf<typeof viewUser>, 'firstName' | 'lastName' | 'phone'>
  readonly errors: Readonly<Record<string, string>>
}

/** Name and phone. */
export const ContactForm = ({ user, errors }: ContactFormProps) => (
  <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
    <Field
      name="firstName"
      label="First name"
      className={styles.fields}
      autoComplete="given-name"
      required
      maxLength={60}
      defaultValue={user.firstName}
      error={errors['firstName']}
    />
    <Field
      name="lastName"
      label="Last name"
      className={styles.fields}
      autoComplete="family-name"
      required
      maxLength={60}
      defaultValue={user.lastName}
      error={errors['lastName']}
    />
    <Field
      name="phone"
      type="tel"
      label="Phone"
      className={styles.fields}
      autoComplete="tel"
      maxLength={32}
      defaultValue={user.phone}
      error={errors['phone']}
    />
    <Button kind="secondary" size="small" name="intent" value="names">
      Save
    </Button>
  </form>
)
