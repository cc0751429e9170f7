import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import styles from './settings-page.module.css'

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
      hint="We mail it a link, and notify your current one. Until the link is used, nothing changes."
      error={errors['new_email']}
    />
    <Button kind="secondary" size="small" name="intent" value="email">
      Change email
    </Button>
  </form>
)
