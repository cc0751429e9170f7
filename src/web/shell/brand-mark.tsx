import { brand } from '#shared/brand.ts'
import { BrandLayers } from './brand-layers.tsx'
import styles from './header.module.css'

/** Three layers in a circle, and the name. */
export const BrandMark = () => (
  <a className={styles.brand} href="/" aria-label={`${brand.name}, home`}>
    <BrandLayers />
    {brand.name.toLowerCase()}
  </a>
)
