import { brand } from '#shared/brand.ts'
import { useMessages } from '#ui/locale-context.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import { BrandLayers } from './brand-layers.tsx'
import styles from './header.module.css'

/** Three layers in a circle, and the name. */
export const BrandMark = () => (
  <a
    className={styles.brand}
    href="/"
    aria-label={useMessages(shellMessages)('homeOf', { brand: brand.name })}
  >
    <BrandLayers />
    {brand.name.toLowerCase()}
  </a>
)
