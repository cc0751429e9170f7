import { use } from 'react'
import { SiteContext } from '#ui/page-head.tsx'
import styles from './account-menu.module.css'
import header from './header.module.css'
import { memberLinks, signOutPath, withoutRefer } from './navigation.ts'

/** The links of the account menu: without the program for those outside of it (spec §1). */
export const useMemberLinks = () => (use(SiteContext).hasLoyalty ? memberLinks : withoutRefer(memberLinks))

/** Signing out changes something, so it is a form, not a link (ruling 18). */
export const SignOut = ({ className }: { readonly className?: string | undefined }) => (
  <form method="post" action={signOutPath}>
    <button className={className}>Sign Out</button>
  </form>
)

/** Subscriptions, Order History, Settings, Refer, Sign Out (spec §2); opens without scripts. */
export const AccountMenu = ({ email }: { readonly email: string }) => {
  const links = useMemberLinks()
  return (
    <details className={styles.account} name="header-menu" data-menu="">
      <summary className={header.link}>Account</summary>
      <div className={styles.accountPanel}>
        <p className={styles.accountEmail}>{email}</p>
        <ul>
          {links.map((link) => (
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
}
