import type { ReactNode } from 'react'
import styles from './accordion.module.css'
import { classNames } from './class-names.ts'
import { DisclosureIcon } from './disclosure-icon.tsx'

interface AccordionProps {
  readonly size?: 'normal' | 'small'
  /** White is for surfaces that are darker than the page (spec §2). */
  readonly look?: 'plain' | 'white'
  readonly className?: string | undefined
  readonly items: readonly { readonly title: string; readonly body: ReactNode; readonly open?: boolean }[]
}

/** Questions that open and close by their header (spec §4); the browser does the work, with or without scripts. */
export const Accordion = ({ size = 'normal', look = 'plain', className, items }: AccordionProps) => (
  <div className={classNames(styles.accordion, look === 'white' && styles.white, className)}>
    {items.map((item) => (
      <details key={item.title} open={item.open} className={styles.item}>
        <summary className={classNames(styles.header, size === 'small' && styles.small)}>
          {item.title}
          <DisclosureIcon />
        </summary>
        <div className={styles.body}>{item.body}</div>
      </details>
    ))}
  </div>
)
