import { Button, ButtonLink } from '#ui/button.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { FormFailure } from './form-failure.ts'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

interface MailedLinkProps {
  readonly title: string
  /** What the button does; opening the page does nothing (ruling 18). */
  readonly button: string
  readonly lead: string
  readonly failure?: FormFailure | undefined
}

/** Where a mailed link leads: one sentence and one button. */
export const MailedLink = ({ title, button, lead, failure }: MailedLinkProps) => (
  <SignInFrame title={title} lead={lead} failure={failure}>
    <form method="post" className={styles.form}>
      <Button kind="primary" wide>
        {button}
      </Button>
    </form>
  </SignInFrame>
)

interface ExpiredLinkProps {
  readonly title: string
  /** Where another link can be requested. */
  readonly href: string
  readonly label: string
}

export const ExpiredLink = ({ title, href, label }: ExpiredLinkProps) => {
  const t = useMessages(signInMessages)
  return (
    <SignInFrame title={title} lead={t('expired')}>
      <p className={styles.after}>
        <ButtonLink kind="primary" href={href}>
          {label}
        </ButtonLink>
      </p>
    </SignInFrame>
  )
}
