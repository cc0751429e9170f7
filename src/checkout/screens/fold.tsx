import type { ReactNode } from 'react'
import layout from '#ui/layout.module.css'
import { ownValue } from '#shared/own-value.ts'
import styles from './fold.module.css'
import { addressField } from './checkout-form.ts'
import type { AddressStepProps } from './address-step.tsx'

interface FoldProps {
  readonly words: string
  /** What opening it is for, where the words alone do not say it. */
  readonly act?: string
  readonly open: boolean
  readonly children: ReactNode
}

/** Whether one of these parts needs to be seen: something stands in it, or is wrong with it. */
export const folded = (
  parts: readonly (keyof AddressStepProps['typed'])[],
  { typed, errors }: Pick<AddressStepProps, 'typed' | 'errors'>,
): boolean => parts.some((part) => typed[part] !== '' || ownValue(errors, addressField(part)) !== undefined)

/** Fields that few people need, behind words; opens without scripts. */
export const Fold = ({ words, act, open, children }: FoldProps) => (
  <details className={styles.fold} open={open}>
    <summary className={styles.words}>
      {act === undefined ? (
        <u>{words}</u>
      ) : (
        <>
          {words} <u>{act}</u>
        </>
      )}
    </summary>
    <div className={layout.fields}>{children}</div>
  </details>
)
