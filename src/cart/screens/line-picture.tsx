import { use } from 'react'
import { nameParts, productOf } from '#catalogue/rules/product.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { classNames } from '#ui/class-names.ts'
import { isPictureName, Picture } from '#ui/picture.tsx'
import type { PictureName } from '#ui/picture.tsx'
import styles from './line-picture.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'

interface LinePictureProps {
  readonly planCode: string
  readonly size: 'line' | 'upsell' | 'summary'
}

/** Products that have no drawings of their own are shown as the box they come in. */
const otherProduct: PictureName = 'shipping-box'

/** A small picture of a line, on the product's own background. */
export const LinePicture = ({ planCode, size }: LinePictureProps) => {
  const t = useMessages(cartMessages)
  const translated = useCatalogueText()
  const product = productOf(use(ProductsContext), planCode)
  const sizes = size === 'line' ? '148px' : '88px'
  if (product === null)
    return (
      <span className={classNames(styles.picture, styles[size])}>
        <Picture name={otherProduct} alt="" sizes={sizes} />
      </span>
    )
  const { jar, packet, tone, gift } = product
  const named = { product: nameParts(product.name).code }
  const drawn = planCode.includes('-rf')
    ? { picture: packet, alt: t('refillPacket', named) }
    : { picture: jar, alt: t('jar', named) }
  const given = planCode === gift?.code ? gift : null
  const { picture, alt } =
    given === null ? drawn : { ...given, alt: `${named.product} ${translated(given.name)}` }
  return (
    <span className={classNames(styles.picture, styles[size], styles[tone])}>
      <Picture name={isPictureName(picture) ? picture : otherProduct} alt={alt} sizes={sizes} />
    </span>
  )
}
