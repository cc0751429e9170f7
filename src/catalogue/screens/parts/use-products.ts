import { use } from 'react'
import type { ProductReply } from '../../endpoints.ts'
import { ProductsContext } from '../products-context.ts'
import { useCatalogueText } from './catalogue-texts.ts'

/** The products of the shop, with what is counted in the language of the page. */
export const useProducts = (): readonly ProductReply[] => {
  const named = useCatalogueText()
  return use(ProductsContext).map((product) => ({ ...product, pieces: named(product.pieces ?? 'capsules') }))
}
