import { data } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { FormFailure } from './form-failure.ts'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { isShopError } from '#shared/errors.ts'
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

/**
 * The URL of such a page is a secret for as long as its link is valid. Not `no-referrer`: browsers would then send the
 * form with `Origin: null`, which is refused as another site.
 */
export const secretAddress = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' } as const

/** For a loader: what a mailed link leads to; null with status 410 when it has expired or is malformed. */
export const viewedLink = async <Link,>(view: Promise<Link>) => {
  try {
    return data({ link: await view })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ link: null }, { status: 410 })
  }
}
