import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-section.module.css'

type Tone = 'chalk' | 'gley' | 'loam' | 'peat'

interface PageSectionProps {
  /** Order strata from light to dark down the page; a page that reached peat does not come back up. */
  readonly tone?: Tone
  /** Shows the two-digit chapter number (spec §2, `with-number`). */
  readonly numbered?: boolean
  /** The marks of the depth rail at the left edge. */
  readonly rail?: boolean
  readonly anchor?: string | undefined
  readonly label?: string
  readonly flush?: 'top' | 'bottom' | 'both'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A full-width layer of a page with hard edges. */
export const PageSection = (props: PageSectionProps) => (
  <section
    id={props.anchor}
    aria-label={props.label}
    className={classNames(
      styles.section,
      styles[props.tone ?? 'chalk'],
      props.numbered && styles.numbered,
      props.rail === false && styles.noRail,
      (props.flush === 'top' || props.flush === 'both') && styles.flushTop,
      (props.flush === 'bottom' || props.flush === 'both') && styles.flushBottom,
      props.className,
    )}
  >
    {props.numbered ? <span className={styles.number} aria-hidden="true" /> : null}
    {props.children}
  </section>
)
