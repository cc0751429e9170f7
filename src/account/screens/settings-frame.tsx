import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
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

const pages = [
  { href: '/account', label: 'Settings' },
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
