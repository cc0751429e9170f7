import { use } from 'react'
import type { ContentPage, ContentProduct } from '#content/rules/content-page.ts'
import { brand } from '#shared/brand.ts'
import { wirePrice } from '#shared/money.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { isPictureName, pictureFile } from '#ui/picture.tsx'
import { StructuredData } from '#ui/structured-data.tsx'
import type { Offer } from './plan-chooser.tsx'
import type { PlanOption } from './plan-option.ts'
import { durationText } from './plan-option.ts'

interface ProductFactsProps {
  readonly page: Pick<ContentPage, 'path' | 'title' | 'description'>
  readonly product: ContentProduct
  readonly offers: readonly Offer[]
  /** Codes of plans that are filled after they are ordered (ruling 16). */
  readonly preordered: ReadonlySet<string>
}

const offerFacts = (address: string, offer: Offer, option: PlanOption, preordered: ReadonlySet<string>) => ({
  '@type': 'Offer',
  sku: option.code,
  name: `${offer.label}, ${durationText(option.months)}`,
  url: address,
  price: wirePrice(option.priceCents),
  priceCurrency: option.currency,
  availability: `https://schema.org/${preordered.has(option.code) ? 'PreOrder' : 'InStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@type': 'Organization', name: brand.name },
})

/** A product and its plans for search engines: the prices are those of the buttons. */
export const ProductFacts = ({ page, product, offers, preordered }: ProductFactsProps) => {
  const { url } = use(SiteContext)
  if (url === null || offers.length === 0) return null
  const address = `${url}${page.path}`
  return (
    <StructuredData
      facts={{
        '@type': 'Product',
        name: page.title,
        description: page.description,
        url: address,
        brand: { '@type': 'Brand', name: brand.name },
        image: product.gallery.flatMap(({ name }) =>
          isPictureName(name) ? [`${url}${pictureFile(name)}`] : [],
        ),
        offers: offers.flatMap((offer) =>
          offer.options.map((option) => offerFacts(address, offer, option, preordered)),
        ),
      }}
    />
  )
}
