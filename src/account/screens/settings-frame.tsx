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

const doneMessages: Readonly<Record<string, string>> = {
  names: 'Your changes are saved.',
  password: 'Your password is changed. You’re signed out everywhere else.',
  disconnected: 'Disconnected.',
  passkey: 'Your passkey is saved. You can use it the next time you sign in.',
  'passkey-removed': 'Your passkey is removed.',
  session: 'That session is signed out.',
  email:
    'We sent a link to your new email. It works once, for one hour. We also notified your current email.',
  connected: 'Connected.',
  mailed: 'We sent you a link. It works once, for one hour.',
}

const pages = [
  { href: settingsPaths.profile, label: 'Profile' },
  { href: settingsPaths.signIn, label: 'Sign-in' },
  { href: settingsPaths.devices, label: 'Devices' },
  { href: '/account/settings/addresses', label: 'Addresses' },
  { href: '/account/settings/payment-methods', label: 'Payment methods' },
  { href: '/account/settings/credit', label: 'Credit' },
  { href: '/account/settings/privacy', label: 'Email and privacy' },
  { href: '/account/settings/support-visits', label: 'Support access' },
] as const

/** The links between the pages of the settings; the current page is text, not a link. */
export const SettingsLinks = ({ at }: { readonly at: (typeof pages)[number]['href'] }) => (
  <nav className={styles.links} aria-label="Settings">
    {pages.map(({ href, label }) =>
      href === at ? (
        <span key={href} className={styles.current} aria-current="page">
          {label}
        </span>
      ) : (
        <ButtonLink key={href} kind="link" href={href}>
          {label}
        </ButtonLink>
      ),
    )}
  </nav>
)

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
  const message = failure || done === null ? undefined : ownValue(doneMessages, done)
  return (
    <AccountFrame at="settings" title={title}>
      <SettingsLinks at={at} />
      {failure ? <FormRefusal failure={failure} className={styles.note} /> : null}
      {message === undefined ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {message}
        </Note>
      )}
      {children}
    </AccountFrame>
  )
}
