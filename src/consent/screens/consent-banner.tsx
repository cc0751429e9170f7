import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { consentQuestion } from '../rules/consent.ts'
import type { ConsentStatus } from '../rules/consent.ts'
import styles from './consent-banner.module.css'

interface ConsentBannerProps {
  readonly status: Exclude<ConsentStatus, 'decided'>
  /** The page it is shown on. */
  readonly path: string
}

const signalMessage =
  'Your browser sends a Global Privacy Control signal. We honor it: we don’t share your data with advertisers or social networks, and we don’t measure your visits.'

/**
 * Asks for consent, or says that the browser's signal is honored. It covers the end of the page, so that nothing moves.
 */
export const ConsentBanner = ({ status, path }: ConsentBannerProps) => (
  <section className={styles.banner} aria-label="Consent">
    <form method="post" action="/consent" className={styles.form}>
      <input type="hidden" name="return_to" value={path} />
      <p className={classNames(text.small, styles.text)}>
        {status === 'undecided' ? consentQuestion : signalMessage} <a href="/consent">Consent Preferences</a>
      </p>
      <div className={styles.buttons}>
        {status === 'undecided' ? (
          <>
            <Button kind="secondary" size="small" name="choice" value="none">
              Decline all
            </Button>
            <Button kind="secondary" size="small" name="choice" value="all">
              Allow all
            </Button>
          </>
        ) : (
          <Button kind="secondary" size="small" name="choice" value="none">
            OK
          </Button>
        )}
      </div>
    </form>
  </section>
)
