import type { ReactNode } from 'react'
import { ownValue } from '#shared/own-value.ts'
import { classNames } from './class-names.ts'
import styles from './table-region.module.css'

interface TableRegionProps {
  readonly label: string
  /** Bars under the table that say how far it is scrolled (spec §2, `with-bullets`). */
  readonly bullets?: number
  readonly children: ReactNode
}

const positions = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** A table that scrolls sideways in its own labeled region and never widens the page. */
export const TableRegion = ({ label, bullets = 0, children }: TableRegionProps) => (
  <div className={styles.frame}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
    <section className={styles.region} tabIndex={0} aria-label={label}>
      {children}
    </section>
    {bullets > 1 ? (
      <div className={styles.bullets} aria-hidden="true">
        {positions.slice(0, bullets).map((position, at) => (
          <i
            key={position}
            className={classNames(styles.bullet, ownValue(styles, `bullet${at + 1}of${bullets}`))}
          />
        ))}
      </div>
    ) : null}
  </div>
)
