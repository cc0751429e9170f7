import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { consentQuestion } from '../rules/consent.ts'
import type { ConsentStatus } from '../rules/consent.ts'
import styles from './consent-banner.module.css'

interface ConsentBannerProps {
  readonly status: Exclude<ConsentStatus, 'decided'>
  /** The page it lies on. */
  readonly path: string
}

const signalMessage =
  'Your browser sends Global Privacy Control. We took it as a no: nothing is shared with advertisers or social networks, and visits are not counted.'

/** Asks for consent, or says that the browser has answered. It lies over the page's end, so that nothing moves. */
export const ConsentBanner = ({ status, path }: ConsentBannerProps) => (
  <section className={styles.banner} aria-label="Consent">
    <form method="post" action="/consent" className={styles.form}>
      <input type="hidden" name="return_to" value={path} />
      <p className={classNames(text.small, styles.words)}>
        {status === 'asks' ? consentQuestion : signalMessage} <a href="/consent">Consent Preferences</a>
      </p>
      <div className={styles.buttons}>
        {status === 'asks' ? (
          <>
            <Button kind="line" size="small" name="choice" value="none">
              Refuse all
            </Button>
            <Button kind="line" size="small" name="choice" value="all">
              Allow all
            </Button>
          </>
        ) : (
          <Button kind="line" size="small" name="choice" value="none">
            Good
          </Button>
        )}
      </div>
    </form>
  </section>
)
