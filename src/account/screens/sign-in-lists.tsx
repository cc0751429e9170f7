import type { ReactNode } from 'react'
import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { listPasskeys } from '../passkey-endpoints.ts'
import { deviceName } from '../rules/device-name.ts'
import type { listSessions } from '../settings-endpoints.ts'
import { settingsPaths } from '../rules/settings-paths.ts'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import { EndedSignInMethods } from './ended-sign-in-methods.tsx'
import type { SignInMethods } from './ended-sign-in-methods.tsx'
import { providerNames } from './sign-on-buttons.tsx'
import styles from './settings-page.module.css'
import { SettingsSection } from './settings-frame.tsx'

type Sessions = ReplyOf<typeof listSessions>['sessions']

interface SessionListProps {
  readonly sessions: Sessions
  readonly methods: SignInMethods
  /** Below the sessions: the links to more of them. */
  readonly children: ReactNode
}

/** Each browser that is signed in, with a button to end its session. */
export const SessionList = ({ sessions, methods, children }: SessionListProps) => (
  <>
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={session.id} className={styles.row}>
          <span>
            {deviceName(session.user_agent)}
            <span className={text.mute}>
              {session.current ? ', this one' : `, last used ${longDate(session.last_seen_at)}`}
            </span>
          </span>
          {session.current ? null : (
            <form method="post">
              <input type="hidden" name="id" value={session.id} />
              <Button
                kind="link"
                name="intent"
                value="session"
                label={`End the session of ${deviceName(session.user_agent)}`}
              >
                End
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
    {children}
    <form method="post" className={styles.form}>
      <p className={text.mute}>This also cancels the links we emailed you.</p>
      <EndedSignInMethods methods={methods} />
      <Button kind="secondary" size="small" name="intent" value="everywhere">
        Sign out everywhere
      </Button>
    </form>
  </>
)

interface ProviderConnectionsProps {
  readonly providers: readonly { readonly provider: SignOnProvider; readonly connected: boolean }[]
}

/** Connects and disconnects outside sign-ins; nothing in a shop that has none. */
export const ProviderConnections = ({ providers }: ProviderConnectionsProps) => {
  if (providers.length === 0) return null
  return (
    <SettingsSection id="connections" title="Other ways to sign in">
      <ul className={styles.list}>
        {providers.map(({ provider, connected }) => (
          <li key={provider} className={styles.row}>
            <span>{providerNames[provider]}</span>
            {connected ? (
              <form method="post">
                <input type="hidden" name="provider" value={provider} />
                <Button
                  kind="link"
                  name="intent"
                  value="disconnect"
                  label={`Disconnect ${providerNames[provider]}`}
                >
                  Disconnect
                </Button>
              </form>
            ) : (
              <form method="post" action={`/sign-on/${provider}`}>
                <input type="hidden" name="return_to" value={`${settingsPaths.signIn}?done=connected`} />
                <Button kind="link" name="intent" value="start" label={`Connect ${providerNames[provider]}`}>
                  Connect
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

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
    <p className={text.mute}>Sign in with your fingerprint, face or device PIN instead of a password.</p>
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
        label="Passkey name"
        hint="For example: my phone"
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
