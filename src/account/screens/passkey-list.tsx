import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { listPasskeys } from '../passkey-endpoints.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings-page.module.css'

type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number]

const PasskeyRow = ({ passkey }: { readonly passkey: Passkey }) => (
  <li className={styles.row}>
    <span>
      {passkey.name}
      <span className={text.mute}>
        {passkey.last_used_at === null
          ? `, added ${longDate(passkey.created_at)}`
          : `, last used ${longDate(passkey.last_used_at)}`}
      </span>
    </span>
    <form method="post" className={styles.actions}>
      <input type="hidden" name="id" value={passkey.id} />
      <Field
        name={`name-${passkey.id}`}
        label="Name"
        defaultValue={passkey.name}
        maxLength={60}
        autoComplete="off"
        required
      />
      <Button kind="link" name="intent" value="rename-passkey" label={`Rename ${passkey.name}`}>
        Rename
      </Button>
      <Button kind="link" name="intent" value="remove-passkey" label={`Remove ${passkey.name}`}>
        Remove
      </Button>
    </form>
  </li>
)

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[]
  /** The value that was entered before a proof was required. */
  readonly enteredName: string
}

/** The member's passkeys. Adding one needs a browser that has them; `browser/passkeys.ts` wakes the form there. */
export const PasskeyList = ({ passkeys, enteredName }: PasskeyListProps) => (
  <SettingsSection id="passkeys" title="Passkeys">
    <p className={text.mute}>
      Sign in with your fingerprint, face or the PIN of a device, without typing a password.
    </p>
    {passkeys.length === 0 ? null : (
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    )}
    <form method="post" className={styles.form} hidden data-passkey="add">
      <Field
        name="passkey_name"
        label="Name of the passkey"
        hint="Such as: my telephone"
        className={styles.fields}
        autoComplete="off"
        maxLength={60}
        defaultValue={enteredName}
        required
      />
      <p data-passkey-message role="alert" />
      <Button kind="secondary" size="small">
        Add a passkey
      </Button>
    </form>
  </SettingsSection>
)
