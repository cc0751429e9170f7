import type { ReactNode } from 'react'
import layout from '#ui/layout.module.css'
import { ownValue } from '#shared/own-value.ts'
import styles from './disclosure.module.css'
import { addressField } from './checkout-form.ts'
import type { AddressStepProps } from './address-step.tsx'

interface DisclosureProps {
  readonly summary: string
  /** What opening it is for, where the words alone do not say it. */
  readonly actionLabel?: string
  readonly open: boolean
  readonly children: ReactNode
}

/** Whether one of these parts needs to be seen: something stands in it, or is wrong with it. */
export const needsOpening = (
  parts: readonly (keyof AddressStepProps['entered'])[],
  { entered, errors }: Pick<AddressStepProps, 'entered' | 'errors'>,
): boolean => parts.some((part) => entered[part] !== '' || ownValue(errors, addressField(part)) !== undefined)

/** Fields that few people need, behind words; opens without scripts. */
export const Disclosure = ({ summary, actionLabel, open, children }: DisclosureProps) => (
  <details className={styles.fold} open={open}>
    <summary className={styles.words}>
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
