import { classNames } from '#ui/class-names.ts'
import { Picture, isPictureName } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { PageSection } from '#ui/page-section.tsx'
import text from '#ui/text.module.css'
import { ownValue } from '#shared/own-value.ts'
import type { ContentSection } from '../rules/content-page.ts'
import { priceIn } from '../rules/inline-text.ts'
import type { PlanPrices } from './inline-text.tsx'
import styles from './product-layers.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

interface ProductLayersProps {
  readonly section: Extract<ContentSection, { readonly kind: 'products' }>
  readonly plans: PlanPrices
  /** Whether its first picture is the first of its page. */
  readonly eagerPicture: boolean
}

const ShopLink = ({ code }: { readonly code: string }) => (
  <u className={text.nowrap}>{useMessages(sectionsMessages)('shop', { product: code })}</u>
)

/** The products as full-width layers of unequal height, each a link to its page. */
export const ProductLayers = ({ section, plans, eagerPicture }: ProductLayersProps) => (
  <>
    {section.heading ? (
      <PageSection numbered className={styles.productsHead}>
        <h2 className={styles.productsHeading}>{section.heading}</h2>
      </PageSection>
    ) : null}
    <div className={styles.products}>
      {section.layers.map((layer, at) => {
        const plan = ownValue(plans, layer.plan)
        return (
          <a key={layer.code} className={classNames(styles.layer, styles[layer.product])} href={layer.href}>
            <div className={styles.layerText}>
              <span className={styles.layerCode}>{layer.code}</span>
              <div>
                {section.heading ? <h3>{layer.name}</h3> : <h2 className={text.d3}>{layer.name}</h2>}
                <p className={text.small}>{layer.who}</p>
              </div>
            </div>
            {isPictureName(layer.picture.name) ? (
              <Picture
                name={layer.picture.name}
                alt={layer.picture.alt}
                sizes="(min-width: 1024px) 340px, 40vw"
                first={eagerPicture && at === 0}
              />
            ) : null}
            <div className={styles.layerMeta}>
              <span>
                {plan ? <Price cents={priceIn(plan, 'month')} currency={plan.currency} /> : null}{' '}
                <span className={text.small}>{layer.rhythm}</span>
              </span>
              <ShopLink code={layer.code} />
            </div>
          </a>
        )
      })}
    </div>
  </>
)
