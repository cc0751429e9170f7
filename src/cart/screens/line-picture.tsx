import { use } from 'react'
import { nameParts, productOf } from '#catalogue/rules/product.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { classNames } from '#ui/class-names.ts'
import { isPictureName, Picture } from '#ui/picture.tsx'
import type { PictureName } from '#ui/picture.tsx'
import styles from './line-picture.module.css'

interface LinePictureProps {
  readonly planCode: string
  readonly size: 'line' | 'upsell' | 'summary'
}

/** Products that have no drawings of their own are shown as the box they come in. */
const otherProduct: PictureName = 'shipping-box'

/** A small picture of a line, on the product's own background. */
export const LinePicture = ({ planCode, size }: LinePictureProps) => {
  const product = productOf(use(ProductsContext), planCode)
  const sizes = size === 'line' ? '148px' : '88px'
  if (product === null)
    return (
      <span className={classNames(styles.picture, styles[size])}>
        <Picture name={otherProduct} alt="" sizes={sizes} />
      </span>
    )
  const { jar, packet, tone, gift } = product
  const drawn = planCode.includes('-rf')
    ? { picture: packet, name: 'refill packet' }
    : { picture: jar, name: 'jar' }
  const { picture, name } = planCode === gift?.code ? gift : drawn
  return (
    <span className={classNames(styles.picture, styles[size], styles[tone])}>
      <Picture
        name={isPictureName(picture) ? picture : otherProduct}
        alt={`${nameParts(product.name).code} ${name}`}
        sizes={sizes}
      />
    </span>
  )
}
