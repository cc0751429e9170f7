import type { ReactNode } from 'react'
import styles from './figures.module.css'

interface FiguresProps {
  readonly label: string
  /** The name of the place in which the table scrolls. */
  readonly region: string
  /** How its columns are aligned. */
  readonly className: string | undefined
  readonly columns: readonly string[]
  readonly children: ReactNode
}

/** A table of figures, a row for each name; J, K and Enter go through it by the desk's script. */
export const Figures = ({ label, region, className, columns, children }: FiguresProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  <section className={styles.region} aria-label={region} tabIndex={0}>
    <table className={`${styles.figures} ${className ?? ''}`} aria-label={label} data-desk-rows="">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
