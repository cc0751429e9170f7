import type { ReplyOf } from '#shared/endpoint.ts'
import { shopLocales } from '#shared/locale.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { viewUser } from '../endpoints.ts'
import type { viewSignInMethods } from '../settings-endpoints.ts'
import { EndedSignInMethods } from './ended-sign-in-methods.tsx'
import type { SignInMethods } from './ended-sign-in-methods.tsx'
import styles from './settings-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

interface PasswordFormProps {
  readonly email: string
  readonly signInMethods: ReplyOf<typeof viewSignInMethods>
  readonly otherMethods: SignInMethods
  readonly errors: Readonly<Record<string, string>>
}

const ChangeForm = ({ email, signInMethods, otherMethods, errors }: PasswordFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
      <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <Field
        name="current_password"
        type="password"
        label={t('currentPassword')}
        className={styles.fields}
        autoComplete="current-password"
        required
        error={errors['current_password']}
      />
      <Field
        name="password"
        type="password"
        label={t('newPassword')}
        className={styles.fields}
        autoComplete="new-password"
        hint={t('changeHint', { count: signInMethods.shortest_password })}
        required
        error={errors['password']}
      />
      <EndedSignInMethods methods={otherMethods} />
      <Button kind="secondary" size="small" name="intent" value="password">
        {t('changePassword')}
      </Button>
    </form>
  )
}

/** Changes the password of a member who knows it; otherwise there is a mailed link. */
export const PasswordForm = (props: PasswordFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <>
      {props.signInMethods.has_password ? <ChangeForm {...props} /> : null}
      <form method="post" className={styles.form}>
        <p className={text.mute}>{props.signInMethods.has_password ? t('forgotIt') : t('noPasswordYet')}</p>
        <Button kind="secondary" size="small" name="intent" value="mail">
          {t('sendMeLink')}
        </Button>
      </form>
    </>
  )
}

interface EmailFormProps {
  readonly email: string
  /** The refused value. */
  readonly entered: string
  readonly errors: Readonly<Record<string, string>>
}

/** Requests another e-mail; nothing changes before the new mailbox confirms it. */
export const EmailForm = ({ email, entered, errors }: EmailFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
      <p className={text.mute}>{email}</p>
      <Field
        name="new_email"
        type="email"
        label={t('newEmail')}
        className={styles.fields}
        autoComplete="email"
        required
        defaultValue={entered}
        hint={t('newEmailHint')}
        error={errors['new_email']}
      />
      <Button kind="secondary" size="small" name="intent" value="email">
        {t('changeEmail')}
      </Button>
    </form>
  )
}

interface LanguageFormProps {
  readonly chosen: string
  readonly error: string | undefined
}

/** The language of mails and, from here on, of the page. */
export const LanguageForm = ({ chosen, error }: LanguageFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={classNames(styles.form, styles.fields)}>
      <p className={text.mute}>{t('languageLead')}</p>
      <ChoiceRows legend={t('language')} legendHidden id="locale" className={styles.fields} error={error}>
        {shopLocales.map(({ code, name }) => (
          <ChoiceRow key={code} name="locale" value={code} label={name} defaultChecked={code === chosen} />
        ))}
      </ChoiceRows>
      <Button kind="secondary" size="small" name="intent" value="language">
        {t('saveLanguage')}
      </Button>
    </form>
  )
}

interface ContactFormProps {
  readonly user: Pick<ReplyOf<typeof viewUser>, 'firstName' | 'lastName' | 'phone'>
  readonly errors: Readonly<Record<string, string>>
}

/** Name and phone. */
export const ContactForm = ({ user, errors }: ContactFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
      <Field
        name="firstName"
        label={t('firstName')}
        className={styles.fields}
        autoComplete="given-name"
        required
        maxLength={60}
        defaultValue={user.firstName}
        error={errors['firstName']}
      />
      <Field
        name="lastName"
        label={t('lastName')}
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
        label={t('phone')}
        className={styles.fields}
        autoComplete="tel"
        maxLength={32}
        defaultValue={user.phone}
        error={errors['phone']}
      />
      <Button kind="secondary" size="small" name="intent" value="names">
        {t('save')}
      </Button>
    </form>
  )
}
