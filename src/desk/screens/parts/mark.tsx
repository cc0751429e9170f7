import type { Mark } from '../../rules/order-marks.ts'
import styles from './mark.module.css'

/** How far something is: the level of a gauge, repeated by its color, and always the word. */
export const StateMark = ({ mark }: { readonly mark: Mark }) => (
  <span className={styles.state}>
    <span
      className={[styles.mark, styles[mark.level], styles[mark.tone]].filter(Boolean).join(' ')}
      aria-hidden="true"
    />
    {mark.word}
  </span>
)

const productColor = (product: string): string | undefined => {
  if (product.startsWith('pds')) return styles.lichen
  return product.startsWith('vs') ? styles.redbed : undefined
}

/** A product with the color of its jar. */
export const ProductName = ({ name, product }: { readonly name: string; readonly product: string }) => (
  <>
    <span className={[styles.product, productColor(product)].filter(Boolean).join(' ')} aria-hidden="true" />
    {name}
  </>
)
