import { PageHead } from '#ui/page-head.tsx'
import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import styles from './shell.module.css'

interface FallbackProps {
  readonly status: number
  /** The catalogue's sentence; null where nothing more is known. */
  readonly detail: string | null
  readonly requestId: string | null
  readonly brandName: string
}

const NotFound = () => (
  <>
    <h1 className={text.d2}>There is nothing at this address</h1>
    <p className={styles.fallbackText}>The page may have moved, or the link may be missing a letter.</p>
    <p className={styles.fallbackActions}>
      <ButtonLink kind="line" href="/">
        Home
      </ButtonLink>
      <ButtonLink kind="link" href="/daily-synbiotic">
        Shop DS-01
      </ButtonLink>
    </p>
  </>
)

const Refused = ({ detail }: { readonly detail: string }) => (
  <>
    <h1 className={text.d2}>That did not work</h1>
    <p className={styles.fallbackText}>{detail}</p>
    <p className={styles.fallbackActions}>
      <ButtonLink kind="line" href="/">
        Home
      </ButtonLink>
    </p>
  </>
)

/** An empty address is the page itself, so the button refreshes it without scripts. */
const Broken = () => (
  <>
    <h1 className={text.d2}>Sorry, Something Went Wrong</h1>
    <p className={styles.fallbackText}>Our team was notified. Kindly refresh the page to try again.</p>
    <p className={styles.fallbackActions}>
      <ButtonLink href="">Refresh the Page</ButtonLink>
    </p>
  </>
)

/** Shown instead of a page that was not found, was refused or crashed (spec §2). */
export const Fallback = ({ status, detail, requestId, brandName }: FallbackProps) => (
  <div className={styles.fallback}>
    <PageHead title={`${status === 404 ? 'Not found' : 'Sorry'} | ${brandName}`} unlisted />
    {status === 404 ? <NotFound /> : status < 500 && detail ? <Refused detail={detail} /> : <Broken />}
    {requestId && status >= 500 ? <p className={text.micro}>Request {requestId}</p> : null}
  </div>
)
