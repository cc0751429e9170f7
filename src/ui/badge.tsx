import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

interface BadgeProps {
  /** `save` is ochre; the others color the text, which carries the meaning by itself. */
  readonly kind?: 'plain' | 'save' | 'ok' | 'off' | 'danger'
  readonly children: ReactNode
}

/** A short printed word: a saving, a state, "New". */
export const Badge = ({ kind = 'plain', children }: BadgeProps) => (
  <span className={classNames(styles.badge, styles[kind])}>{children}</span>
)
