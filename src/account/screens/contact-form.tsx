import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import type { viewUser } from '../endpoints.ts'
import styles from './settings-page.module.css'

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
