import styles from './find-dialog.module.css'
import { LookParts } from './look-panel.tsx'

/** Search over every page, opened by Ctrl K; a script shows what is found while somebody types. Enter leads to the page of the search. */
export const FindDialog = () => (
  <dialog className={styles.dialog} aria-label="Search the desk" data-desk-find="">
    <form className={styles.form} action="/desk/find" role="search">
      <input
        type="search"
        name="q"
        aria-label="Search for"
        placeholder="A name, an email, a number, a code, a card’s last four digits"
        maxLength={254}
        autoComplete="off"
      />
      <button type="submit">Search</button>
      <p role="status" data-desk-find-status="" />
    </form>
    <div className={styles.columns}>
      <div className={styles.found} data-desk-find-list="" />
      <aside className={styles.look} aria-label="Look at what is found" data-desk-look="" hidden>
        <LookParts label="What is found" closeKey="Space" />
      </aside>
    </div>
    <p className={styles.keys}>
      <kbd>↑</kbd>
      <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Space</kbd> look <kbd>Ctrl Enter</kbd> new tab{' '}
      <kbd>Esc</kbd> close
    </p>
  </dialog>
)
