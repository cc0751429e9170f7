import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { errorCatalogue } from '#shared/errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import styles from './update-card-page.module.css'

const secondsBetweenLooks = 2

/** Looks again until the payment is settled: by the page itself with scripts, by the browser without. */
const LookAgain = () => {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), secondsBetweenLooks * 1000)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(secondsBetweenLooks)} />
    </noscript>
  )
}

interface WaitingProps {
  readonly here: string
  readonly challengeUrl: string | null
}

/** A payment that the bank has not answered yet. */
export const WaitingPayment = ({ here, challengeUrl }: WaitingProps) => (
  <>
    <h1 className={text.d2}>One moment</h1>
    <Note className={styles.note}>{errorCatalogue.PAYMENT_PENDING.detail}</Note>
    <p className={styles.actions}>
      <ButtonLink kind="line" href={here}>
        Check again
      </ButtonLink>
      {challengeUrl === null ? null : (
        <ButtonLink kind="link" href={challengeUrl}>
          Back to your bank&apos;s question
        </ButtonLink>
      )}
    </p>
    <LookAgain />
  </>
)
