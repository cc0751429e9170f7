import styles from './look-panel.module.css'
import { LookParts } from './look-parts.tsx'

/** Where a row of a list is looked at without leaving it; a script opens it, and fills it with the row's page. */
export const LookPanel = () => (
  <aside className={styles.panel} aria-label="Look at the row" data-desk-look="" hidden>
    <LookParts label="The row" closeKey="Esc" />
  </aside>
)
