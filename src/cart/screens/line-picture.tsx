import { productOf } from '#catalogue/rules/product.ts'
import type { ProductId } from '#catalogue/rules/product.ts'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/picture.tsx'
import type { PictureName } from '#ui/picture.tsx'
import styles from './line-picture.module.css'

interface Drawing {
  readonly jar: PictureName
  readonly packet: PictureName
  readonly tone: 'ds' | 'pds' | 'vs'
}

const drawings: Readonly<Record<ProductId, Drawing>> = {
  'ds-01': { jar: 'cut-ds', packet: 'cut-packet-ds', tone: 'ds' },
  'pds-08': { jar: 'cut-pds', packet: 'cut-packet-pds', tone: 'pds' },
  'vs-01': { jar: 'cut-vs', packet: 'cut-packet-vs', tone: 'vs' },
}

const gift = 'pds-gwp'

interface LinePictureProps {
  readonly planCode: string
  readonly size: 'line' | 'upsell' | 'summary'
}

/** Products that have no drawings of their own are shown as the box they come in. */
const otherProduct: PictureName = 'shipping-box'

/** A small picture of a line, on the product's own background. */
export const LinePicture = ({ planCode, size }: LinePictureProps) => {
  const product = productOf(planCode)
  const sizes = size === 'line' ? '148px' : '88px'
  if (product === null)
    return (
      <span className={classNames(styles.picture, styles[size])}>
        <Picture name={otherProduct} alt="" sizes={sizes} />
      </span>
    )
  const { jar, packet, tone } = drawings[product]
  const isRefill = planCode.includes('-rf')
  const name = planCode === gift ? 'cut-vial' : isRefill ? packet : jar
  const what = planCode === gift ? 'travel vial' : isRefill ? 'refill packet' : 'jar'
  return (
    <span className={classNames(styles.picture, styles[size], styles[tone])}>
      <Picture name={name} alt={`${product.toUpperCase()} ${what}`} sizes={sizes} />
    </span>
  )
}
