import { use } from 'react'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { Badge } from '#ui/badge.tsx'
import { DisclosureIcon } from '#ui/disclosure-icon.tsx'
import { SignOut, useMemberLinks } from './account-menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import styles from './drawer.module.css'
import { brandMenu } from '#shared/brand-menu.ts'
import { productLinks } from './navigation.ts'
import type { NavigationLink } from './navigation.ts'
import type { ShellFacts } from './shell.tsx'

export const drawerId = 'drawer'

const closeDrawer = { command: 'close', commandfor: drawerId }

const Section = ({ label, links }: { readonly label: string; readonly links: readonly NavigationLink[] }) => (
  <details className={styles.section}>
    <summary className={styles.title}>
      {label}
      <DisclosureIcon />
    </summary>
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  </details>
)

const ShopSection = () => (
  <details className={styles.section} open>
    <summary className={styles.title}>
      Shop
      <DisclosureIcon />
    </summary>
    <ul className={styles.products}>
      {productLinks(use(ProductsContext)).map((product) => (
        <li key={product.href}>
          <a href={product.href}>
            <span className={styles.code}>{product.code}</span>
            {product.code === 'Refill' ? 'Paper packets' : product.label}
          </a>
        </li>
      ))}
    </ul>
  </details>
)

const Account = ({ member }: Pick<ShellFacts, 'member'>) => {
  const links = useMemberLinks()
  return (
    <nav className={styles.account} aria-label="Account">
      {member === null ? (
        <a href="/login">Login</a>
      ) : (
        <>
          {links.map((link) => (
            <a key={link.href} href={link.href}>
              {link.label}
              {link.label === 'Refer' ? <Badge>New</Badge> : null}
            </a>
          ))}
          <SignOut className={styles.signOut} />
        </>
      )}
    </nav>
  )
}

/**
 * The menu of narrow screens: a modal dialog, so the browser keeps the focus inside and closes it on Escape (spec §4).
 */
export const Drawer = ({ member }: Pick<ShellFacts, 'member'>) => (
  <dialog className={styles.drawer} id={drawerId} aria-label="Menu">
    <div className={styles.bar}>
      <button type="button" className={styles.close} aria-label="Close menu" {...closeDrawer} />
      <BrandMark />
      <a className={styles.cart} href="/cart">
        Cart <span data-cart-count="" />
      </a>
    </div>
    <nav aria-label="Menu">
      <ShopSection />
      {brandMenu.panels.map(({ label, links }) => (
        <Section key={label} label={label} links={links} />
      ))}
    </nav>
    <Account member={member} />
  </dialog>
)
