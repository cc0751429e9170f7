import type { ReactNode } from 'react'
import layout from '#ui/layout.module.css'
import { ownValue } from '#shared/own-value.ts'
import styles from './disclosure.module.css'
import { addressField } from './checkout-fields.ts'
import type { AddressStepProps } from './address-step.tsx'

interface DisclosureProps {
  readonly summary: string
  /** The purpose of the disclosure, if its label does not say it. */
  readonly actionLabel?: string
  readonly open: boolean
  readonly children: ReactNode
}

/** Whether the disclosure must be open: one of its fields has a value, or an error. */
export const needsOpening = (
  parts: readonly (keyof AddressStepProps['entered'])[],
  { entered, errors }: Pick<AddressStepProps, 'entered' | 'errors'>,
): boolean => parts.some((part) => entered[part] !== '' || ownValue(errors, addressField(part)) !== undefined)

/** A disclosure with fields that few people need; opens without scripts. */
export const Disclosure = ({ summary, actionLabel, open, children }: DisclosureProps) => (
  <details className={styles.disclosure} open={open}>
    <summary className={styles.summary}>
      {actionLabel === undefined ? (
        <u>{summary}</u>
      ) : (
        <>
          {summary} <u>{actionLabel}</u>
        </>
      )}
    </summary>
    <div className={layout.fields}>{children}</div>
  </details>
)
