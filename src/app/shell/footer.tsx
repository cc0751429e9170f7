import { brand } from '#shared/brand.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import styles from './footer.module.css'
import type { NavigationLink } from './navigation.ts'
import { footerColumns, legalLinks } from './navigation.ts'

const Column = ({
  title,
  links,
}: {
  readonly title: string
  readonly links: readonly { label: string; href: string }[]
}) => (
  <div>
    <h2 className={styles.title}>{title}</h2>
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  </div>
)

const Legal = ({ links }: { readonly links: readonly NavigationLink[] }) => (
  <div className={styles.legal}>
    <p className={styles.disclaimer}>{brand.disclaimer}</p>
    <ul className={styles.legalLinks}>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  </div>
)

/** Bedrock: the end of every page that has one. */
export const Footer = () => (
  <footer className={styles.footer}>
    <div className={layout.grid}>
      <div className={styles.closing}>
        <p className={text.d3}>Keep the glass. We post the paper.</p>
        <p className={styles.closingText}>
          Questions go to a person: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      </div>
      <nav className={styles.columns} aria-label="Footer">
        {footerColumns.map((column) => (
          <Column key={column.title} {...column} />
        ))}
        <Column title="Social" links={brand.social} />
      </nav>
    </div>
    <Legal links={legalLinks} />
  </footer>
)
