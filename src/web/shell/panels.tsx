import { use } from 'react'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { ownValue } from '#shared/own-value.ts'
import { brandMenuIn } from '#shared/brand-menu.ts'
import type { MenuPanel, PanelLink } from '#shared/brand-menu.ts'
import { brandPicturesIn } from '#shared/brand-pictures.ts'
import type { ShownPicture } from '#shared/brand-pictures.ts'
import { Picture, pictureNamed } from '#ui/picture.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import header from './header.module.css'
import { shellMessages } from '../messages/shell-messages.ts'
import type { NavigationLink, ProductLink } from './navigation.ts'
import { productLinks } from './navigation.ts'
import styles from './panels.module.css'
import type { ShellFacts } from './shell.tsx'

const ProductRow = ({
  product,
  price,
}: {
  readonly product: ProductLink
  readonly price: string | undefined
}) => {
  const { currency } = use(SiteContext)
  return (
    <li>
      <a href={product.href}>
        <span className={styles.code}>{product.code}</span>
        <span>
          {product.label}
          <span className={styles.who}>
            {product.isOfCatalogue ? <CatalogueText of={product.who} /> : product.who}
          </span>
        </span>
        {price ? <WirePrice of={price} currency={currency} /> : <span />}
      </a>
    </li>
  )
}

const PlainRow = ({ link }: { readonly link: PanelLink }) => (
  <li>
    <a className={styles.plainRow} href={link.href}>
      <span className={text.d3}>{link.label}</span>
      <span className={styles.who}>{link.note}</span>
    </a>
  </li>
)

const PanelPicture = ({ name, alt }: ShownPicture) => (
  <div className={styles.panelPicture}>
    <Picture name={pictureNamed(name)} alt={alt} sizes="(min-width: 1024px) 28vw, 1px" />
  </div>
)

const Aside = ({ links }: { readonly links: readonly NavigationLink[] }) => (
  <ul className={styles.panelAside}>
    {links.map((link) => (
      <li key={link.href}>
        <a href={link.href}>{link.label}</a>
      </li>
    ))}
  </ul>
)

const ShopPanel = ({ prices }: Pick<ShellFacts, 'prices'>) => {
  const t = useMessages(shellMessages)
  const locale = useLocale()
  return (
    <details name="header-menu" data-menu="">
      <summary className={header.link}>{t('shop')}</summary>
      <div className={styles.panel}>
        <ul className={styles.panelList}>
          {productLinks(use(ProductsContext), locale).map((product) => (
            <ProductRow
              key={product.href}
              product={product}
              price={product.plan ? ownValue(prices, product.plan) : undefined}
            />
          ))}
        </ul>
        <PanelPicture {...brandPicturesIn(locale)['shop-menu']} />
        <Aside links={brandMenuIn(locale).aside} />
      </div>
    </details>
  )
}

const PlainPanel = ({ panel }: { readonly panel: MenuPanel }) => (
  <details name="header-menu" data-menu="">
    <summary className={header.link}>{panel.label}</summary>
    <div className={styles.panel}>
      <ul className={styles.panelList}>
        {panel.links.map((link) => (
          <PlainRow key={link.href} link={link} />
        ))}
      </ul>
      <PanelPicture {...panel.picture} />
    </div>
  </details>
)

/** Shop, Science and Cultured: they open on click, and close on leaving or Escape where scripts run (spec §4). */
export const Panels = ({ prices }: Pick<ShellFacts, 'prices'>) => {
  const t = useMessages(shellMessages)
  return (
    <nav className={styles.panels} aria-label={t('primary')}>
      <ShopPanel prices={prices} />
      {brandMenuIn(useLocale()).panels.map((panel) => (
        <PlainPanel key={panel.label} panel={panel} />
      ))}
    </nav>
  )
}
