import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import styles from './settings-page.module.css'

interface EmailFormProps {
  readonly email: string
  /** What was typed and refused. */
  readonly typed: string
  readonly hasPassword: boolean
  readonly errors: Readonly<Record<string, string>>
}

/** Asks for another e-mail; nothing changes before the new mailbox confirms it. */
export const EmailForm = ({ email, typed, hasPassword, errors }: EmailFormProps) => (
  <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
    <p className={text.mute}>{email}</p>
    <Field
      name="new_email"
      type="email"
      label="New email"
      className={styles.fields}
      autoComplete="email"
      required
      defaultValue={typed}
      hint="We mail it a link. Until the link is used, nothing changes."
      error={errors['new_email']}
    />
    {hasPassword ? (
      <Field
        name="email_password"
        type="password"
        label="Your password"
        className={styles.fields}
        autoComplete="current-password"
        required
        error={errors['email_password']}
      />
    ) : null}
    <Button kind="line" size="small" name="wish" value="email">
      Change email
    </Button>
  </form>
)
