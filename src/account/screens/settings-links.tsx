import { ButtonLink } from '#ui/button.tsx'
import styles from './settings-page.module.css'

const pages = [
  { href: '/account', label: 'Settings' },
  { href: '/account/settings/addresses', label: 'Addresses' },
  { href: '/account/settings/payment-methods', label: 'Payment methods' },
  { href: '/account/settings/privacy', label: 'Mails and privacy' },
  { href: '/account/settings/support-visits', label: 'Support visits' },
] as const

/** The way between the pages of the settings; the one that is open is left out. */
export const SettingsLinks = ({ at }: { readonly at: (typeof pages)[number]['href'] }) => (
  <nav className={styles.links} aria-label="Settings">
    {pages
      .filter(({ href }) => href !== at)
      .map(({ href, label }) => (
        <ButtonLink key={href} kind="link" href={href}>
          {label}
        </ButtonLink>
      ))}
  </nav>
)
