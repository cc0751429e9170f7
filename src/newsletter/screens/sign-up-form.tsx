import { consentLine } from '#shared/consent-line.ts'
import { classNames } from '#ui/class-names.ts'
import { answerAnchors, confirmationMessage, signUpPath, thanksMessage } from '../rules/sign-up-form.ts'
import styles from './sign-up-form.module.css'

interface SignUpFormProps {
  /** Where the result is shown without a script: the page of the form. */
  readonly returnTo: string
  readonly className?: string | undefined
  readonly email?: string | undefined
  readonly error?: string | undefined
}

/**
 * Enters an address for the newsletter. The small script of the shell answers in place; without it the form's page
 * leads back to this one, where a fragment shows the answer.
 */
export const SignUpForm = ({ returnTo, className, email, error }: SignUpFormProps) => (
  <form method="post" action={signUpPath} className={className} data-newsletter noValidate>
    <input type="hidden" name="return_to" defaultValue={returnTo} />
    <label className={styles.label} htmlFor="newsletter-email">
      Email
    </label>
    <div className={styles.line}>
      <input
        id="newsletter-email"
        name="newsletter_email"
        type="email"
        placeholder="Email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={email}
        aria-invalid={error ? true : undefined}
        aria-describedby="newsletter-answer newsletter-consent"
      />
      <button>Sign Up</button>
    </div>
    {/* Written by the script; React does not change it. */}
    <p id="newsletter-answer" className={styles.answer} role="status" data-answer suppressHydrationWarning>
      {error}
    </p>
    <p id={answerAnchors.done} className={styles.arrived}>
      {thanksMessage}
    </p>
    <p id={answerAnchors.confirm} className={classNames(styles.arrived, styles.persistent)}>
      {thanksMessage} {confirmationMessage}
    </p>
    <p id="newsletter-consent" className={styles.consent}>
      {consentLine}
    </p>
  </form>
)
