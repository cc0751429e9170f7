import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { Note } from '#ui/note.tsx'
import styles from './payment-step.module.css'
import { Step } from './step.tsx'

interface PaymentStepProps {
  /** The processor's own field; null where nothing will be charged. */
  readonly cardField: ReactNode
  /** Whether the processor has a page of its own for browsers without scripts. */
  readonly hasCardPage: boolean
  readonly error: string | undefined
}

const WithoutScripts = ({ hasCardPage }: Pick<PaymentStepProps, 'hasCardPage'>) => (
  <noscript>
    <Note>
      {hasCardPage
        ? 'Your card is entered on the page of our card processor. It leads back here, and nothing is charged before you have seen the total once more.'
        : 'Our card processor can take a card only with JavaScript. Kindly switch it on for this page; everything you typed will still be here.'}
    </Note>
  </noscript>
)

export const PaymentStep = ({ cardField, hasCardPage, error }: PaymentStepProps) => (
  <Step number={4} title="Payment">
    {cardField === null ? (
      <p>There is nothing to pay, now or later.</p>
    ) : (
      <div id="card" tabIndex={-1} className={styles.card}>
        <div className={styles.scripted}>{cardField}</div>
        <WithoutScripts hasCardPage={hasCardPage} />
        {error ? (
          <p id="card-error" className={classNames(text.small, styles.error)}>
            {error}
          </p>
        ) : null}
      </div>
    )}
  </Step>
)
