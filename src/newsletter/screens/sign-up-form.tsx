import { consentLine } from '#shared/messages/consent-line-text.ts'
import { classNames } from '#ui/class-names.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import { answerAnchors, signUpPath } from '../rules/sign-up-form.ts'
import styles from './sign-up-form.module.css'

interface SignUpFormProps {
  /** Where the result is shown without a script: the page of the form. */
  readonly returnTo: string
  readonly className?: string | undefined
  readonly email?: string | undefined
  readonly error?: string | undefined
}

const ConsentLine = () => {
  const locale = useLocale()
  return (
    <p id="newsletter-consent" className={styles.consent}>
      {consentLine(locale)}
    </p>
  )
}

/** What the link of the form's page leads to: a fragment shows one of them. */
const ArrivedAnswers = () => {
  const t = useMessages(newsletterMessages)
  return (
    <>
      <p id={answerAnchors.done} className={styles.arrived}>
        {t('thanks')}
      </p>
      <p id={answerAnchors.confirm} className={classNames(styles.arrived, styles.persistent)}>
        {t('thanks')} {t('checkInbox')}
      </p>
    </>
  )
}

/**
 * Enters an address for the newsletter. The small script of the shell answers in place; without it the form's page
 * leads back to this one, where a fragment shows the answer.
 */
export const SignUpForm = ({ returnTo, className, email, error }: SignUpFormProps) => {
  const t = useMessages(newsletterMessages)
  return (
    <form
      method="post"
      action={signUpPath}
      className={className}
      data-newsletter
      data-failed={t('failed')}
      data-invalid={t('invalid')}
      noValidate
    >
      <input type="hidden" name="return_to" defaultValue={returnTo} />
      <label className={styles.label} htmlFor="newsletter-email">
        {t('email')}
      </label>
      <div className={styles.line}>
        <input
          id="newsletter-email"
          name="newsletter_email"
          type="email"
          placeholder={t('email')}
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={email}
          aria-invalid={error ? true : undefined}
          aria-describedby="newsletter-answer newsletter-consent"
        />
        <button>{t('signUp')}</button>
      </div>
      {/* Written by the script; React does not change it. */}
      <p id="newsletter-answer" className={styles.answer} role="status" data-answer suppressHydrationWarning>
        {error}
      </p>
      <ArrivedAnswers />
      <ConsentLine />
    </form>
  )
}
