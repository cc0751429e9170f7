import { use } from 'react'
import { useMessages } from '#ui/locale-context.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { shellMessages } from '../messages/shell-messages.ts'
import styles from './account-menu.module.css'
import header from './header.module.css'
import { memberLinks, signOutPath, withoutRefer } from './navigation.ts'

/** The links of the account menu: without the program for those outside of it (spec §1). */
export const useMemberLinks = () => {
  const links = memberLinks(useMessages(shellMessages))
  return use(SiteContext).hasLoyalty ? links : withoutRefer(links)
}

/** Signing out changes something, so it is a form, not a link (ruling 18). */
export const SignOut = ({ className }: { readonly className?: string | undefined }) => (
  <form method="post" action={signOutPath}>
    <button className={className}>{useMessages(shellMessages)('signOut')}</button>
  </form>
)

/** Subscriptions, Order History, Settings, Refer, Sign Out (spec §2); opens without scripts. */
export const AccountMenu = ({ email }: { readonly email: string }) => {
  const links = useMemberLinks()
  return (
    <details className={styles.account} name="header-menu" data-menu="">
      <summary className={header.link}>{useMessages(shellMessages)('account')}</summary>
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
