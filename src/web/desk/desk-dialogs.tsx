import { placesFor } from '#desk/rules/desk-places.ts'
import type { StaffRole } from '#shared/staff.ts'
import styles from './find-dialog.module.css'
import { LookParts } from './look-panel.tsx'
import keysDialogStyles from './keys-dialog.module.css'

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

interface KeyRow {
  readonly keys: readonly string[]
  readonly text: string
}

const everywhere: readonly KeyRow[] = [
  { keys: ['Ctrl K', '/'], text: 'Search' },
  { keys: ['Ctrl Enter'], text: 'Confirm the form' },
  { keys: ['Esc'], text: 'Leave a field, close, clear what is selected' },
  { keys: ['?'], text: 'These keys' },
]

const inLists: readonly KeyRow[] = [
  { keys: ['J', 'K'], text: 'Next, previous row' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['Ctrl Enter'], text: 'Open it in a new tab' },
  { keys: ['Space'], text: 'Look at the row without leaving' },
  { keys: ['X'], text: 'Select the row' },
  { keys: ['Shift X'], text: 'Select up to here' },
]

const Rows = ({ rows }: { readonly rows: readonly KeyRow[] }) => (
  <dl>
    {rows.map(({ keys, text }) => (
      <div key={text}>
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

/** The keys of the page, opened by a script; shortcuts can be switched off there. */
export const KeysDialog = ({ role }: { readonly role: StaffRole }) => (
  <dialog className={keysDialogStyles.dialog} aria-labelledby="keys-title" data-desk-keys="">
    <form method="dialog" className={keysDialogStyles.head}>
      <h2 id="keys-title">Keys of this page</h2>
      <button type="submit">Close</button>
    </form>
    <div className={keysDialogStyles.parts}>
      <section>
        <h3>Here</h3>
        <dl data-desk-own-keys="" />
      </section>
      <section>
        <h3>Lists</h3>
        <Rows rows={inLists} />
      </section>
      <section>
        <h3>Everywhere</h3>
        <Rows rows={everywhere} />
      </section>
      <section>
        <h3>Go to</h3>
        <Rows
          rows={placesFor(role)
            .flat()
            .map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], text: label }))}
        />
      </section>
    </div>
    <label className={keysDialogStyles.hotkeys}>
      <input type="checkbox" data-desk-hotkeys="" />
      <span>Use shortcuts of a single key in this browser</span>
    </label>
  </dialog>
)
