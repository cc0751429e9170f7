import type { ReactNode } from 'react'
import { ownValue } from '#shared/own-value.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { settingsPaths } from '../rules/settings-paths.ts'
import { AccountFrame } from './account-frame.tsx'
import type { FormFailure } from './form-failure.ts'
import { FormRefusal } from './form-refusal.tsx'
import styles from './settings-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

interface SettingsSectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One matter of the settings under its own heading. */
export const SettingsSection = ({ id, title, children }: SettingsSectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 className={text.h4} id={id}>
      {title}
    </h2>
    <div className={styles.body}>{children}</div>
  </section>
)

const doneMessages = {
  names: 'doneNames',
  language: 'doneLanguage',
  password: 'donePassword',
  disconnected: 'doneDisconnected',
  passkey: 'donePasskey',
  'passkey-removed': 'donePasskeyRemoved',
  session: 'doneSession',
  email: 'doneEmail',
  connected: 'doneConnected',
  mailed: 'doneMailed',
} as const

const pages = [
  { href: settingsPaths.profile, label: 'profile' },
  { href: settingsPaths.signIn, label: 'signIn' },
  { href: settingsPaths.devices, label: 'devices' },
  { href: '/account/settings/addresses', label: 'addresses' },
  { href: '/account/settings/payment-methods', label: 'paymentMethods' },
  { href: '/account/settings/credit', label: 'credit' },
  { href: '/account/settings/privacy', label: 'emailAndPrivacy' },
  { href: '/account/settings/support-visits', label: 'supportAccess' },
] as const

/** The links between the pages of the settings; the current page is text, not a link. */
export const SettingsLinks = ({ at }: { readonly at: (typeof pages)[number]['href'] }) => {
  const t = useMessages(settingsMessages)
  return (
    <nav className={styles.links} aria-label={t('settings')}>
      {pages.map(({ href, label }) =>
        href === at ? (
          <span key={href} className={styles.current} aria-current="page">
            {t(label)}
          </span>
        ) : (
          <ButtonLink key={href} kind="link" href={href}>
            {t(label)}
          </ButtonLink>
        ),
      )}
    </nav>
  )
}

interface SettingsPageFrameProps {
  readonly at: (typeof pages)[number]['href']
  readonly title: string
  /** What was done before this page was opened, as its address names it. */
  readonly done: string | null
  readonly failure: FormFailure | undefined
  readonly children: ReactNode
}

/** A page of the settings: its title, the way to the others, and the result of the last form. */
export const SettingsPageFrame = ({ at, title, done, failure, children }: SettingsPageFrameProps) => {
  const t = useMessages(settingsMessages)
  const doneKey = failure || done === null ? undefined : ownValue(doneMessages, done)
  return (
    <AccountFrame at="settings" title={title}>
      <SettingsLinks at={at} />
      {failure ? <FormRefusal failure={failure} className={styles.note} /> : null}
      {doneKey === undefined ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {t(doneKey)}
        </Note>
      )}
      {children}
    </AccountFrame>
  )
}
