import { placesFor } from '#desk/rules/desk-places.ts'
import type { StaffRole } from '#shared/staff.ts'
import styles from './keys-dialog.module.css'

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
  <dialog className={styles.dialog} aria-labelledby="keys-title" data-desk-keys="">
    <form method="dialog" className={styles.head}>
      <h2 id="keys-title">Keys of this page</h2>
      <button type="submit">Close</button>
    </form>
    <div className={styles.parts}>
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
    <label className={styles.hotkeys}>
      <input type="checkbox" data-desk-hotkeys="" />
      <span>Use shortcuts of a single key in this browser</span>
    </label>
  </dialog>
)
