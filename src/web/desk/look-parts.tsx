import styles from './look-panel.module.css'

/** What a panel has in which a row is looked at: its own name for screen readers, a link to the page, and the page. */
export const LookParts = ({ closeKey }: { readonly closeKey?: string }) => (
  <>
    <div className={styles.head}>
      <p role="status" />
      <a href="/desk" data-desk-look-open="">
        Open <kbd aria-hidden="true">Enter</kbd>
      </a>
      <button type="button" data-desk-look-close="">
        Close {closeKey === undefined ? null : <kbd aria-hidden="true">{closeKey}</kbd>}
      </button>
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
    <section className={styles.body} aria-label="The row" tabIndex={0} data-desk-look-body="" />
  </>
)
