import styles from './look-panel.module.css'

interface LookPartsProps {
  /** What the page that is shown is called for screen readers; no two panels have the same. */
  readonly label: string
  /** The key that closes it. */
  readonly closeKey: string
}

/** What a panel has in which a row is looked at: what is shown, a link to the page, and the page. */
export const LookParts = ({ label, closeKey }: LookPartsProps) => (
  <>
    <div className={styles.head}>
      <p role="status" />
      <a href="/desk" data-desk-look-open="">
        Open <kbd aria-hidden="true">Enter</kbd>
      </a>
      <button type="button" data-desk-look-close="">
        Close <kbd aria-hidden="true">{closeKey}</kbd>
      </button>
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
    <section className={styles.body} aria-label={label} tabIndex={0} data-desk-look-body="" />
  </>
)

/** Where a row of a list is looked at without leaving it; a script opens it, and fills it with the row's page. */
export const LookPanel = () => (
  <aside className={styles.panel} aria-label="Look at the row" data-desk-look="" hidden>
    <LookParts label="The row" closeKey="Esc" />
  </aside>
)
