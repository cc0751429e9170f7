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
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

const mute = (words: ReactNode[]) => <span className={text.mute}>{words}</span>

type Sessions = ReplyOf<typeof listSessions>['sessions']

interface SessionListProps {
  readonly sessions: Sessions
  readonly methods: SignInMethods
  /** Below the sessions: the links to more of them. */
  readonly children: ReactNode
}

const SignOutEverywhere = ({ methods }: Pick<SessionListProps, 'methods'>) => {
  const t = useMessages(settingsMessages)
  return (
    <form method="post" className={styles.form}>
      <p className={text.mute}>{t('cancelsLinks')}</p>
      <EndedSignInMethods methods={methods} />
      <Button kind="secondary" size="small" name="intent" value="everywhere">
        {t('signOutEverywhere')}
      </Button>
    </form>
  )
}

/** Each browser that is signed in, with a button to end its session. */
export const SessionList = ({ sessions, methods, children }: SessionListProps) => {
  const t = useMessages(settingsMessages)
  const locale = useLocale()
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <span>
              {rich(
                t.rich(session.current ? 'sessionCurrent' : 'sessionUsed', {
                  device: deviceName(session.user_agent, locale),
                  day: longDate(session.last_seen_at, locale),
                  mute,
                }),
              )}
            </span>
            {session.current ? null : (
              <form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button
                  kind="link"
                  name="intent"
                  value="session"
                  label={t('endSession', { device: deviceName(session.user_agent, locale) })}
                >
                  {t('end')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {children}
      <SignOutEverywhere methods={methods} />
    </>
  )
}

interface ProviderConnectionsProps {
  readonly providers: readonly { readonly provider: SignOnProvider; readonly connected: boolean }[]
}

/** Connects and disconnects outside sign-ins; nothing in a shop that has none. */
export const ProviderConnections = ({ providers }: ProviderConnectionsProps) => {
  const t = useMessages(settingsMessages)

  if (providers.length === 0) return null
  return (
    <SettingsSection id="connections" title={t('otherWays')}>
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
                  label={t('disconnectNamed', { name: providerNames[provider] })}
                >
                  {t('disconnect')}
                </Button>
              </form>
            ) : (
              <form method="post" action={`/sign-on/${provider}`}>
                <input type="hidden" name="return_to" value={`${settingsPaths.signIn}?done=connected`} />
                <Button
                  kind="link"
                  name="intent"
                  value="start"
                  label={t('connectNamed', { name: providerNames[provider] })}
                >
                  {t('connect')}
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

const PasskeyButtons = ({ name }: Pick<Passkey, 'name'>) => {
  const t = useMessages(settingsMessages)
  return (
    <>
      <Button kind="link" name="intent" value="rename-passkey" label={t('renameNamed', { name })}>
        {t('rename')}
      </Button>
      <Button kind="link" name="intent" value="remove-passkey" label={t('removeNamed', { name })}>
        {t('remove')}
      </Button>
    </>
  )
}

const PasskeyRow = ({ passkey }: { readonly passkey: Passkey }) => {
  const t = useMessages(settingsMessages)
  const locale = useLocale()
  return (
    <li className={styles.row}>
      <span>
        {rich(
          t.rich(passkey.last_used_at === null ? 'passkeyAdded' : 'passkeyUsed', {
            name: passkey.name,
            day: longDate(passkey.last_used_at ?? passkey.created_at, locale),
            mute,
          }),
        )}
      </span>
      <form method="post" className={styles.actions}>
        <input type="hidden" name="id" value={passkey.id} />
        <Field
          name={`name-${passkey.id}`}
          label={t('name')}
          defaultValue={passkey.name}
          maxLength={60}
          autoComplete="off"
          required
        />
        <PasskeyButtons name={passkey.name} />
      </form>
    </li>
  )
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[]
  /** The value that was entered before a proof was required. */
  readonly enteredName: string
}

/** The member's passkeys. Adding one needs a browser that has them; `browser/passkeys.ts` wakes the form there. */
export const PasskeyList = ({ passkeys, enteredName }: PasskeyListProps) => {
  const t = useMessages(settingsMessages)
  return (
    <SettingsSection id="passkeys" title={t('passkeys')}>
      <p className={text.mute}>{t('passkeysNote')}</p>
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
          label={t('passkeyName')}
          hint={t('passkeyHint')}
          className={styles.fields}
          autoComplete="off"
          maxLength={60}
          defaultValue={enteredName}
          required
        />
        <p data-passkey-message data-failed={t('passkeyFailed')} role="alert" />
        <Button kind="secondary" size="small">
          {t('addPasskey')}
        </Button>
      </form>
    </SettingsSection>
  )
}
