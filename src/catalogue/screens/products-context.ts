import { createContext, use } from 'react'
import type { ProductReply } from '../endpoints.ts'
import { useCatalogueText } from './parts/catalogue-texts.ts'

/** The products of the shop, in the order of the catalogue; those that were read last where the shell failed. */
export const ProductsContext = createContext<readonly ProductReply[]>([])

/** The products of the shop, with what is counted in the language of the page. */
export const useProducts = (): readonly ProductReply[] => {
  const named = useCatalogueText()
  return use(ProductsContext).map((product) => ({ ...product, pieces: named(product.pieces ?? 'capsules') }))
}
