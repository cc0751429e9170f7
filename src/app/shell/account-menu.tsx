import styles from './account-menu.module.css'
import header from './header.module.css'
import { hasSignOut, memberLinks, signOutPath } from './navigation.ts'

/** Signing out changes something, so it is a form, not a link (ruling 18). */
export const SignOut = ({ className }: { readonly className?: string | undefined }) =>
  hasSignOut ? (
    <form method="post" action={signOutPath}>
      <button className={className}>Sign Out</button>
    </form>
  ) : null

/** Subscriptions, Order History, Settings, Refer, Sign Out (spec §2); opens without scripts. */
export const AccountMenu = ({ email }: { readonly email: string }) => (
  <details className={styles.account} name="header-menu" data-menu="">
    <summary className={header.link}>Account</summary>
    <div className={styles.accountPanel}>
      <p className={styles.accountEmail}>{email}</p>
      <ul>
        {memberLinks.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
        <li>
          <SignOut className={styles.signOut} />
        </li>
      </ul>
    </div>
  </details>
)
