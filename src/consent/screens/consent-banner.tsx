import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { consentMessages } from '../messages/consent-messages.ts'
import type { ConsentStatus } from '../rules/consent.ts'
import styles from './consent-banner.module.css'

interface ConsentBannerProps {
  readonly status: Exclude<ConsentStatus, 'decided'>
  /** The page it is shown on. */
  readonly path: string
}

/**
 * Asks for consent, or says that the browser's signal is honored. It covers the end of the page, so that nothing moves.
 */
export const ConsentBanner = ({ status, path }: ConsentBannerProps) => {
  const t = useMessages(consentMessages)
  return (
    <section className={styles.banner} aria-label={t('banner')}>
      <form method="post" action="/consent" className={styles.form}>
        <input type="hidden" name="return_to" value={path} />
        <p className={classNames(text.small, styles.text)}>
          {status === 'undecided' ? t('question') : t('signal')} <a href="/consent">{t('preferences')}</a>
        </p>
        <div className={styles.buttons}>
          {status === 'undecided' ? (
            <>
              <Button kind="secondary" size="small" name="choice" value="none">
                {t('declineAll')}
              </Button>
              <Button kind="secondary" size="small" name="choice" value="all">
                {t('allowAll')}
              </Button>
            </>
          ) : (
            <Button kind="secondary" size="small" name="choice" value="none">
              {t('understood')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
