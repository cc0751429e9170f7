import styles from './look-panel.module.css'

/** Where a row of a list is looked at without leaving it; a script opens it, and fills it with the row's page. */
export const LookPanel = () => (
  <aside className={styles.panel} aria-label="Look at the row" data-desk-look="" hidden>
    <div className={styles.head}>
      <p role="status" />
      <a href="/desk" data-desk-look-open="">
        Open <kbd aria-hidden="true">Enter</kbd>
      </a>
      <button type="button" data-desk-look-close="">
        Close <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
    <section className={styles.body} aria-label="The row" tabIndex={0} data-desk-look-body="" />
  </aside>
)
